// Package hookfile knows where other agents keep their hooks, and puts pp into those files and takes
// it out again: every other byte of them stays. It reads and writes no file: texts come in and
// go out.
package hookfile
