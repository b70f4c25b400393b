package table

import (
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
	for language, lines := range map[string][]string{
		"python": {
			`import os; os.system("id")`, `exec("x")`, `__import__("os").system("id")`, `eval("1")`,
			`import json; json.codecs.open("x","w")`,
			`().__class__.__base__.__subclasses__()`, `getattr(print, "__self__")`, `globals()["x"]`, `open("x", "w")`,
			`open("x", mode="a")`,
			`open(name)`, `o = open; o("x","w")`, `import sys; sys.modules["os"].system("id")`, `from os import system`,
			`from json import *`,
			`import operator; operator.attrgetter("a")(1)`, `f"{__import__('os').system('id')}"`, `f"{eval('1')}"`,
			`f'''{open("x","w")}'''`,
			"f\"{exec('x')!r:>10}\"", `ｅｖａｌ("1")`, `print(1); import subprocess`, "x=1\nimport socket",
			`import json as j, os as o`,
			`import importlib; importlib.import_module("os")`, `vars()`, `compile("1","","exec")`, `breakpoint()`, `help()`,
			"print `id`",
			`input()`, `open("a" "b", "w")`, `import random; random._os.system("id")`, `rf"{exec(1)}"`,
			`"a" if 1 else exec("x")`,
			"\"unterminated", `open("x", "r+")`, `open("x", "rw")`, `with open("x", "wb") as f: f.write(b"1")`,
			`import json.tool`,
			`import timeit; timeit.timeit("__import__('os')")`, `import a.json`, `from . import x`, "import\\\n os",
			"eval\\\n(1)",
			`f"{x:{exec('1')}}"`, `f"{(lambda: exec('1'))()}"`, `import collections as c; c.sys`, `import this`, `import pickle`,
			`async def f(): pass`, `print(open("x").buffer.raw._blksize)`,
		},
		"node": {
			`require("child_process").execSync("id")`, `require("fs").writeFileSync("x","")`, `process.mainModule.require("fs")`,
			`eval("1")`,
			`[].constructor.constructor("return process")()`, `[]["filter"]["constructor"]("x")()`,
			`let k="constructor"; [][k][k]("x")()`,
			`fs.unlinkSync("x")`, `child_process.execSync("id")`, `globalThis.process`, `import("fs")`,
			`require("child_\x70rocess")`,
			"`${require('child_process')}`", `process.kill(1)`, `process.binding("fs")`, `new Function("x")()`,
			`Function("x")()`,
			`this.constructor`, `require(name)`, `const r = require; r("fs")`, `require("./x.js")`, `require("/etc/x.json")`,
			`(0 ? 1 : eval)("x")`, `(1 ? eval : 0)("x")`, `a++ / eval("1") / 1`, `process["mainModule"]`, `x["con"+"structor"]`,
			`require("fs").readFileSync(name)`, `require("fs").readFileSync("a" + b)`, `fetch("https://x")`, `require("http")`,
			`// x`,
			`({}) /1/ eval(1)`, `let {constructor: c} = []; c`, `process.env.TOKEN`, `ｅval(1)`, `\u0065val("1")`,
			`with (process) {}`,
			`console.log(global)`, `setTimeout("x")`, `require("module")`, `"x"["constr\u0075ctor"]`,
			`let require = x; require("os")`,
			`let {[k]: c} = []; c("x")`,
		},
		"perl": {
			`system("id")`, "`id`", `print qx(id)`, `open(F,">x")`, `unlink "x"`, `eval "x"`, `use IO::File`, `require "x"`,
			`do "x"`,
			`exec "id"`, `&{"sys"."tem"}("id")`, `*{"x"}`, `s/x/"id"/ee`, `s{x}{1}gee`, `/(?{ system("id") })/`, `/(??{ "x" })/`,
			`@ARGV=("id|"); print <>`, `@{"AR"."GV"}=("id|"); <>`, `$x="ARG"."V"; @$x=("id|")`, `$f->("x")`, `$o->$m()`,
			`IO::File->new("id|")`,
			`print "@{[system('id')]}"`, `print "${\ fork}"`, `$SIG{ALRM}="x"; alarm 1`, `print $ENV{TOKEN}`, `kill 9, 1`,
			`$^I=""; print`,
			`s x.xsystem(q(id))xe`, "m\nxsystemx", `q aida`, `new IO::File "id|"`, `autoflush STDOUT 1; $f = new IO'File "id|"`,
			`rename "a","b"`, `truncate "x",0`, `1 if 1or system "id"`, `print 1;0system("x")`, `goto &x`, `*x=sub {1}`,
			`local*$x=["id|"]`,
			`CORE::system("id")`, `main::system("x")`, `sysopen F,"x",1`, `fork while 1`, `$x = \&foo`, `& foo`, `tie %h, "X"`,
			`dump`,
			`symlink "a","b"`, `chmod 0777,"x"`, `socket(S,2,1,6)`, `gethostbyname("x")`, `BEGIN { 1 }`, `if(1){1}*$x=[1]`,
		},
		"ruby": {`puts 1`}, "": {`1`},
	} {
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
