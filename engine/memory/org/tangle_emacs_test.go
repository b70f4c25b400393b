package org_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine/memory/org"
)

// tanglePieces are what files to be tangled are made of.
var tanglePieces = [...]string{
	"#+PROPERTY: header-args :tangle all.txt\n", "#+PROPERTY: header-args:lisp :tangle ../up.lisp\n",
	"#+PROPERTY: header-args:sh :shebang #!/bin/sh :tangle run.sh\n", "#+PROPERTY: header-args+ :padline no\n",
	"#+PROPERTY: header-args:Lisp :tangle \"with blank.lisp\" :mkdirp yes\n",
	"#+property: header-args :results (foo) :tangle (bar)\n", "#+PROPERTY: header-args :exports both :tangle no\n",
	"#+FILETAGS: :ARCHIVE:\n", "#+TITLE: A title\n",
	"* A headline\n", "** Deeper\n", "*** Third\n", "* COMMENT left out\n", "* Old :ARCHIVE:\n", "* TODO COMMENT and so\n",
	"* COMMENTARY\n", "** Below :a:b:\n",
	":PROPERTIES:\n:header-args: :tangle below.txt :mkdirp yes\n:END:\n",
	":PROPERTIES:\n:HEADER-ARGS:sh: :tangle no\n:END:\n",
	":PROPERTIES:\n:header-args:lisp+: :padline no\n:END:\n", ":PROPERTIES:\n:header-args:lisp: :tangle yes\n:END:\n",
	"#+begin_src lisp\n(a)\n#+end_src\n", "#+BEGIN_SRC lisp :tangle one.lisp\n(one)\n\n\n  (two)\n#+END_SRC\n",
	"#+begin_src sh :tangle run.sh :shebang \"#!/bin/bash -e\"\necho hi\n#+end_src\n",
	"#+begin_src emacs-lisp :tangle yes\n(message \"x\")\n#+end_src\n",
	"#+begin_src elisp :tangle  yes  \n(b)\n#+end_src\n",
	"#+begin_src python :tangle sub/dir/p.py :mkdirp yes\n  if x:\n    y()\n\n  z\n#+end_src\n",
	"#+begin_src c :tangle gone/c.c\nint x;\n#+end_src\n",
	"#+begin_src c :tangle gone/c.c :mkdirp no\nint y;\n#+end_src\n",
	"#+begin_src text :tangle t.txt\n\t\ttabs\n\t  tab and blanks\n   three\n#+end_src\n",
	"#+begin_src text :tangle t.txt\n\t\ttabs\n\t  tab and blanks\n\t\n          ten\n#+end_src\n",
	"#+begin_src text -i :tangle t.txt\n   kept\n     indent\n#+end_src\n",
	"#+begin_src text -n 10 -r -l \"[ref:%s]\" :tangle t.txt\na [ref:one]\nb (ref:two)\n#+end_src\n",
	"#+begin_src text -r :tangle t.txt\na (ref:one two)  \nb (ref:é)\n(ref:x) c\n#+end_src\n",
	"#+begin_src org :tangle o.txt\n,* headline\n,,* one comma\n ,#+begin_src x\n,#+end_src\n, none\n,,x\n#+end_src\n",
	"#+name: first\n#+begin_src lisp\n(named)\n#+end_src\n", "#+header: :tangle h1.txt\n#+HEADERS: :tangle h2.txt\n",
	"#+HEADER: :padline no\n#+CAPTION[short]: long :x\n#+begin_src text :tangle t.txt\ncaptioned\n#+end_src\n",
	"#+header: :tangle no\n\n#+begin_src text :tangle t.txt\nblank between\n#+end_src\n",
	"#+begin_src text :tangle t.txt :padline no\nnot padded\n#+end_src\n", "#+begin_src text :tangle\nnone\n#+end_src\n",
	"#+begin_src text :tangle \"\"\nempty\n#+end_src\n", "#+begin_src text :tangle t.txt\n#+end_src\n",
	"#+begin_src text :tangle t.txt\n\n\n   \n#+end_src\n", "#+begin_src text :tangle t.txt\n\f page\n  x\n#+end_src\n",
	"#+begin_src text :tangle t.txt\n\n  trimmed  \n\n#+end_src\n", "#+begin_src\nno language\n#+end_src\n",
	"#+begin_src text :noweb yes :tangle t.txt\na << b >> c <<>> 1<<2\n#+end_src\n",
	"#+begin_src text :comments no :tangle t.txt :noweb no-export\nx << y\n#+end_src\n",
	"#+begin_src text :tangle t.txt :no-expand :var\nx\n#+end_src\n",
	"#+begin_src text :foo [a :tangle no] :tangle (t.txt\nx\n#+end_src\n",
	"#+begin_src text :foo \"a :tangle no\" :tangle t.txt\nquoted\n#+end_src\n",
	"#+begin_src text :foo (a :tangle no) :tangle t.txt :bar [[x] :padline no\nbrackets\n#+end_src\n",
	"#+begin_src text :foo \\\"a :tangle t.txt :b \"\nescaped\n#+end_src\n",
	"#+begin_src text x:tangle y :tangle t.txt\nw\n#+end_src\n",
	"#+begin_src text :tangle a:b.txt :padline yes\ncolon\n#+end_src\n",
	"#+begin_src text :tangle t.txt extra\nw\n#+end_src\n",
	"#+begin_src text :tangle ./t.txt\ndot\n#+end_src\n",
	"#+begin_src text :tangle t.txt :tangle u.txt\nlast\n#+end_src\n",
	"#+begin_src text :tangle \"q \\\"t\\\" \\\\.txt\" rest\nquotes\n#+end_src\n",
	"#+begin_example\n#+begin_src text :tangle no1.txt\nx\n#+end_src\n#+end_example\n",
	"#+begin_quote\n#+begin_src text :tangle t.txt\nin a quote\n#+end_src\n#+end_quote\n",
	"- item\n  #+begin_src text :tangle t.txt\n  in an item\n  #+end_src\n",
	"- item\n  #+begin_src text :tangle t.txt\nless\n  #+end_src\n",
	"#+begin_src text :tangle t.txt\nthe ünïcode 日本語\n#+end_src\n",
	"  #+begin_src text :tangle t.txt\n  in\n    deep\n  #+end_src  \n",
	"#+begin_src text :tangle t.txt\n* a headline within\n#+end_src\n", "#+begin_src text :tangle t.txt\nno end\n",
	"#+BEGIN_COMMENT\n#+begin_src text :tangle no2.txt\nx\n#+end_src\n#+END_COMMENT\n", "#+RESULTS: first\n: 3\n", "\n",
	"text\n", "| a |\n",
	":DRAWER:\n#+begin_src text :tangle t.txt\nin a drawer\n#+end_src\n:END:\n", "# comment\n",
	"#+begin_verse\nverse\n#+end_verse\n",
	"#+begin_src sh :tangle run.sh\nlater\n#+end_src\n", "#+begin_src Lisp\n(upper)\n#+end_src\n",
	"#+begin_src lisp :tangle src.lisp\n(src)\n#+end_src\n",
	"#+begin_src text :tangle src.txt :mkdirp\nx\n#+end_src\n",
	"#+begin_src text :tangle t.txt\n\u00a0\u00a0nbsp\n  two\n#+end_src\n",
}

// tangleFile writes an Org file of those pieces.
func tangleFile(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 15))
	var b strings.Builder
	for n := 1 + r.IntN(12); n >= 0; n-- {
		b.WriteString(tanglePieces[r.IntN(len(tanglePieces))])
	}
	text := b.String()
	switch r.IntN(12) {
	case 0:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case 1:
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

func TestTanglesAsEmacs(t *testing.T) {
	t.Parallel()
	dir, texts := t.TempDir(), []string(nil)
	for _, piece := range tanglePieces {
		texts = append(texts, piece, tanglePieces[0]+piece)
	}
	seeds := uint64(60)
	if os.Getenv("PP_LONG") == "1" {
		seeds = 300
	}
	for seed := range seeds {
		texts = append(texts, tangleFile(seed))
	}
	var names []string
	for n, text := range texts {
		name := filepath.Join(dir, fmt.Sprint(n), "in", "src.org")
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, name, text)
		names = append(names, name)
	}
	said := strings.Split(string(emacs(t, "tangle.el", names...)), "\n")
	same, refused := 0, 0
	for n, text := range texts {
		got, err := org.Parse(text).Tangle("src.org")
		if err != nil || tangledTwice(got) {
			refused++
			continue
		}
		if needsDirectory(got) {
			if said[n] == "ok" {
				t.Errorf("file %d: Emacs made a directory:\n%s", n, text)
			}
			continue
		}
		if strings.HasPrefix(said[n], "(void-function") { // Emacs evaluates what is replaced, too
			refused++
			continue
		}
		if diff := cmp.Diff(emacsWrote(t, filepath.Join(dir, fmt.Sprint(n))), wouldWrite(got)); said[n] != "ok" ||
			diff != "" {
			t.Errorf("file %d: Emacs says %s (-Emacs +Tangle):\n%s\n%q", n, said[n], diff, text)
		} else if len(got.Files) > 0 {
			same++
		}
	}
	t.Logf("%d files, %d tangled as Emacs does, %d refused", len(texts), same, refused)
	if same < len(texts)/3 {
		t.Errorf("only %d files were compared", same)
	}
}

// tangledTwice reports whether two names are of one file, which Emacs writes twice.
func tangledTwice(t org.Tangling) bool {
	seen := map[string]bool{}
	for _, f := range t.Files {
		seen[filepath.Clean(f.Name)] = true
	}
	return len(seen) < len(t.Files)
}

func needsDirectory(t org.Tangling) bool {
	for _, f := range t.Files {
		if strings.Contains(f.Name, "gone/") && !f.Mkdirp {
			return true
		}
	}
	return false
}

func wouldWrite(t org.Tangling) map[string]string {
	wrote := map[string]string{}
	for _, f := range t.Files {
		text := f.Text
		if f.Executable {
			text = "x " + text
		}
		wrote[filepath.Join("in", f.Name)] = text
	}
	return wrote
}

// emacsWrote gives what is there but the Org file, by name.
func emacsWrote(t *testing.T, dir string) map[string]string {
	wrote := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "src.org" {
			return err
		}
		info, err := e.Info()
		text := read(t, name)
		if err == nil && info.Mode()&0o111 != 0 {
			text = "x " + text
		}
		rel, rerr := filepath.Rel(dir, name)
		if rerr != nil {
			return rerr
		}
		maps.Copy(wrote, map[string]string{rel: text})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return wrote
}
