package store

// ReadDirMost reads at most so many names of a directory.
var ReadDirMost = readDir
