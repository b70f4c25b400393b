package table

// The notation of commands/*.sexp. It stands here and not there, since what stands there is in every binary.
//
// A form begins at the beginning of a line, and nothing else does. Comments stand between forms.
//
//   (program "names" clause ...)   names separated by spaces; "python*" also takes a version: python3.12
//   (permit "names" clause ...)    harmless words of a program, tried first: where they are not all among these, its
//                                  (program ...) entry decides, with what it asks about and denies
//   (flag-set "name" "flags" ...)  flags that several programs share, used as @name
//   (names "list" "words" ...)     words that the Go code looks up; (marks "list" "text" ...) has texts as they stand
//
// Only what is listed is permitted: an unknown flag, operand or subcommand makes the command unknown, and the
// person is asked. Flags are written
//   -abc              three flags, which may stand in one word (in style single: one flag named abc)
//   -n,--lines=text   spellings of one flag with a value, attached or in the next word
//   --color?{a,b*}    a flag with an optional attached value, one of these; a star stands for any text
//   -#                a dash and digits        -W*  anything that begins so
// Values and operands are of these kinds
//   text, read, tree (read with all below), write, writetree, append, into (destination of a copy or move), delete,
//   deltree, meta, metatree, link, dir, listen, socket, signal, env, user, source (may run code), run (a command from
//   here), shell, code:LANGUAGE, script:LANGUAGE, connect[:scheme[:port]]
//   move (read, then delete), change (read, then write), upload (@file or name=@file is read)
//   list:KIND list0:KIND (a file that holds names of that kind, one on each line or one before each NUL)
//   curl:url curl:connect-to curl:resolve curl:form curl:encoded curl:header curl:cookie (as that flag of curl says)
//   rread rtree rinto rmove rmirror (the same, or HOST:PATH as scp takes it)
//   repo (of git: an address, a path, or the name of a remote), clone (the same, but no remote)
//   mark (what xargs replaces), hidden (a command where nobody expects one: denied), temporary (a directory for files
//   that are gone in the end: nothing there is read)
// What changes although no word names it, in (here ...) and behind a reason
//   git:index git:objects git:refs git:stash git:config git:worktrees git:modules git:tree (parts of the repository of
//   the directory), git:personal (the person's own .gitconfig), work (anything in the workspace), elsewhere (no file of
//   a workspace: a service, a device, a display, the shell itself), and any kind above, of the directory, or with a
//   colon of another path: change:go.mod, socket:/run/docker.sock, writetree:~/go/pkg/mod (~ is the home)
//
// Clauses
//   (class reads|acts|builds)   reads unless given
//   (style gnu|exact|single|none)   gnu: clusters, --long, abbreviations; exact: no abbreviations; single: -name;
//                               none: every word is an operand
//   (flags "...") (global "...")    global ones are permitted in subcommands too
//   (args "read* into")         operands by position; one may have a star (any number) or a plus (all words one script)
//   (is pure)        no word whatever can make it write, run or connect, and a word that is not known
//                    may be a flag: one that does is refused here, and that such a word is harmless is tested
//   (is stops)       flags end at the first operand        (is old-style)  as tar xvf
//   (is network) (is local), which takes network back, (is escalates) (is remote) (is downloads) (is decodes)
//   (is prints) (is stdin-code) (is no-stdin)
//   (is lists)       it prints names of files as they are, and nothing else; (hook find) sees to that itself
//   (is names)       of its operands, not of the values of flags, it tells no more than a listing does
//   (language "sql") of what it reads from standard input
//   (is fill-tree) (is fill-input)   where the words come from that complete a command
//   (deny rule "Reason") (ask rule "Reason" "kinds")   a hazard; no full stop; and what is done to the current
//                               directory. A hazard is never an effect: what acts says what it changes, or is refused
//   (opaque "why") (unknown "why")
//   (on "-f --flag" ...) (unless "-f" ...) (value "-o" "patterns" ...)   clauses that hold with these flags
//   (any "patterns" "exceptions" ...) with operands that match the one and not the other
//   (only "-c" "patterns" ...)  with every value matching; (pardon rule) and (unknown "") take earlier ones back
//   (as "-f" "kind") of flag values   (here "kinds") done to the current directory
//   (given N ...) (none ...) (word N "patterns" ...) (any "patterns" ...)   with so many operands, or such operands
//   (sub "names" ...) (bare "name")   subcommands, and which one none means
//   (version "-v")              words that, alone, make it print and end, as --help and --version do
//   (hook name)      the interpretation is written in Go; (after name) adds to it
//
// Examples stand in the file of the same name in examples/, which only tests read, under the first name of the entry:
//   (program "ls" reads "ls -l" unknown "ls --frob" denies "..." builds "..." acts "..." asks "...")
// A person's entry has them as a clause: (examples reads "ls -l" ...).
//
// To add a program: put its form beside its relatives (text.sexp, dev.sexp, net.sexp ...). Read its manual, and list
// the flags and operands that only read; leave the others out, so that a person is asked. Give a flag that writes,
// runs or connects its kind, and what destroys something a (deny ...) or (ask ...) with a rule of the list
// hazard-rules in words.sexp. Say with (class ...) what it does besides, and in examples/ one command of every outcome.
// Then run
//   go test ./gates/shell/table

// Variables of the environment that do more than name a text.
//
//   (variable "NAMES" clause ...)   a name may be a pattern with a star; a name that stands alone goes first, then the
//                                   patterns in their order. Names that are not here are text.
// Clauses
//   (kind command|flags|code|search|config|setting|modules|file|place|output|temporary|history|prompt)
//   (of "program" "operands")       the flags are judged as those of that command; of several, any one may take them
//   (run "programs" "operands")     the command is judged so where it is one of these; other commands are walked
//   (harmless "pattern" ...)        such a value, whole, does nothing      (chars "...") nor one of these characters
//   (never "patterns")              such a word, of flags or of a setting, is denied
//   (is system)                     a list of the system's directories is harmless
//   (is bare)                       the first flag may lack its dash
//   (is asked)                      a directory of the workspace is asked about, whatever the program is
//   (obeyed "programs")             these run what is in such a directory even where they only read
// Examples, in examples/variables.sexp, of kinds command and flags
//   (variable "NAME" harmless "NAME=value" asks "..." denies "...")
