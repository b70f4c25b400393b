// Package script finds the commands that stand in files: in the recipes of a Makefile, the steps of a CI workflow, the
// instructions of a Dockerfile, the scripts of a package.json, and in shell scripts. It says of each command where in
// the file it stands, so that what is found in it can be pointed at, and in what surroundings it will run, so that it
// is judged there: on a person's machine, on a machine that is made for one run, or in an image that is being built.
//
// The package is pure: it is handed the text of a file, and never opens, runs or contacts anything. What it cannot read
// it reports; it never passes over it in silence. All work is bounded by counts, never by time. Start at [Read].
package script
