; Lists of names and marks for the readers of code (lang_*.go and the code scan of the analysis).

; Modules of Python's own library that only read when they are run, those that test, and programs that are modules.
(names "python/reading-modules"
  "json.tool tokenize ast dis calendar this platform sysconfig site tabnanny symtable pyclbr inspect textwrap
   keyword base64 timeit_")
(names "python/building-modules" "unittest doctest compileall py_compile")
(names "python/programs"
  "pip pytest mypy black ruff flake8 isort pylint coverage pycodestyle pydocstyle pyflakes bandit uv pipx")
; What the commands of a debugger that run something begin with.
(marks "gdb/runs" "!" "shell" "make" "python" "platform shell" "script" "pipe" "|" "source" "guile" "py "
  "set auto-load" "add-auto-load" "call system" "call exit" "call (void)system" "print system")
; The first words of statements that only read, and the words that make them do something else.
(names "sql/reads" "select show describe desc explain values with help use table")
(names "sql/acts"
  "insert update delete into outfile dumpfile merge replace drop alter create truncate lo_import lo_export
   pg_read_file load_file writefile readfile edit load_extension fts3_tokenizer getenv fsdir zipfile
   sqlar_uncompress install attach postgres_scan postgres_query mysql_query mysql_scan sqlite_scan duckdb_secrets
   query query_table")
; Statements, by their words between spaces; "; everywhere" stands behind those without a where.
(marks "sql/drops" " drop *" " truncate *" "* alter * drop *" "* drop * alter *" "* drop table *" "* drop database *"
  "* truncate table *")
(marks "sql/makes" " do * execute *")
(marks "sql/deletes" "* delete from *; everywhere *" " delete *; everywhere *" " delete * where 1 *"
  " delete * where true *")
(marks "sql/runs" " copy * program *" "* xp_cmdshell *" "* sys_exec *" "* load_extension *"
  "* pg_execute_server_program *")
(marks "sql/overwrites" " update *; everywhere *")
(marks "sql/writes" "* lo_export *" "* outfile *" "* dumpfile *")
(names "sql/reading-pragmas"
  "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check
   integrity_check quick_check")
(names "sqlite/reading-commands"
  ".tables .schema .databases .indexes .indices .mode .headers .dump .show .dbinfo .fullschema .width .separator
   .nullvalue .stats .timer")
(marks "redis/destroys" "*flushall*" "*flushdb*" "shutdown *" "swapdb *")
(marks "redis/loads" "config set *" "module load *" "slaveof *" "replicaof *" "debug *" "migrate *")
(names "redis/reads"
  "get mget keys scan ttl pttl type exists info ping dbsize lrange llen hget hgetall hkeys hvals hlen smembers
   scard zrange zcard strlen echo time memory client command lastsave object monitor slowlog latency")
(marks "mongo/destroys" "dropdatabase" ".drop(" "deletemany({})" "remove({})" "dropuser" "dropindexes"
  "shutdownserver" "drop:" "dropdatabase:")
(marks "mongo/runs" "child_process" "require(" "run(" "eval(" "$where" "load(")
(marks "vim/runs" "!" "system" "py" "lua" "perl" "ruby" "tcl" "mz" "term" "job_start" "source" "so " "exec" "call "
  "shell" "make" "grep" "luafile" "norm" "eval" "au " "autocmd")
(marks "elisp/runs" "shell" "process" "delete-" "network" "load" "eval" "require" "url-" "write-" "rename-" "funcall"
  "apply" "intern")
; Parts of code, in lower case, by what they do in whatever language.
(marks "code/fetches" "urlopen" "urllib" "requests." "http.get" "https.get" "http').get" "https').get"
  "http\").get" "https\").get" "fetch(" "curl" "open-uri" "net/http"
  "net::http" "lwp" "file_get_contents(\"http" "file_get_contents('http" "httpclient" "http.client" "axios" "wget"
  "uri.open" "url(" "socket")
(marks "code/decodes" "b64decode" "base64" "atob(" "fromcharcode" "unhexlify" "fromhex" "decompress" "rot13"
  "decode_base64" "unpack(" "bytes.fromhex" "\\x" "chr(" "codecs.decode" "'hex'" "\"hex\"" "string.char")
(marks "code/runs" "exec(" "eval(" "exec " "eval " "system(" "system " "popen" "subprocess" "child_process" "execsync"
  "spawn" "shell_exec" "instance_eval" "loadstring" "load(" "run-program" "new function" "__import__" "require("
  "execfile" "runtime")
(marks "code/runs-fetched" "exec(" "eval(" "exec " "eval " "system(" "popen" "subprocess" "child_process"
    "instance_eval"
  "loadstring" "load(" "execfile")
(marks "code/takes-over" "tiocsti" "0x5412" "kill(-1" "kill 9,-1" "kill(9,-1" "kill -9,-1" "kill 9, -1")
(marks "code/raw-network" "/inet/tcp" "/inet/udp" "/inet4/")
(marks "code/includes" "source(" "include(" "include " "import(" "require(")
(marks "code/loads-library" "cdll" "dl_load_file" "dlopen" "loadlibrary" "ffi.load")
(marks "code/elsewhere" "/tmp/" "./" "/dev/shm")
(marks "code/sockets" "socket" "net.connect" "require(\"net\").connect" "require('net').connect" "fsockopen" "tcpsocket"
  "io::socket" "net.socket" "createconnection" "socket::inet")
(marks "code/shells" "dup2" "pty.spawn" "/bin/sh" "/bin/bash" "sh -i" "bash -i" "subprocess" "exec" "spawn" "stdin"
    "`#{"
  "popen")
(marks "code/environment" "os.environ" "process.env" "env.to_" "%env" "$_env" "getenv()" "env.each" "environ.items"
  "system.getenv()" "posix_environ")
(marks "code/sends" "urlopen" "requests." "http" "fetch(" "socket" "net::" "curl" "post(")
(marks "code/forks" "fork")
(marks "code/addresses" "http://" "https://")
(marks "code/loops" "while" "loop" "for(;;)" "for (;;)" "forever" "until")
(marks "code/names-file" "open" "read" "unlink" "delete" "remove")
(marks "code/evaluates" "exec(" "eval(" "compile(" "function(")
(marks "code/empties" "truncate" "unlink" "rmtree" "rm_rf")
(marks "code/deletes-tree" "rmtree" "rm_rf" "rm_r" "remove_dir_all" "remove_tree" "removedir" "delete-tree" "delete_dir"
  "removesync" "rmsync" "rmdir" "recursive" "remove_entry" "deltree" "removeall" "delete-directory" "delete_tree")
(marks "code/deletes" "unlink" ".remove" "delete" "os.remove" "truncate")
(marks "code/writes" ">\"/" "> \"/" "'w'" "\"w\"" "'a'" "\"a\"" "'wb'" "\"wb\"" "write_text" "writefile" "write_bytes" "file.write"
  "file_put_contents" "'>" "\">" "appendfile" "copyfile" "shutil.copy" "rename" "symlink" "chmod" "chown"
  "shutil.move")
(marks "code/deletes-all" "rmtree" "rm_rf" "rm_r(" "remove_tree" "removedir" "delete-tree" "recursive=true"
  "write_text(\"\")" "unlink glob" "remove_dir_all" "rmsync" "removesync" "deltree" "removeall" "remove_entry"
  "delete-directory" "delete_tree" "recursive: true" "recursive:true")
(marks "code/names-home" "expanduser" "path.home" "homedir" "env['home']" "env[\"home\"]" "environ['home']"
  "environ[\"home\"]" "process.env.home" "env{home}" "dir.home" "getenv('home')" "getenv(\"home\")" "user.home"
  "getenv(home" "user_home" "env.get(\"home\")" "env.get('home')")
