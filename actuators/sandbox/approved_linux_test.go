package sandbox

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// A positive control: what was approved works.
func TestApprovedWorks(t *testing.T) {
	newWorld(t).needs(engine.FilesMounts)
	writes := func(names ...string) func(*world) effect.Effects {
		return func(w *world) (e effect.Effects) {
			for _, n := range names {
				e.Writes = append(e.Writes, w.at(strings.ReplaceAll(n, "BASE", w.base)))
			}
			e.Runs = []effect.Program{{Class: effect.ProgramActs}}
			return e
		}
	}
	redirects := func(name string) func(*world) effect.Effects {
		return func(w *world) effect.Effects { return effect.Effects{Writes: []effect.Path{w.at(name)}} }
	}
	for _, c := range []struct {
		name    string
		effects func(*world) effect.Effects
		script  string // BASE and HELPER stand for paths
		after   string // must exist afterwards, or with ! in front must not
		want    string // of the file after, or of the output
	}{
		{"a redirection", redirects("a.txt"), "echo new > a.txt", "BASE/home/ws/a.txt", "new\n"},
		{"sed -i", writes("sub/inside.txt"), "sed -i s/inside/changed/ sub/inside.txt", "BASE/home/ws/sub/inside.txt",
			"changed\n"},
		{"a new tree", writes("new/er/file"), "mkdir -p new/er && echo x > new/er/file", "BASE/home/ws/new/er/file", "x\n"},
		{"outside", writes("BASE/out/approved"), "echo x > BASE/out/approved", "BASE/out/approved", "x\n"},
		{"in the home", writes("BASE/home/note"), "ls -A ~; echo x > ~/note", "BASE/home/note", "x\n"},
		{"in the home, beside what is shown", writes("BASE/home/note"),
			"cat ~/.gitconfig > ~/note; echo x 2>/dev/null > ~/.gitconfig || echo y >> ~/note", "BASE/home/note",
			"settings\ny\n"},
		{"in the temporary directory", writes("BASE/temp/t"), "echo x > BASE/temp/t", "BASE/temp/t", "x\n"},
		{"a deletion", func(w *world) effect.Effects { return effect.Effects{Deletes: []effect.Path{w.at("sub")}} },
			"rm -r sub", "!BASE/home/ws/sub", ""},
		{"a deletion of a tree with a surface", func(w *world) effect.Effects {
			w.put(w.ws+"/old/.vscode/tasks.json", "{}")
			p := w.at("old")
			p.Tree = true
			return effect.Effects{Deletes: []effect.Path{p}, Runs: []effect.Program{{Class: effect.ProgramActs}}}
		}, "rm -r old", "!BASE/home/ws/old", ""},
		{"a mode", func(w *world) effect.Effects { return effect.Effects{Metadata: []effect.Path{w.at("b.txt")}} },
			"chmod 600 b.txt && stat -c %a b.txt", "", "600\n"},
		{"a connection", connects, "HELPER " + attackArg + " tcp BASE || true", "", "ESCAPED\n"},
		{"a socket", func(w *world) effect.Effects {
			return effect.Effects{Sockets: []effect.Socket{{Name: w.out + "/socket"}}}
		},
			"HELPER " + attackArg + " unix BASE || true", "", "ESCAPED\n"},
		{"a file in the home", func(w *world) effect.Effects {
			return effect.Effects{Reads: []effect.Path{w.at(w.home +
				"/read.me")}}
		},
			"cat ~/read.me", "", "read me\n"},
		{"a build", builds,
			"echo x > built && mkdir -p out && echo y > out/o && mkdir -p ~/.cache/a && touch ~/.cache/a/x",
			"BASE/home/ws/out/o", "y\n"},
		{"git data", commits, "echo x > .git/index", "BASE/home/ws/.git/index", "x\n"},
		{"a private /tmp", nothing, "f=$(mktemp) && echo x > $f && cat $f && touch ~/.cache/x && stat -c %a /tmp", "",
			"x\n1777\n"},
		{"a module cache that was approved", func(w *world) effect.Effects {
			w.asks = true
			return writes("BASE/home/go/pkg/mod")(w)
		}, "echo x > ~/go/pkg/mod/fetched && ls ~/go",
			"BASE/home/go/pkg/mod/fetched", "x\n"},
		{"the loopback", builds, "(exec 3<>/dev/tcp/127.0.0.1/1) 2>&1 | grep -q refused && echo yes", "", "yes\n"},
		{"substitutions", nothing, "cat <(echo a); echo b | tee >(cat >/dev/null); echo c > /dev/stderr", "", "a\nb\nc\n"},
		{"devices", nothing, "head -c 10 /dev/zero > /dev/null; : < /dev/urandom; echo ok > /dev/shm/x; cat /dev/shm/x", "",
			"ok\n"},
		{"a module cache", nothing, "cat ~/go/pkg/mod/m; echo x 2>/dev/null > ~/go/pkg/mod/m || echo refused", "",
			"module\nrefused\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.arm()
			w.put(w.home+"/read.me", "read me\n")
			w.put(w.home+"/go/pkg/mod/m", "module\n")
			w.put(w.home+"/.gitconfig", "settings\n")
			fill := strings.NewReplacer("BASE", w.base, "HELPER", w.helper())
			out, exit := w.sh(c.effects(w), fill.Replace(c.script))
			if strings.Contains(out, strings.TrimSpace(planted)) {
				t.Errorf("it shows too much: %s", out)
			}
			file := fill.Replace(c.after)
			switch gone, not := strings.CutPrefix(file, "!"); {
			case not && exists(gone):
				t.Errorf("%s is still there: %s", gone, out)
			case not:
			case file != "":
				out = w.read(file)
				fallthrough
			default:
				if exit.Code != 0 || out != c.want {
					t.Errorf("%+v %q, want %q", exit, out, c.want)
				}
			}
		})
	}
}

// TestSharedMemory: a home and workspace below /dev/shm are there, as anywhere, and nothing else of it is.
func TestSharedMemory(t *testing.T) {
	t.Setenv(testBase, sharedMemory)
	w := newMountedWorld(t)
	got, exit := w.sh(effect.Effects{Writes: []effect.Path{w.at("a.txt")},
		Runs: []effect.Program{{Class: effect.ProgramActs}}},
		"cat b.txt .env; echo new > a.txt; ls "+w.out+"; echo x > "+sharedMemory+"/gone && cat "+sharedMemory+"/gone")
	if !strings.HasPrefix(got, "beta\n") || !strings.HasSuffix(got, "x\n") ||
		strings.Contains(got, "outside") || exit.Code != 0 {
		t.Errorf("%d: %q", exit.Code, got)
	}
	if text := w.read(w.ws + "/a.txt"); text != "new\n" {
		t.Errorf("a.txt has %q", text)
	}
	if exists(sharedMemory + "/gone") {
		t.Error("what was written to the private directory is there")
	}
}
