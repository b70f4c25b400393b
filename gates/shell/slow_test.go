package shell_test
import ("testing";"time";"strings";"fmt")
func TestSlow(t *testing.T){
 a,f:=analyst(),home()
 line:=func(format string) string { var b strings.Builder; for i:=0;b.Len()<64<<10;i++ { b.WriteString(strings.ReplaceAll(format,"%",fmt.Sprint(i))) }; return b.String() }
 for n,c:=range map[string]string{
  "unknown": line("frob% --x 'rm -rf x' --y=\"a b\" sh -c 'ls'\n"),
  "writes": line("echo a > f%; foo% 'a b; c'\n"),
  "vars": line("x%=$x$y; cat \"$x%\"\n"),
  "sets": "if a; then x=1; else x=2; fi\n"+line("y%=$x; echo $y% $x\n"),
  "loops": line("for i in 1 2 3; do x%=$i; done\n"),
  "python": line("python3 -c 'print(\"rm -rf /tmp/x%\", open(\"/etc/passwd\"))'\n"),
  "subst": line("echo $(echo $(echo %))\n"),
  "funcs": line("f%() { ls; }; f%\n"),
  "globs": line("ls *.go /usr/bin/a*\n"),
  "heredoc": line("cat <<E\n$x %\nE\n"),
  "ifs": strings.Repeat("if a; then x=$x; y=1; ",300)+":"+strings.Repeat("; fi",300),
  "oneword": "echo "+strings.Repeat("a",120<<10),
  "words": "echo "+strings.Repeat("a ",30<<10),
  "xargs": "echo "+strings.Repeat("a ",30<<10)+"| xargs -n1 rm",
  "quotes": "frob '"+strings.Repeat("\"x y\" ",10000)+"'",
  "replace": "x="+strings.Repeat("ab",250)+"; "+line("y=${x//[a-b]*c/d}; "),
  "cases": "case x in "+strings.Repeat("a) ls;; ",5000)+"esac",
  "nestedloop": strings.Repeat("while read x; do y=$x; ",12)+"rm $y"+strings.Repeat("; done",12),
 } { st:=time.Now(); _,e:=a.Infer(c,f); t.Logf("%-12s %8v len %d effects %d", n, time.Since(st).Round(time.Millisecond/10), len(c), len(e.All())) }
}
