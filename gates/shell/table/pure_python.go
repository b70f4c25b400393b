package table

import (
	"strings"
	"sync"
)

// pythonNames are what code in Python may name, made when the first code is read.
var pythonNames = sync.OnceValue(func() (n struct{ denied, modules, attrs map[string]bool }) {
	// The built-in names (library reference, "Built-in Functions") through which anything can be reached. A name that
	// is none of the built-in ones stands for what the code itself made, or is an error.
	n.denied = setOf(`breakpoint compile copyright credits delattr eval exec execfile exit file getattr globals help
		input license locals open quit raw_input reload setattr vars memoryview apply intern buffer async await`)
	// Modules all of whose names below, of the attributes listed, only compute.
	n.modules = setOf(`sys json re math cmath string datetime time calendar collections itertools functools statistics
		random hashlib hmac textwrap decimal fractions uuid base64 binascii struct unicodedata keyword heapq bisect copy
		enum typing dataclasses pprint html urllib.parse secrets zlib colorsys difflib csv platform tomllib ast zoneinfo
		ipaddress shlex fnmatch`)
	n.attrs = setOf(
		// sys, without modules, path hooks and frames
		`argv stdin stdout stderr version version_info hexversion maxsize byteorder executable platform prefix flags
		 implementation getsizeof getrecursionlimit read readline readlines write flush buffer close encoding major minor
		 micro name exit`,
		// strings, bytes, lists, dictionaries, sets, numbers
		`capitalize casefold center count encode decode endswith expandtabs find index isalnum isalpha isascii isdecimal
		 isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans
		 partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines
		 startswith strip swapcase title translate upper zfill hex fromhex append extend insert pop remove reverse sort
		 copy clear get items keys values update setdefault fromkeys popitem add discard union intersection difference
		 symmetric_difference issubset issuperset isdisjoint bit_length bit_count to_bytes from_bytes as_integer_ratio
		 is_integer real imag conjugate numerator denominator`,
		// json, re, math, statistics, random
		`load loads dump dumps match fullmatch search sub subn findall finditer escape group groups groupdict start end
		 span pattern compile IGNORECASE MULTILINE DOTALL VERBOSE I M S X sqrt pow exp log log2 log10 sin cos tan asin acos
		 atan atan2 pi e tau inf nan floor ceil trunc fabs fsum prod gcd lcm factorial comb perm hypot degrees radians
		 isclose isfinite isinf isnan isqrt dist mean median mode stdev variance pstdev fmean quantiles random randint
		 choice choices sample shuffle uniform seed randrange gauss token_hex token_urlsafe`,
		// time and dates
		`datetime date time timedelta timezone utc now utcnow today fromtimestamp timestamp strftime strptime isoformat
		 fromisoformat isocalendar weekday isoweekday year month day hour minute second microsecond days seconds
		 total_seconds astimezone ctime gmtime localtime mktime monotonic perf_counter sleep combine toordinal tzinfo
		 utcoffset monthrange isleap month_name day_name ZoneInfo key`,
		// collections, itertools, functools, text, hashes, encodings, others
		`Counter OrderedDict defaultdict deque namedtuple most_common elements appendleft popleft rotate chain
		 from_iterable combinations permutations product groupby islice count cycle repeat accumulate zip_longest starmap
		 takewhile dropwhile pairwise tee reduce partial lru_cache cache dedent indent wrap fill shorten Decimal quantize
		 Fraction uuid4 uuid5 UUID NAMESPACE_DNS md5 sha1 sha224 sha256 sha384 sha512 blake2b sha3_256 new hexdigest digest
		 b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode hexlify unhexlify
		 crc32 pack unpack calcsize normalize category lookup iskeyword kwlist heapify heappush heappop nlargest nsmallest
		 bisect_left bisect_right insort deepcopy pprint pformat unescape urlparse urlsplit urlunparse urlencode quote
		 unquote quote_plus unquote_plus parse parse_qs parse_qsl urljoin scheme netloc hostname port query fragment params
		 geturl compress decompress unified_diff ndiff SequenceMatcher ratio get_close_matches reader writer DictReader
		 DictWriter writerow writerows fieldnames python_version python_implementation machine node processor release
		 literal_eval walk ip_address ip_network num_addresses hosts network_address broadcast_address fnmatch fnmatchcase
		 filter ascii_letters ascii_lowercase ascii_uppercase digits punctuation hexdigits printable whitespace __version__
		 __name__ __doc__ __file__ dataclass field asdict Enum`)
	return n
})

// pythonReader reads the tokens of a program in Python.
type pythonReader struct {
	codeReader
}

// purePython reads code in Python (language reference, "Lexical analysis"). Names
// in other scripts are refused: Python folds them to ASCII.
func purePython(text string) (Pure, bool) {
	tokens, ok := pythonTokens(text)
	if !ok {
		return Pure{}, false
	}
	r := pythonReader{codeReader{tokens: tokens}}
	for r.at < len(r.tokens) {
		if !r.next() {
			return Pure{}, false
		}
	}
	return r.out, true
}

// next looks at one token, or at one import or call of open.
func (r *pythonReader) next() bool {
	t := r.tokens[r.at]
	if t.kind != codeName {
		r.at++
		return true
	}
	if r.sign(r.at-1, ".") {
		r.at++
		return pythonNames().attrs[t.text]
	}
	switch t.text {
	case "import":
		r.at++
		return r.modules()
	case "from":
		if r.statementStart() {
			r.at++
			return r.from()
		}
	case "open":
		return r.open()
	case "__name__", "__file__":
	default:
		if strings.HasPrefix(t.text, "__") || pythonNames().denied[t.text] {
			return false
		}
	}
	r.at++
	return true
}

// statementStart tells the from of an import from that of yield and raise.
func (r *pythonReader) statementStart() bool {
	before := r.token(r.at - 1)
	return before.kind == codeEnd || before.kind == codeSign &&
		(before.text == "\n" || before.text == ";" || before.text == ":")
}

// module reads a dotted name and notes it.
func (r *pythonReader) module() bool {
	var parts []string
	for r.token(r.at).kind == codeName {
		parts = append(parts, r.tokens[r.at].text)
		r.at++
		if !r.sign(r.at, ".") {
			break
		}
		r.at++
	}
	name := strings.Join(parts, ".")
	if !pythonNames().modules[name] {
		return false
	}
	if name != "sys" && name != "time" { // no file can take the place of these
		r.out.Imports = append(r.out.Imports, parts[0])
	}
	return true
}

// modules reads what follows import: names with as, by commas.
func (r *pythonReader) modules() bool {
	for {
		if !r.module() || !r.as() {
			return false
		}
		if !r.sign(r.at, ",") {
			return true
		}
		r.at++
	}
}

// as reads the name that something imported is given, if any.
func (r *pythonReader) as() bool {
	if t := r.token(r.at); t.kind != codeName || t.text != "as" {
		return true
	}
	r.at += 2
	return r.token(r.at-1).kind == codeName
}

// from reads MODULE import NAME [as NAME], …; a star would bring any name.
func (r *pythonReader) from() bool {
	if !r.module() || r.token(r.at).text != "import" {
		return false
	}
	r.at++
	if r.sign(r.at, "(") {
		r.at++
	}
	for {
		t := r.token(r.at)
		if t.kind != codeName || !pythonNames().attrs[t.text] {
			return false
		}
		r.at++
		if !r.as() {
			return false
		}
		if !r.sign(r.at, ",") {
			return true
		}
		r.at++
	}
}

// open reads open("FILE") with a mode that reads.
func (r *pythonReader) open() bool {
	name := r.token(r.at + 2)
	if !r.sign(r.at+1, "(") || name.kind != codeString || !name.raw {
		return false
	}
	r.at += 3
	for !r.sign(r.at, ")") {
		if !r.sign(r.at, ",") {
			return false
		}
		r.at++
		if t := r.token(r.at); t.kind == codeName && (t.text == "encoding" || t.text == "errors" || t.text == "newline") &&
			r.sign(r.at+1, "=") &&
			r.token(r.at+2).kind == codeString {
			r.at += 3
			continue
		}
		if t := r.token(r.at); t.kind == codeName && t.text == "mode" && r.sign(r.at+1, "=") {
			r.at += 2
		}
		switch t := r.token(r.at); {
		case t.kind == codeString && t.raw && (t.text == "r" || t.text == "rb" || t.text == "rt"):
			r.at++
		default:
			return false
		}
	}
	r.at++
	r.out.Reads = append(r.out.Reads, name.text)
	return true
}

func pythonTokens(s string) ([]codeToken, bool) {
	var out []codeToken
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t':
			i++
		case c == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i += 2
		case c == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case c == '\'' || c == '"':
			t, end, ok := pythonString(s, i, "")
			if !ok {
				return nil, false
			}
			out, i = append(out, t...), end
		case c >= 0x80 || c == '$' || c == '`' || c == '\\':
			return nil, false
		case isNameStart(c):
			end := nameEnd(s, i)
			if end < len(s) && (s[end] == '\'' || s[end] == '"') && len(strings.Trim(s[i:end], "rRbBuUfF")) == 0 {
				t, after, ok := pythonString(s, end, strings.ToLower(s[i:end]))
				if !ok {
					return nil, false
				}
				out, i = append(out, t...), after
				continue
			}
			out = append(out, codeToken{kind: codeName, text: s[i:end]})
			i = end
		case isDigit(c):
			end := numberEnd(s, i)
			out, i = append(out, codeToken{kind: codeNumber, text: s[i:end]}), end
		default:
			out = append(out, codeToken{kind: codeSign, text: string(c)})
			i++
		}
	}
	return out, true
}

// pythonString reads a string whose quote stands at i. Of a formatted one, the
// tokens of what is put in follow in parentheses.
func pythonString(s string, i int, prefix string) ([]codeToken, int, bool) {
	quote := s[i : i+1]
	if strings.HasPrefix(s[i:], quote+quote+quote) {
		quote = s[i : i+3]
	}
	start := i + len(quote)
	end := start
	for !strings.HasPrefix(s[min(end, len(s)):], quote) {
		if end >= len(s) || s[end] == '\n' && len(quote) == 1 {
			return nil, 0, false
		}
		if s[end] == '\\' {
			end++
		}
		end++
	}
	text := s[start:end]
	formatted := strings.Contains(prefix, "f")
	out := []codeToken{{kind: codeString, text: text, raw: !formatted && !strings.Contains(text, `\`)}}
	if formatted {
		inside, ok := pythonFormat(text)
		if !ok {
			return nil, 0, false
		}
		out = append(out, inside...)
	}
	return out, end + len(quote), true
}

// pythonFormat reads the expressions of a formatted string. Since 3.12 an expression may hold the quotes of the
// string itself; the string is then read as ending there, and what follows as code, so nothing goes unseen.
func pythonFormat(text string) ([]codeToken, bool) {
	var out []codeToken
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && strings.HasPrefix(text[i:], `\N{`) {
			return nil, false
		}
		if text[i] != '{' {
			continue
		}
		if strings.HasPrefix(text[i:], "{{") {
			i++
			continue
		}
		end := strings.IndexByte(text[i:], '}')
		if end < 0 {
			return nil, false
		}
		expr := text[i+1 : i+end]
		if strings.ContainsAny(expr, "{\\") {
			return nil, false
		}
		if colon := strings.LastIndexByte(expr, ':'); colon >= 0 &&
			strings.Trim(expr[colon+1:], "0123456789<>=^+-,._%# bcdeEfFgGnosxX") == "" {
			expr = expr[:colon]
		}
		inside, ok := pythonTokens(expr)
		if !ok {
			return nil, false
		}
		out = append(append(append(out, codeToken{kind: codeSign, text: "("}), inside...),
			codeToken{kind: codeSign, text: ")"})
		i += end
	}
	return out, true
}
