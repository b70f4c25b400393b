package shell_test

import (
	"testing"

	"pp/engine"
)

// TestListedDirectories checks that naming the starting points of find is no reading of all below them where it goes no
// further than their names, and that what is done with those names is judged as before.
func TestListedDirectories(t *testing.T) {
	a, f := analyst(), home()
	for _, tc := range []struct {
		cmd  string
		want engine.Decision
	}{
		{`find / -maxdepth 1`, engine.Allow},
		{`find / -maxdepth 0 -type d`, engine.Allow},
		{`lsblk /dev/sda`, engine.Allow},
		{`findmnt /dev/sda1`, engine.Allow},
		{`find / -maxdepth 2`, engine.Ask},
		{`du -sh /var`, engine.Allow},
		{`du -xh --max-depth=1 /var`, engine.Allow},
		{`grep -rl x /var`, engine.Ask},
		{`du -sh /home`, engine.Ask},
		{`find /var -name "*.log" -exec cat {} +`, engine.Ask},
		{`find / -maxdepth 1 -maxdepth 5`, engine.Ask},
		{`find / -maxdepth "$(cat n)"`, engine.Ask},
		{`find / -maxdepth 1 | xargs cat`, engine.Ask},
		{`find / -maxdepth 1 -exec rm -rf {} +`, engine.Deny},
		{`find / -maxdepth 1 -delete`, engine.Deny},
		{`find / -maxdepth 1 | xargs rm -rf`, engine.Deny},
		{`rm -rf $(find / -maxdepth 1 -newer a.txt)`, engine.Deny},
	} {
		if v := judge(t, a, tc.cmd, f); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}

// TestFilterFiles checks that awk -f and sed -f are judged by what the file of the workspace says, and not at all where
// the same command may change it.
func TestFilterFiles(t *testing.T) {
	a, f := analyst(), home()
	w := f.Workspace.Root
	files := newTree("/", w+"/.git/HEAD", w+"/a.txt", w+"/link.awk -> /etc/passwd")
	for name, text := range map[string]string{
		"ok.awk": "{ n += $1 }\nEND { print n }\n", "s.sed": "s/a/b/\n", "run.awk": `BEGIN { system("rm -rf ~") }`,
		"write.awk": `{ print > "out" }`, "more.awk": "@include \"x\"\n", "secret.awk": `BEGIN { getline x < ".env" }`,
	} {
		files.files[w+"/"+name] = text
	}
	f.FS = files
	for _, tc := range []struct {
		cmd  string
		want engine.Decision
	}{
		{`awk -f ok.awk a.txt`, engine.Allow},
		{`gawk -f ok.awk -v x=1 a.txt | sort`, engine.Allow},
		{`sed -n -f s.sed a.txt`, engine.Allow},
		{`git ls-files | xargs awk -f ok.awk`, engine.Allow},
		{`awk -f write.awk a.txt`, engine.Ask},
		{`awk -f more.awk a.txt`, engine.Ask},
		{`awk -f link.awk a.txt`, engine.Ask},
		{`awk -f none.awk a.txt`, engine.Ask},
		{`awk -f /tmp/x.awk a.txt`, engine.Ask},
		{`x=$(cat a.txt); awk -f "$x" a.txt`, engine.Ask},
		{`sed -i -f s.sed a.txt`, engine.Ask},
		{`make; awk -f ok.awk a.txt`, engine.Ask},
		{`cp run.awk ok.awk; awk -f ok.awk a.txt`, engine.Ask},
		{`for i in 1 2; do awk -f ok.awk a.txt; cp run.awk ok.awk; done`, engine.Ask},
		{`awk -f ok.awk a.txt & mv run.awk ok.awk`, engine.Ask},
		{`awk -f run.awk a.txt`, engine.Deny},
		{`awk -f ok.awk -f run.awk a.txt`, engine.Deny},
		{`awk -f secret.awk a.txt`, engine.Ask},
	} {
		if v := judge(t, a, tc.cmd, f); v.Decision != tc.want {
			t.Errorf("%s: %v, want %v: %s", tc.cmd, v.Decision, tc.want, v.Sentence())
		}
	}
}
