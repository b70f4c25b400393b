package offline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestKW(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.*")
	files = append(files, "/work/shared/design.md")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		fmt.Println("=====", f, Count(string(b)))
		for _, k := range Keywords(string(b), 10) {
			fmt.Printf("%s(%d) ", k.Text, k.Count)
		}
		fmt.Println()
	}
	d, _ := os.ReadFile("/work/shared/design.md")
	for name, in := range map[string]string{"md": strings.Repeat(string(d), 230), "oneline": strings.Repeat(strings.ReplaceAll(string(d), "\n", " "), 230), "stars": strings.Repeat("*a ", 3<<20), "brk": strings.Repeat("[a", 5<<20), "lt": strings.Repeat("<!--", 2<<20), "org": strings.Repeat("#+begin_src\n", 800000), "dot": strings.Repeat("A. ", 3<<20), "nl": strings.Repeat("a\n\n", 3<<20), "cjk": strings.Repeat("图书馆", 1<<20), "a": strings.Repeat("a", 10<<20), "mdbrk": "# x\n\n" + strings.Repeat("[a", 5<<20), "mdlink": "# x\n\n" + strings.Repeat("[a](", 2<<20), "mdlt": "# x\n\n" + strings.Repeat("<a ", 3<<20), "us": strings.Repeat("_a ", 3<<20), "orgs": "#+title: x\n\n" + strings.Repeat("=a ", 3<<20), "orgl": "#+title: x\n\n" + strings.Repeat("[[a ", 2<<20), "amp": "# x\n\n" + strings.Repeat("&a ", 3<<20), "tick": strings.Repeat("`a ", 3<<20), "quot": strings.Repeat("「a", 2<<20), "gt": strings.Repeat(">", 10<<20), "drawer": strings.Repeat("#+title: a\n:a:\n", 600000)} {
		s := time.Now()
		Summarise(in)
		a := time.Since(s)
		s = time.Now()
		Keywords(in, 10)
		b := time.Since(s)
		s = time.Now()
		Count(in)
		fmt.Println(name, len(in), a, b, time.Since(s))
	}
}
