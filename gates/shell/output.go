package shell

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"

	"pp/gates/shell/table"
)

// prints finds what a command writes to its standard output, as far as that
// matters: exactly for what prints its own words, else where it comes from.
func (ap *applied) prints() {
	in, words := ap.in, ap.words
	stdin := ap.stdin
	switch name := in.Name; name {
	case "base64", "base32", "xxd", "tr", "rev", "basename", "dirname", "seq", "mktemp", "realpath", "readlink":
		if v, ok := ap.computed(name); ok {
			ap.out = v
			return
		}
	}
	switch name := in.Name; name {
	case "echo":
		ap.out = echoed(words[1:])
		return
	case "printf":
		if len(words) > 1 {
			ap.out = formatted(words[1:])
		}
		return
	case "which":
		if len(words) == 2 && words[1].Known {
			ap.out = text(ap.programFile(words[1].Text) + "\n")
			return
		}
	case "true", "false", ":", "test", "[", "cp", "mv", "rm", "mkdir", "touch", "sleep", "wait":
		ap.out = text("")
		return
	case "cat", "tee":
		if len(ap.sources) == 0 || name == "tee" {
			ap.out = stdin
			ap.out.none, ap.out.file = false, stdin.file
			return
		}
		ap.catenated()
		return
	case "pwd":
		if d, ok := ap.dir(); ok && len(words) == 1 {
			ap.out = text(d + "\n")
			return
		}
	case "seq":
		if n := len(words[len(words)-1].Text); n > 9 && isNumber(words[len(words)-1].Text) {
			ap.out = ap.out.with(endless, "seq")
		}
	case "yes":
		ap.out = ap.out.with(endless, "yes")
	case "env", "printenv":
		if ap.dumpsEnvironment() {
			ap.out = ap.out.with(fromSecret, environment)
		}
	case "ps":
		if len(words) > 1 && strings.ContainsAny(words[1].Text, "eE") && !strings.HasPrefix(words[1].Text, "-") {
			ap.out = ap.out.with(fromSecret, environment)
		}
	}
	ap.carried(stdin)
}

// carried adds what the output has of the input.
func (ap *applied) carried(stdin value) {
	in := ap.in
	if in.Downloads {
		ap.out = ap.out.with(fromNetwork, in.Name)
	}
	if in.Decodes {
		ap.out = ap.out.with(fromDecoder, in.Name)
	}
	if strings.HasPrefix(in.Name, "openssl") || strings.HasPrefix(in.Name, "gpg") || in.Name == "gzip" && ap.flag("-d", "-dc") {
		ap.out = ap.out.with(fromDecoder, in.Name)
	}
	switch in.Name {
	case "pgrep", "pidof", "ps":
		last := ap.words[len(ap.words)-1].Text
		if in.Name == "ps" {
			if last = "."; !strings.Contains(strings.Join(program(ap.words).Words, " "), "pid=") {
				break
			}
		}
		if strings.Trim(last, ".*^$") == "" {
			last = "-1"
		}
		ap.out.number, ap.out.process = true, last
	case "wc", "nproc", "id", "date", "cksum", "expr", "bc", "stat", "tput", "du", "df":
		ap.out.number = numeric(in.Name, ap.words)
		if in.Name == "wc" || in.Name == "cksum" {
			if stdin.taint&endless != 0 {
				ap.hazard(RuleEndless, in.Name, ap.words[0].Span)
			}
			ap.out.taint = 0
			return
		}
	case "grep", "rg", "egrep", "fgrep":
		switch {
		case stdin.from == historyFrom && ap.asksSecret():
			if v, ok := ap.lookup("HISTFILE").single(); ok {
				ap.addRead(ap.words[0], 1, v, true, ap.dirs, false)
			}
		case stdin.from == environment && (!ap.asksSecret() || ap.flag("-c", "-q")):
			stdin.taint &^= fromSecret
		}
		if ap.flag("-c", "--count", "-ic", "-rc", "-cE", "-ci") {
			ap.out.number = true
		}
	}
	ap.flow(stdin)
	ap.paths(stdin)
	ap.out.names = append(ap.out.names, stdin.names...)
}

// flow passes on where the input comes from, and watches for input without end.
func (ap *applied) flow(stdin value) {
	t := stdin.taint
	if t&endless != 0 || ap.out.taint&endless != 0 {
		switch ap.in.Name {
		case "od", "xxd", "hexdump", "hd":
			if ap.hasFlag("-N", "-l", "-n", "--len") {
				t &^= endless
				ap.out.taint &^= endless
			}
		case "head", "timeout", "dd", "pv", "cmp", "strings":
			if !ap.bounded() && t&endless != 0 && ap.in.Name == "head" && (strings.HasPrefix(stdin.from, "/dev/zero") || strings.HasPrefix(stdin.from, "/dev/full")) {
				ap.hazard(RuleEndless, stdin.from, ap.words[0].Span)
			}
			t &^= endless
			ap.out.taint &^= endless
			if ap.huge() {
				ap.out = ap.out.with(endless, ap.in.Name)
			}
		case "tail", "sort", "tac", "sponge", "shuf", "rev", "jq", "column", "awk", "python3", "mapfile":
			if ap.in.Name != "awk" && stdin.from != "yes" || ap.in.Name == "tail" || ap.in.Name == "sort" || ap.in.Name == "tac" {
				ap.hazard(RuleEndless, stdin.from+ap.out.from, ap.words[0].Span)
			}
			t &^= endless
			ap.out.taint &^= endless
		case "sed", "grep", "cut", "uniq", "nl", "egrep", "fgrep", "rg":
			if stdin.from == "/dev/zero" || ap.out.from == "/dev/zero" || stdin.from == "/dev/full" {
				ap.hazard(RuleEndless, stdin.from+ap.out.from, ap.words[0].Span)
			}
		case "tr", "base64", "fold", "gzip", "bzip2", "xz", "zstd", "openssl", "yes":
		default:
			t &^= endless
		}
	}
	ap.out = mix(ap.out, value{taint: t, from: stdin.from})
}

// bounded reports whether head counts bytes rather than lines.
func (ap *applied) bounded() bool {
	for _, w := range ap.words[1:] {
		if strings.HasPrefix(w.Text, "-c") || strings.HasPrefix(w.Text, "--bytes") || strings.HasPrefix(w.Text, "count=") {
			return true
		}
	}
	return ap.in.Name != "head" && ap.in.Name != "dd"
}

// huge reports whether a count of bytes is more than a disk should be given.
func (ap *applied) huge() bool {
	for i, w := range ap.words[1:] {
		s := w.Text
		switch {
		case s == "-c" && i+2 < len(ap.words):
			s = ap.words[i+2].Text
		case strings.HasPrefix(s, "-c"):
			s = s[2:]
		case strings.HasPrefix(s, "--bytes="):
			s = s[8:]
		default:
			continue
		}
		return bytesOf(s) > 8<<30
	}
	return false
}

// bytesOf reads a size with a suffix.
func bytesOf(s string) int64 {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(s[:i], 10, 62)
	if err != nil {
		return 0
	}
	if i < len(s) {
		switch s[i] {
		case 'k', 'K':
			n <<= 10
		case 'm', 'M':
			n <<= 20
		case 'g', 'G':
			n <<= 30
		case 't', 'T', 'p', 'P', 'e', 'E':
			n = 1 << 50
		}
	}
	return n
}

// paths says of programs that print names where those names are.
func (ap *applied) paths(stdin value) {
	switch ap.in.Name {
	case "find", "fd", "fdfind", "locate", "plocate", "mlocate":
		ap.out.names = ap.patterns()
		if strings.HasSuffix(ap.in.Name, "locate") {
			ap.out.roots = []string{"/"}
			return
		}
		for _, o := range ap.in.Operands {
			if o.Kind == table.ReadTree && o.Known && !ap.custom() {
				ap.out.roots = append(ap.out.roots, o.Text)
			}
		}
		if ap.in.Name != "find" && len(ap.out.roots) == 0 {
			ap.out.roots = []string{"."}
		}
	case "git ls-files", "git diff", "git grep":
		if ap.in.Name == "git ls-files" || ap.flag("--name-only", "-l", "--files-with-matches") {
			ap.out.roots, ap.out.bare = []string{"."}, true
		}
	case "grep", "rg", "ag", "egrep", "fgrep":
		if ap.flag("-l", "--files-with-matches", "--files", "-rl", "-lr", "-rli", "-ril", "-L", "-rL", "-Rl", "-rlE", "-rlF", "-rln", "-rlw") {
			for _, o := range ap.in.Operands {
				if (o.Kind == table.ReadTree || o.Kind == table.Read) && o.Known {
					ap.out.roots = append(ap.out.roots, o.Text)
				}
			}
			if len(ap.out.roots) == 0 {
				ap.out.roots, ap.out.bare = []string{"."}, true
			}
		}
	case "ls":
		ap.out.bare = true
		for _, o := range ap.in.Operands {
			if !o.Known || o.Many || o.Text == "" {
				ap.out.roots = nil
				return
			}
			ap.out.roots = append(ap.out.roots, o.Text)
		}
		if len(ap.out.roots) == 0 {
			ap.out.roots = []string{"."}
		}
		if ap.flag("-l", "-la", "-al", "-lh", "-i", "-s") {
			ap.out.roots = nil
		}
	case "sort", "uniq", "head", "tail", "shuf", "tac":
		if len(ap.sources) == 0 {
			ap.out.roots, ap.out.bare = stdin.roots, stdin.bare
		}
	}
	if in := ap.in.Name; (in == "grep" || in == "egrep" || in == "fgrep") && len(ap.sources) == 0 && !ap.flag("-o", "-c", "-n", "-oE", "-oP", "-no") {
		ap.out.roots, ap.out.bare = stdin.roots, stdin.bare
	}
}

// patterns are what the names that find and its like print look like.
func (ap *applied) patterns() []string {
	var out []string
	for i, w := range ap.words[1:] {
		before := ap.words[i].Text
		plain := ap.in.Name != "find" && !strings.HasPrefix(w.Text, "-")
		if w.Known && (plain || before == "-name" || before == "-iname" || before == "-path" || before == "-wholename") {
			if s := strings.Trim(w.Text, "*?^$/"); s != "" {
				out = append(out, s)
				if strings.Contains(w.Text, "*") {
					out = append(out, strings.ReplaceAll(w.Text, "*", "x"), strings.ReplaceAll(w.Text, "*", "rsa"))
				}
			}
		}
	}
	return out
}

// custom reports whether find prints something else than paths.
func (ap *applied) custom() bool {
	for _, w := range ap.words {
		if strings.HasPrefix(w.Text, "-printf") || w.Text == "-ls" || strings.HasPrefix(w.Text, "-exec") || w.Text == "--format" {
			return true
		}
	}
	return false
}

// hasFlag reports whether a word begins with one of the flags.
func (ap *applied) hasFlag(names ...string) bool {
	for _, w := range ap.words[1:] {
		for _, n := range names {
			if strings.HasPrefix(w.Text, n) {
				return true
			}
		}
	}
	return false
}

func (ap *applied) flag(names ...string) bool {
	for _, w := range ap.words[1:] {
		for _, n := range names {
			if w.Known && w.Text == n {
				return true
			}
		}
	}
	return false
}

// numeric reports whether a program prints nothing but one number.
func numeric(name string, words []word) bool {
	switch name {
	case "nproc", "expr":
		return true
	case "wc":
		for _, w := range words[1:] {
			if !w.Known || !strings.HasPrefix(w.Text, "-") {
				return false
			}
		}
		return true
	case "date":
		if last := words[len(words)-1]; last.Known && (last.Text == "+%s" || last.Text == "+%j" || last.Text == "+%H" || last.Text == "+%d" || last.Text == "+%m") {
			return true
		}
		return len(words) == 2 && words[1].Known && (words[1].Text == "+%s" || words[1].Text == "+%Y" || words[1].Text == "+%Y%m%d" || words[1].Text == "+%s%N" || words[1].Text == "+%Y%m%d%H%M%S")
	case "id":
		return len(words) == 2 && (words[1].Text == "-u" || words[1].Text == "-g")
	case "stat":
		return len(words) > 3 && (words[2].Text == "%s" || words[2].Text == "%Y" || words[2].Text == "%a")
	case "tput":
		return len(words) == 2 && (words[1].Text == "cols" || words[1].Text == "lines" || words[1].Text == "colors")
	}
	return false
}

// environment is where the output of env comes from.
const environment = "the environment"

// dumpsEnvironment reports whether env or printenv prints all variables, or one
// that holds a secret by its name.
func (ap *applied) dumpsEnvironment() bool {
	for _, o := range ap.in.Operands {
		if o.Kind == table.Run {
			return false
		}
	}
	if ap.in.Name == "env" {
		return len(ap.words) < 2 || ap.words[len(ap.words)-1].Text != "--version" && ap.words[len(ap.words)-1].Text != "--help"
	}
	if len(ap.words) == 1 {
		return true
	}
	for _, w := range ap.words[1:] {
		if secretName(w.Text) {
			return true
		}
	}
	return false
}

// asksSecret reports whether a search in the environment looks for secrets, or
// for nothing in particular.
func (ap *applied) asksSecret() bool {
	for _, w := range ap.words[1:] {
		if !strings.HasPrefix(w.Text, "-") && (!w.Known || secretName(w.Text) || strings.Trim(w.Text, ".*^=$") == "" || strings.Contains(strings.ToLower(w.Text), "key")) {
			return true
		}
	}
	return ap.flag("-v", "-iv", "-vi")
}

// secretName reports whether a variable of this name holds a secret.
func secretName(name string) bool {
	up := strings.ToUpper(name)
	for _, s := range [...]string{"SECRET", "TOKEN", "PASSWORD", "PASSWD", "API_KEY", "APIKEY", "ACCESS_KEY", "PRIVATE_KEY", "CREDENTIAL", "AUTH_"} {
		if strings.Contains(up, s) {
			return true
		}
	}
	return false
}

// catenated is the output of cat FILE...
func (ap *applied) catenated() {
	all := text("")
	known := true
	for _, s := range ap.sources {
		if !s.known || !s.content.known {
			known = false
		}
		all = concat(all, s.content)
	}
	if known && len(ap.words) == len(ap.sources)+1 {
		ap.out = all
		return
	}
	taint, from := ap.out.taint, ap.out.from
	if len(ap.sources) == 1 && len(ap.words) == 2 {
		ap.out = ap.sources[0].content
		ap.out.known, ap.out.set = false, nil
	}
	ap.out = ap.out.with(taint, from)
	ap.out.taint |= all.taint
	if ap.out.from == "" {
		ap.out.from = all.from
	}
}

// computed is the output of small programs whose input is known.
func (ap *applied) computed(name string) (value, bool) {
	args := make([]string, 0, len(ap.words))
	var t taint
	from := ""
	for _, w := range ap.words[1:] {
		if !w.Known {
			return value{}, false
		}
		t |= w.val.taint
		from = w.val.from
		args = append(args, w.Text)
	}
	input, has := ap.stdin.single()
	if has {
		t |= ap.stdin.taint
		if from == "" {
			from = ap.stdin.from
		}
	}
	var out string
	ok := false
	switch name {
	case "basename", "dirname":
		out, ok = pathPart(name, args)
	case "seq":
		out, ok = seqText(args)
	case "mktemp":
		return ap.temporary(args)
	case "realpath", "readlink":
		return ap.realPath(args)
	case "base64":
		if ap.in.Decodes && has && len(args) == 1 {
			b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(input), ""))
			out, ok = string(b), err == nil
			t |= fromDecoder
			from = name
		}
	case "xxd":
		if ap.in.Decodes && has {
			b, err := hex.DecodeString(strings.Join(strings.Fields(input), ""))
			out, ok = string(b), err == nil
			t |= fromDecoder
			from = name
		}
	case "rev":
		if has && len(args) == 0 && ascii(input) {
			out, ok = reverseLines(input), true
			t |= fromDecoder
			from = name
		}
	case "tr":
		if has && len(args) == 2 {
			out, ok = translate(input, args[0], args[1])
			t |= fromDecoder
			from = name
		}
	}
	return text(out).with(t, from), ok
}

func reverseLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		b := []byte(l)
		for j, k := 0, len(b)-1; j < k; j, k = j+1, k-1 {
			b[j], b[k] = b[k], b[j]
		}
		lines[i] = string(b)
	}
	return strings.Join(lines, "\n")
}

// translate is tr SET1 SET2 for plain sets.
func translate(s, from, to string) (string, bool) {
	x, ok := trSet(from)
	y, ok2 := trSet(to)
	if !ok || !ok2 || len(y) == 0 || !ascii(s) {
		return "", false
	}
	out := []byte(s)
	for i, c := range out {
		if at := strings.LastIndexByte(x, c); at >= 0 {
			out[i] = y[min(at, len(y)-1)]
		}
	}
	return string(out), true
}

func trSet(s string) (string, bool) {
	if strings.ContainsAny(s, `\[`) || strings.HasPrefix(s, "-") || !ascii(s) {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i+1] == '-' && s[i+2] >= s[i] {
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
}

func pathPart(name string, args []string) (string, bool) {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || len(args) > 2 || name == "dirname" && len(args) > 1 {
		return "", false
	}
	s := strings.TrimRight(args[0], "/")
	i := strings.LastIndexByte(s, '/')
	if name == "basename" {
		s = s[i+1:]
		if len(args) == 2 && s != args[1] {
			s = strings.TrimSuffix(s, args[1])
		}
		if s == "" && args[0] != "" {
			s = "/"
		}
		return s + "\n", true
	}
	switch {
	case i < 0 && strings.HasPrefix(args[0], "/"):
		return "/\n", true
	case i < 0:
		return ".\n", true
	case i == 0:
		return "/\n", true
	}
	return strings.TrimRight(s[:i], "/") + "\n", true
}

func seqText(args []string) (string, bool) {
	from, to, step := 1, 0, 1
	nums := make([]int, len(args))
	for i, s := range args {
		n, err := strconv.Atoi(s)
		if err != nil {
			return "", false
		}
		nums[i] = n
	}
	switch len(nums) {
	case 1:
		to = nums[0]
	case 2:
		from, to = nums[0], nums[1]
	case 3:
		from, step, to = nums[0], nums[1], nums[2]
	default:
		return "", false
	}
	if step == 0 || (to-from)/step > 64 {
		return "", false
	}
	var b strings.Builder
	for n := from; step > 0 && n <= to || step < 0 && n >= to; n += step {
		b.WriteString(strconv.Itoa(n) + "\n")
	}
	return b.String(), true
}

// temporary is the name that mktemp makes: a fresh one in the temporary directory.
func (ap *applied) temporary(args []string) (value, bool) {
	dir := false
	for _, s := range args {
		switch {
		case s == "-d" || s == "--directory":
			dir = true
		case s == "-q" || s == "-t" || s == "-u":
		case strings.HasPrefix(s, "/tmp/") && strings.Contains(s, "XXX") && !strings.Contains(s, ".."):
			return text(s + "\n"), true
		case strings.Contains(s, "XXX") && !strings.Contains(s, "/"):
		default:
			return value{}, false
		}
	}
	temp := ap.facts.Temp
	if temp == "" {
		temp = "/tmp"
	}
	name := temp + "/tmp.XXXXXXXXXX"
	if dir {
		ap.view.mkdir(name)
	}
	return text(name + "\n"), true
}

// realPath is the output of realpath and readlink -f.
func (ap *applied) realPath(args []string) (value, bool) {
	var operand string
	for _, s := range args {
		switch {
		case s == "-f" || s == "-e" || s == "-m":
		case strings.HasPrefix(s, "-"), operand != "":
			return value{}, false
		default:
			operand = s
		}
	}
	if ap.in.Name == "readlink" && len(args) < 2 || operand == "" {
		return value{}, false
	}
	paths, ok := ap.resolve(operand, ap.dirs, false)
	if !ok || len(paths) != 1 {
		return value{}, false
	}
	return text(paths[0].Name + "\n"), true
}

// echoed is the output of echo.
func echoed(words []word) value {
	escapes, newline := false, true
	for len(words) > 0 && words[0].Known && len(words[0].Text) > 1 && words[0].Text[0] == '-' && strings.Trim(words[0].Text[1:], "neE") == "" {
		for _, c := range words[0].Text[1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				escapes = true
			case 'E':
				escapes = false
			}
		}
		words = words[1:]
	}
	out := text("")
	for i, w := range words {
		if i > 0 {
			out = concat(out, text(" "))
		}
		v := wordValue(w)
		if s, ok := v.single(); ok && escapes {
			s, stop := unescape(s, escapeEcho)
			v.set = []string{s}
			if stop {
				return concat(out, v)
			}
		}
		out = concat(out, v)
	}
	if newline {
		out = concat(out, text("\n"))
	}
	if !out.known && len(words) == 1 && !escapes {
		out.roots, out.number = words[0].val.roots, words[0].val.number
	}
	return out
}

// formatted is the output of printf FORMAT ARGUMENTS.
func formatted(words []word) value {
	if len(words) > 0 && words[0].Known && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return text("")
	}
	format := wordValue(words[0])
	f, ok := format.single()
	all := value{why: "formatted text"}
	for _, w := range words {
		all = mix(all, w.val)
	}
	if !ok {
		return all
	}
	var args []string
	for _, w := range words[1:] {
		if !w.Known {
			if f == "%s\n" && len(words) == 2 {
				all.roots, all.number = w.val.roots, w.val.number
			}
			return all
		}
		args = append(args, w.Text)
	}
	var b strings.Builder
	for turn := 0; turn == 0 || len(args) > 0; turn++ {
		before := len(args)
		rest, ok := formatOnce(&b, f, args)
		if !ok || b.Len() > maxText {
			return all
		}
		if args = rest; len(args) == before {
			break
		}
	}
	return text(b.String()).with(all.taint, all.from)
}

// formatOnce uses the format up once; it knows %s, %b, %d, %i, %c, %x and %%.
func formatOnce(b *strings.Builder, f string, args []string) ([]string, bool) {
	next := func() string {
		if len(args) == 0 {
			return ""
		}
		s := args[0]
		args = args[1:]
		return s
	}
	for i := 0; i < len(f); i++ {
		j := strings.IndexByte(f[i:], '%')
		if j < 0 {
			s, _ := unescape(f[i:], escapePrintf)
			b.WriteString(s)
			break
		}
		s, _ := unescape(f[i:i+j], escapePrintf)
		b.WriteString(s)
		i += j + 1
		if i >= len(f) {
			return nil, false
		}
		switch f[i] {
		case '%':
			b.WriteByte('%')
		case 's':
			b.WriteString(next())
		case 'b':
			s, _ := unescape(next(), escapeB)
			b.WriteString(s)
		case 'c':
			if s := next(); s != "" {
				b.WriteByte(s[0])
			}
		case 'd', 'i':
			s := next()
			if s == "" {
				s = "0"
			}
			if !isNumber(s) {
				return nil, false
			}
			b.WriteString(s)
		default:
			return nil, false
		}
	}
	return args, true
}
