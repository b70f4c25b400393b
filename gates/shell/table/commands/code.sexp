; Lists of names and marks for the readers of code (lang_*.go, pure*.go and the code scan of the analysis).

; The built-in names (library reference, "Built-in Functions") through which anything can be reached. A name that is
; none of the built-in ones stands for what the code itself made, or is an error.
(names "python/denied"
  "breakpoint compile copyright credits delattr eval exec execfile exit file getattr globals help input license
   locals open quit raw_input reload setattr vars memoryview apply intern buffer async await")
; Modules all of whose names below, of the attributes listed, only compute.
(names "python/modules"
  "sys json re math cmath string datetime time calendar collections itertools functools statistics random hashlib
   hmac textwrap decimal fractions uuid base64 binascii struct unicodedata keyword heapq bisect copy enum typing
   dataclasses pprint html urllib.parse secrets zlib colorsys difflib csv platform tomllib ast zoneinfo ipaddress
   shlex fnmatch")
; Attributes: of sys, without modules, path hooks and frames; of strings, bytes, lists, dictionaries, sets, numbers;
; of json, re, math, statistics, random; of time and dates; of collections, itertools, functools, text, hashes,
; encodings, others.
(names "python/attributes"
  "argv stdin stdout stderr version version_info hexversion maxsize byteorder executable platform prefix flags
   implementation getsizeof getrecursionlimit read readline readlines write flush buffer close encoding major
   minor micro name exit"
  "capitalize casefold center count encode decode endswith expandtabs find index isalnum isalpha isascii isdecimal
   isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans
   partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines
   startswith strip swapcase title translate upper zfill hex fromhex append extend insert pop remove reverse sort
   copy clear get items keys values update setdefault fromkeys popitem add discard union intersection difference
   symmetric_difference issubset issuperset isdisjoint bit_length bit_count to_bytes from_bytes as_integer_ratio
   is_integer real imag conjugate numerator denominator"
  "load loads dump dumps match fullmatch search sub subn findall finditer escape group groups groupdict start end
   span pattern compile IGNORECASE MULTILINE DOTALL VERBOSE I M S X sqrt pow exp log log2 log10 sin cos tan asin
   acos atan atan2 pi e tau inf nan floor ceil trunc fabs fsum prod gcd lcm factorial comb perm hypot degrees
   radians isclose isfinite isinf isnan isqrt dist mean median mode stdev variance pstdev fmean quantiles random
   randint choice choices sample shuffle uniform seed randrange gauss token_hex token_urlsafe"
  "datetime date time timedelta timezone utc now utcnow today fromtimestamp timestamp strftime strptime isoformat
   fromisoformat isocalendar weekday isoweekday year month day hour minute second microsecond days seconds
   total_seconds astimezone ctime gmtime localtime mktime monotonic perf_counter sleep combine toordinal tzinfo
   utcoffset monthrange isleap month_name day_name ZoneInfo key"
  "Counter OrderedDict defaultdict deque namedtuple most_common elements appendleft popleft rotate chain
   from_iterable combinations permutations product groupby islice count cycle repeat accumulate zip_longest
   starmap takewhile dropwhile pairwise tee reduce partial lru_cache cache dedent indent wrap fill shorten Decimal
   quantize Fraction uuid4 uuid5 UUID NAMESPACE_DNS md5 sha1 sha224 sha256 sha384 sha512 blake2b sha3_256 new
   hexdigest digest b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode
   b16decode hexlify unhexlify crc32 pack unpack calcsize normalize category lookup iskeyword kwlist heapify
   heappush heappop nlargest nsmallest bisect_left bisect_right insort deepcopy pprint pformat unescape urlparse
   urlsplit urlunparse urlencode quote unquote quote_plus unquote_plus parse parse_qs parse_qsl urljoin scheme
   netloc hostname port query fragment params geturl compress decompress unified_diff ndiff SequenceMatcher ratio
   get_close_matches reader writer DictReader DictWriter writerow writerows fieldnames python_version
   python_implementation machine node processor release literal_eval walk ip_address ip_network num_addresses
   hosts network_address broadcast_address fnmatch fnmatchcase filter ascii_letters ascii_lowercase
   ascii_uppercase digits punctuation hexdigits printable whitespace __version__ __name__ __doc__ __file__
   dataclass field asdict Enum")
(names "node/words"
  "break case catch const continue default do else finally for function if in instanceof let new of return switch
   throw try typeof var void while true false null undefined")
; node -e and -p make every built-in module a name of its own, so that only these, and what the code declares, may
; stand free.
(names "node/free"
  "console JSON Math Object Array String Number Boolean Date RegExp Map Set BigInt Intl NaN Infinity Buffer URL
   URLSearchParams Error TypeError RangeError Symbol parseInt parseFloat isNaN isFinite encodeURIComponent
   decodeURIComponent encodeURI decodeURI os path util process structuredClone")
(names "node/modules"
  "os path util url crypto querystring string_decoder punycode node:os node:path node:util node:url node:crypto fs
   node:fs")
(names "node/attributes"
  "log error warn info table dir parse stringify keys values entries fromEntries assign freeze is hasOwn isArray
   from of isInteger isSafeInteger isFinite isNaN parseInt parseFloat MAX_SAFE_INTEGER MIN_SAFE_INTEGER EPSILON
   MAX_VALUE toFixed toPrecision toString toLocaleString valueOf raw fromCodePoint UTC now getTime getFullYear
   getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds toISOString toJSON toDateString
   toLocaleDateString toLocaleTimeString getTimezoneOffset DateTimeFormat NumberFormat format resolvedOptions
   timeZone locale"
  "abs acos asin atan atan2 cbrt ceil cos exp floor hypot log10 log2 max min pow random round sign sin sqrt tan
   trunc PI E LN2 LN10 SQRT2"
  "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll
   normalize padEnd padStart repeat replace replaceAll search slice split startsWith substring toLowerCase
   toUpperCase trim trimEnd trimStart length every fill filter find findIndex findLast flat flatMap forEach join
   map pop push reduce reduceRight reverse shift some sort splice unshift toSorted toReversed add clear delete get
   has set size next done value test exec source flags index groups description"
  "version versions node v8 uv platform arch argv pid ppid cwd uptime memoryUsage rss heapUsed heapTotal hrtime
   bigint title release stdout write columns isTTY exitCode execPath cpus model speed totalmem freemem hostname
   type EOL loadavg endianness availableParallelism homedir tmpdir basename dirname extname resolve relative
   isAbsolute sep delimiter inspect isDeepStrictEqual href host hostname pathname searchParams hash protocol port
   origin username alloc byteLength createHash update digest randomUUID randomBytes getHashes getCiphers"
  "name main module types scripts dependencies devDependencies peerDependencies optionalDependencies engines
   license author repository homepage bugs bin files workspaces private keywords packageManager exports test build
   lint start dev compilerOptions target strict include exclude extends references plugins rules paths baseUrl
   outDir rootDir message code id count total items data results status config settings options enabled")
; The words of Perl that do more than compute, print and read what they are given: all of perlfunc(1) but those, and
; the variables that change what reading a file does.
(names "perl/acts"
  "accept bind chdir chmod chown chroot connect dbmclose dbmopen do dump eval evalbytes exec fcntl flock fork
   gethostbyaddr gethostbyname gethostent getnetbyaddr getnetbyname getnetent getpeername getprotobyname
   getprotobynumber getprotoent getservbyname getservbyport getservent getsockname getsockopt goto ioctl kill link
   listen mkdir msgctl msgget msgrcv msgsnd open opendir package pipe prototype qx readpipe recv rename require
   reset rmdir semctl semget semop send setgrent sethostent setnetent setpgrp setpriority setprotoent setpwent
   setservent setsockopt shmctl shmget shmread shmwrite shutdown socket socketpair symlink syscall sysopen system
   tie tied truncate umask unlink untie use utime waitpid new AUTOLOAD IO ARGV ARGVOUT BEGIN CHECK CORE DESTROY
   ENV INC INIT ISA SIG UNITCHECK UNIVERSAL")
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
   query_table")
(names "sql/acting-pragmas" "wal_checkpoint optimize incremental_vacuum shrink_memory writable_schema")
(names "sql/reading-pragmas"
  "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check
   integrity_check quick_check")
(names "sqlite/reading-commands"
  ".tables .schema .databases .indexes .indices .mode .headers .dump .show .dbinfo .fullschema .width .separator
   .nullvalue .stats .timer")
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
(marks "code/loops" "while" "loop" "for(;;)" "for (;;)" "forever" "until")
(marks "code/names-file" "open" "read" "unlink" "delete" "remove")
(marks "code/evaluates" "exec(" "eval(" "compile(" "function(")
(marks "code/empties" "truncate" "unlink" "rmtree" "rm_rf")
(marks "code/deletes-tree" "rmtree" "rm_rf" "rm_r" "remove_dir_all" "remove_tree" "removedir" "delete-tree" "delete_dir"
  "removesync" "rmsync" "rmdir" "recursive" "remove_entry" "deltree" "removeall" "delete-directory" "delete_tree")
(marks "code/deletes" "unlink" ".remove" "delete" "os.remove" "truncate")
(marks "code/writes" "'w'" "\"w\"" "'a'" "\"a\"" "'wb'" "\"wb\"" "write_text" "writefile" "write_bytes" "file.write"
  "file_put_contents" "'>" "\">" "appendfile" "copyfile" "shutil.copy" "rename" "symlink" "chmod" "chown"
  "shutil.move")
(marks "code/deletes-all" "rmtree" "rm_rf" "rm_r(" "remove_tree" "removedir" "delete-tree" "recursive=true"
  "write_text(\"\")" "unlink glob" "remove_dir_all" "rmsync" "removesync" "deltree" "removeall" "remove_entry"
  "delete-directory" "delete_tree" "recursive: true" "recursive:true")
(marks "code/names-home" "expanduser" "path.home" "homedir" "env['home']" "env[\"home\"]" "environ['home']"
  "environ[\"home\"]" "process.env.home" "env{home}" "dir.home" "getenv('home')" "getenv(\"home\")" "user.home"
  "getenv(home" "user_home" "env.get(\"home\")" "env.get('home')")
