// Package exit gives every error its exit code, its kind and a hint, and orders them: signals, 124, 69 to 78, 65, 5,
// 4, 3, 1.
//
// It must never print, and never end the process: that is for main.
//
// Start reading at [Classify].
package exit
