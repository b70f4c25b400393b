// Package paths tells what pp knows about paths: which hold secrets, which run without the person starting them, which
// belong to the system or to pp, which are devices. It is the only place that says so. The gates judge by it, the
// sandbox masks by it, the tools leave out by it, `-f` and `-o` refuse by it, and redaction finds by it the files whose
// values it hides.
//
// The knowledge is data, in paths.txt, and one lookup finds it: [Locate] for a path of an action, and
// [Secret] and [Surface] for a path alone. Only names are looked at. A file is opened nowhere, and the file system is
// asked, through engine.Facts, for nothing but which file is which.
//
// The paths of a row are separated by ", ", and compared in lower case:
//
//	name       a file of that name, wherever it is; * and [0-9] stand for what they do in path.Match
//	a/name     such a file in a directory a
//	dir/       a directory of that name, and everything below it; so is a/dir/
//	/a/b       this very path, and everything below it
//	~/a  ~/a/  the same of a home directory, and of no other
//
// The names of secrets are the union of the file signatures of gitrob and of shhgit and of the patterns that claudekit
// keeps from agents, with what was known here before. Left out of those lists is what is code or data and has a
// secret only by mistake (settings.py, omniauth.rb, database.yml, *.sql, *.log, *.sqlite, *.crt, *.gpg), and what every
// program has to read (/etc/passwd, .gitconfig).
//
// To add a path: put it into the row of its kind, and into testdata/names.txt, with a name that is like it and
// is none.
package paths
