package table

import (
	"pp/engine/enginetest"
	"reflect"
	"testing"
)

func TestPureCode(t *testing.T) {
	for _, tc := range []struct {
		language, code string
		reads          []string
	}{
		{"python", `print(1+1)`, nil},
		{"python", "import json, sys\nfor row in json.load(sys.stdin):\n    print(row['name'], row.get(\"id\", 0))  # eval",
			nil},
		{"python", `import json; print(json.load(open("package.json"))["version"])`, []string{"package.json"}},
		{"python", `print(sum(len(l) for l in open('a.txt', 'r', encoding='utf-8')))`, []string{"a.txt"}},
		{"python", `import sys; print(f"{sys.version_info.major}.{sys.version_info.minor:>02d} {'a':^10} {{exec}}")`, nil},
		{"python", `from datetime import datetime as d, timedelta; print(d.now() - timedelta(days=3))`, nil},
		{"python", `import re,sys; print(re.findall(r"exec\(\w+\)", sys.stdin.read()))`, nil},
		{"python", `import urllib.parse; print(urllib.parse.quote("a b"))`, nil},
		{"node", `process.version`, nil},
		{"node", `require('./package.json').version`, []string{"./package.json"}},
		{"node", `console.log(Object.keys(require("./package.json").dependencies || {}).join("\n"))`,
			[]string{"./package.json"}},
		{"node", `console.log([1,2,3].map(x => x * 2).filter((y, i) => y / 2 > i)[0])`, nil},
		{"node", `const os = require('os'); console.log(os.cpus().length, "a b".replace(/eval\(/g, ''))`, nil},
		{"node", `JSON.parse(require('fs').readFileSync('tsconfig.json', 'utf8')).compilerOptions["strict"]`,
			[]string{"tsconfig.json"}},
		{"node", `new Date(0).toISOString()`, nil},
		{"perl", `print if /error/i`, nil},
		{"perl", `s/\t/  /g`, nil},
		{"perl", `$h{length $_}++ }{ print "$_ $h{$_}" for sort {$a<=>$b} keys %h`, nil},
		{"perl", `print $F[1], "\n" if $. > 1 && $F[2] ne ""`, nil},
		{"perl", `$s += $F[0]*$F[1]; END_OF`, nil},
		{"perl", `/AAA.*BBB.*CCC/ && print`, nil},
		{"perl", `$l = $_ if length($_) > 9; END { print $l }`, nil},
	} {
		pure, ok := PureCode(tc.language, tc.code)
		if !ok || !reflect.DeepEqual(pure.Reads, tc.reads) {
			t.Errorf("%s %q: %+v, %v; want the reads %q", tc.language, tc.code, pure, ok, tc.reads)
		}
	}
}

// Each line is a way to do something else, or to get at a name unseen.
func TestPureCodeRefuses(t *testing.T) {
	for language, lines := range enginetest.Map[[]string]("testdata/pure.txt") {
		for _, code := range lines {
			if pure, ok := PureCode(language, code); ok {
				t.Errorf("%s %q was taken for pure: %+v", language, code, pure)
			}
		}
	}
}

func FuzzPureCode(f *testing.F) {
	for _, s := range []string{`print(f"{1:>2}")`, `x => /a[/]/.test(x)`, `print if /x/ && $F[1]*2`, "open('a', 'r')",
		`"a`, "{", "/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		for _, language := range []string{"python", "node", "perl"} {
			PureCode(language, code)
		}
	})
}
