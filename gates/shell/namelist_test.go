//go:build linux

package shell_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// TestListedNames checks that pp judges names in a list that the command itself contains like names in the command.
func TestListedNames(t *testing.T) {
	const w = "/home/dev/src/app/"
	a, f := analyst(), home()
	for _, cmd := range []string{
		`printf 'x.txt\0' | sort --files0-from=-`, `printf 'a.txt\0x.txt\0' | wc -l --files0-from -`,
		`printf '%s\0' x.txt | du --files0-from=/dev/stdin`, `wc --files0-from=<(printf 'x.txt\0')`,
		`printf 'x.txt\0' >/tmp/l; sort --files0-from=/tmp/l`, `echo x.txt | file -f -`, `file -f - <<<x.txt`,
		`echo x.txt | tar -cf - --verbatim-files-from -T -`, `printf 'x.txt\0' | tar --null -T- -cf -`,
		`echo x.txt | tar -rf a.tar -T -`, `echo x.txt | zip a.zip -@`, `printf 'a.txt\nx.txt\n' | cpio -o`,
		`printf 'x.txt\0' | cpio -o0`, `echo x.txt | cpio -pdm out`, `echo x.txt | ctags -x -L -`, `echo x.txt | ack -x foo`,
		`echo x.txt | ack --files-from=- foo`, `echo x.txt | git hash-object --stdin-paths`,
		`echo x.txt | git add --pathspec-from-file=-`, `xargs -a <(echo x.txt) cat`, `xargs -0a <(printf 'x.txt\0') cat`,
		`echo x.txt >/tmp/l; xargs -a /tmp/l cat`, `echo a.txt | xargs -ra <(echo x.txt) cat`,
		`echo x.txt | parallel cat -n`, `parallel cat -n ::: x.txt`,
	} {
		_, eff := a.Infer(cmd, f)
		if !slices.ContainsFunc(eff.Reads, func(p effect.Path) bool { return p.Name == w+"x.txt" }) {
			t.Errorf("%s reads x.txt, which its effects lack:\n%q", cmd, describe(eff))
		}
		secret := strings.ReplaceAll(cmd, "x.txt", "/home/dev/.netrc")
		if v := judge(t, a, secret, f); v.Decision != engine.Deny && !strings.Contains(cmd, "du ") {
			t.Errorf("%s reads a secret and is not denied: %s", secret, v.Sentence())
		}
	}
}

// TestUnknownLists checks that pp does not simply allow a command that takes names from unknown data.
func TestUnknownLists(t *testing.T) {
	a, f := analyst(), home()
	for _, cmd := range []string{
		`printf 'a.txt\nx.txt\n' | xargs -n1 sh -c 'cat $0'`, `printf 'a b\nx.txt c\n' | xargs -rn2 bash -c 'cat "$0"'`,
		`printf 'a b x.txt' | xargs --max-args=2 sh -c 'cat $0'`, `printf 'a x.txt b' | xargs -n 2 sh -c 'cat $1'`,
		`parallel cat :::: <(echo x.txt)`, `parallel --arg-file=/dev/stdin cat <<<x.txt`, `parallel gzip -t {} ::: a.gz`,
		`printf 'a.txt b.txt' | xargs -L1 sh -c 'cat $1'`, `git ls-files | parallel 'cat {} | head -1'`,
		`printf 'a.txt\nb.txt\n' | xargs -L1 sh -c 'cat $0'`, `printf 'a.txt b.txt' | xargs -s99 sh -c 'cat $0'`,
		`sort --files0-from=names.txt`, `sort --files0-from names.txt`, `sort --files0=names.txt`,
		`wc --files0-from=names.txt`,
		`wc --files0-from=- < names.txt`, `du --files0-from=names.txt`, `cat names.txt | wc --files0-from=-`,
		`printf '%s\0' "$(cat f)" | wc --files0-from=-`, `wc --files0-from="$(cat f)"`, `file -f names.txt`,
		`file --files-from=names.txt`,
		`printf 'a.txt\n' | tar -cf - -T names.txt`, `tar -cf - --verbatim-files-from --files-from names.txt`,
		`echo '-C/etc' | tar -cf - -T -`, `echo '\057etc/shadow' | tar -cf - -T -`, `tar cTf names.txt -`,
		`cpio -o < names.txt`, `zip a.zip -@ < names.txt`, `ctags -x -L names.txt`, `clang-format --files=names.txt`,
		`ack --files-from=names.txt x`, `ack -x foo < names.txt`, `cppcheck --file-list=names.txt`,
		`git hash-object --stdin-paths < names.txt`, `md5deep -f names.txt`, `bsdtar -cf - @a.txt`,
		`ruff check @names.txt`, `clang-tidy @names.txt`, `typos @names.txt`, `jdeps @names.txt`,
		`llvm-dwarfdump @names.txt`, `xargs -a names.txt cat`, `echo a.txt | xargs -0anames.txt cat`,
		`echo a.txt | xargs -ranames.txt cat`, `echo a.txt | xargs --arg=names.txt cat`, `xargs -a- cat < names.txt`,
		`parallel cat :::: names.txt`, `echo a.txt | parallel cat :::: names.txt`, `parallel cat ::: a.txt :::: names.txt`,
		`parallel cat ::: a.txt ::::+ names.txt`, `cat names.txt | parallel 'cat -n {}'`, `parallel cat ::: "$(cat f)"`,
		`cat names.txt | parallel 'cat {} | head'`, `parallel 'cat {.}' ::: a.txt`, `parallel cat {//} ::: a.txt/b`,
		`wget -qO- -i names.txt`, `find . -files0-from names.txt`,
	} {
		if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
			t.Errorf("%s takes names from data and is allowed: %s", cmd, v.Sentence())
		}
	}
}

// TestListsOfTheWorkspace checks that names known to be below a directory count as a read of that tree.
func TestListsOfTheWorkspace(t *testing.T) {
	a, f := analyst(), home()
	for _, cmd := range []string{
		`git ls-files -z | wc -l --files0-from=-`, `find . -type f -print0 | wc -l --files0-from=-`,
		`find . -name '*.go' -print0 | du -ch --files0-from=-`, `git ls-files -z | sort --files0-from=-`,
		`git ls-files | tar -cf - --verbatim-files-from -T -`,
		`git ls-files | xargs wc -l`,
		`git ls-files | ack -x foo`,
		`sha256sum -c names.txt`, `tar -tf a.tar -T names.txt`, `grep -f names.txt a.txt`,
	} {
		if v := judge(t, a, cmd, f); v.Decision != engine.Allow && !strings.HasPrefix(cmd, "tar -tf") {
			t.Errorf("%s only reads the workspace and is not allowed: %s", cmd, v.Sentence())
		}
	}
	if v := judge(t, a, `find ~ -type f -print0 | sort --files0-from=-`, f); v.Decision == engine.Allow {
		t.Errorf("a read of the home directory by a list of names is allowed: %s", v.Sentence())
	}
}

// TestListedNamesReally runs real programs on lists of names: the effects must name each printed file, or the command
// must not be allowed.
func TestListedNamesReally(t *testing.T) {
	shell, dir := bash(t), t.TempDir()
	const canary = "the content of the file"
	for name, text := range map[string]string{"secret.txt": canary + "\n", "plain.txt": "plain\n", "list": "secret.txt\n",
		"list0": "secret.txt\x00"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, f, shown := analyst(), home(), 0
	f.FS, f.Dir, f.Workspace.Root, f.Env["PWD"] = osFS{}, dir, dir, dir
	for _, reader := range []string{`sort --files0-from=FILE`, `sort --files0=FILE`, `xargs -a FILE cat`,
		`xargs -0raFILE cat`, `tar -cOT FILE`, `tar --null -cf- -T FILE`} {
		for _, feed := range []string{`READ -`, `cat list0 | READ -`, `printf 'secret.txt\0' | READ -`, `READ list0`,
			`READ - < list0`, `READ <(printf 'secret.txt\0')`, `printf 'plain.txt\0' | READ list0`,
			`n=secret.txt; printf "$n\0" | READ -`, `printf 'plain.txt\0' | READ /dev/stdin < list0`} {
			before, file, _ := strings.Cut(feed, "READ ")
			file, input, _ := strings.Cut(file, " < ")
			cmd := before + strings.Replace(reader, "FILE", file, 1)
			if input != "" {
				cmd += " < " + input
			}
			if !strings.Contains(reader, "0") && !strings.Contains(reader, "null") {
				cmd = strings.NewReplacer("list0", "list", `\0`, `\n`).Replace(cmd)
			}
			c := exec.Command(shell, "--norc", "--noprofile", "-c", cmd)
			c.Dir = dir
			out, _ := c.Output()
			if !strings.Contains(string(out), canary) {
				continue
			}
			shown++
			_, eff := a.Infer(cmd, f)
			read := slices.ContainsFunc(eff.Reads, func(p effect.Path) bool { return filepath.Base(p.Name) == "secret.txt" })
			if v := judge(t, a, cmd, f); !read && v.Decision == engine.Allow {
				t.Errorf("%s printed a file that its effects lack: %q", cmd, describe(eff))
			}
		}
	}
	if shown < 20 {
		t.Errorf("%d of the commands printed the file, want more: the test proves too little", shown)
	}
}
