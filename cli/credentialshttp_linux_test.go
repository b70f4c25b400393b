package cli

import (
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pp/engine/enginetest"
)

// gitHTTP is git http-backend behind a server that asks for a password, which it notes the services of.
type gitHTTP struct {
	*httptest.Server
	mu   sync.Mutex
	auth []string // METHOD SERVICE of what came with the password
	bare int      // how much came without
}

const (
	storedName     = "person"
	storedPassword = "correct-Horse-1battery!staple"
)

func startHTTP(t testing.TB, root string, secure bool) *gitHTTP {
	t.Helper()
	out, err := exec.Command("git", "--exec-path").Output()
	backend := strings.TrimSpace(string(out)) + "/git-http-backend"
	if _, serr := os.Stat(backend); err != nil || serr != nil {
		enginetest.Skip(t, os.Getenv, true, "git http-backend: %v %v", err, serr)
	}
	h := &gitHTTP{}
	handler := &cgi.Handler{Path: backend, Root: "/", Env: []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1",
		"REMOTE_USER=" + storedName, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"},
		Stderr: io.Discard}
	serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, password, _ := r.BasicAuth()
		h.mu.Lock()
		defer h.mu.Unlock()
		if name != storedName || password != storedPassword {
			h.bare++
			w.Header().Set("WWW-Authenticate", `Basic realm="git"`)
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		h.auth = append(h.auth, r.Method+" "+r.URL.Path)
		handler.ServeHTTP(w, r)
	})
	if secure {
		h.Server = httptest.NewTLSServer(serve)
	} else {
		h.Server = httptest.NewServer(serve)
	}
	t.Cleanup(h.Close)
	return h
}

// TestGitOverHTTPWithAStoredPassword: the person's git knows a password. What they approved uses it, and nothing
// prints it or has it for another host.
func TestGitOverHTTPWithAStoredPassword(t *testing.T) {
	t.Parallel()
	for _, secure := range []bool{false, true} {
		t.Run(fmt.Sprint("secure=", secure), func(t *testing.T) {
			p := newCredentialPlace(t)
			h := startHTTP(t, filepath.Dir(p.remote), secure)
			host, scheme := strings.TrimPrefix(strings.TrimPrefix(h.URL, "https://"), "http://"), "http"
			settings := "[credential]\nhelper = store\n"
			if secure {
				scheme = "https"
				ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: h.Certificate().Raw})
				p.keep(p.home+"/ca.pem", string(ca))
				settings += "[http]\nsslCAInfo = " + p.home + "/ca.pem\n"
			}
			data, _ := os.ReadFile(p.home + "/.gitconfig")
			p.keep(p.home+"/.gitconfig", string(data)+settings)
			p.keep(p.home+"/.git-credentials", scheme+"://"+storedName+":"+url.QueryEscape(storedPassword)+"@"+
				url.QueryEscape(host)+"\n")
			p.git("-C", p.dir, "remote", "set-url", "origin", h.URL+"/repo.git")
			// A git of the workspace's own is not asked.
			if err := errors.Join(os.Mkdir(p.dir+"/bin", 0o755), os.WriteFile(p.dir+"/bin/git",
				[]byte("#!/bin/sh\ntouch "+p.home+"/asked\n"), 0o755)); err != nil {
				t.Fatal(err)
			}
			p.env = append(p.env, "PATH="+p.dir+"/bin:"+os.Getenv("PATH"))
			defer func() {
				if _, err := os.Stat(p.home + "/asked"); err == nil {
					t.Error("the workspace's git ran")
				}
			}()
			hook := "#!/bin/sh\nprintf 'protocol=" + scheme + "\\nhost=" + host + "\\n\\n' | git credential fill\n" +
				"printf 'protocol=https\\nhost=elsewhere.test\\n\\n' | git credential fill && echo GIVEN\n" +
				"cat ~/.git-credentials " + p.home + "/.git-credentials\nenv\ngit push --dry-run other\n" +
				"GIT_TRACE_CURL=1 GIT_TRACE_REDACT=0 git ls-remote origin\nexit 0\n"
			if err := os.WriteFile(p.dir+"/.git/hooks/pre-push", []byte(hook), 0o755); err != nil {
				t.Fatal(err)
			}
			// The command names the machine's git, since PATH finds the workspace's first.
			git, err := exec.LookPath("git")
			if err != nil {
				t.Fatal(err)
			}
			out, _ := p.approve(git + " push origin main")
			head := p.git("-C", p.dir, "rev-parse", "HEAD")
			if got := p.git("-C", p.remote, "for-each-ref", "--format=%(objectname)"); got != head {
				t.Fatalf("pushed %q, not %s: %s", got, head, out)
			}
			p.secret(out)
			if strings.Contains(out, "GIVEN") {
				t.Errorf("another host's password: %s", out)
			}
			out, _ = p.approve(git + " clone " + h.URL + "/repo.git copy")
			if _, err := os.Stat(p.dir + "/copy/go.mod"); err != nil {
				t.Errorf("not cloned: %s", out)
			}
			p.secret(out)
			if used := strings.Join(h.auth, "\n"); !strings.Contains(used, "POST /repo.git/git-receive-pack") {
				t.Errorf("the password was used for:\n%s", used)
			}
			p.write("steal.sh", "#!/bin/sh\nprintf 'protocol="+scheme+"\\nhost="+host+"\\n\\n' | git credential fill | wc -c\n",
				0o755)
			out, _ = p.approve(git + " fetch origin && ./steal.sh")
			if !strings.Contains(out, "could not read Username") {
				t.Errorf("lent to a command that runs more than git: %s", out)
			}
			for _, command := range []string{"cat ~/.git-credentials", "git credential fill", "git config -l"} {
				_, errs, _ := p.run("run " + command)
				p.secret(errs)
			}
		})
	}
}

// secret fails when a text tells the stored password, as it is or encoded.
func (p credentialPlace) secret(text string) {
	p.t.Helper()
	for _, form := range []string{storedPassword, url.QueryEscape(storedPassword),
		base64.StdEncoding.EncodeToString([]byte(storedName + ":" + storedPassword)),
		base64.StdEncoding.EncodeToString([]byte(storedPassword))} {
		if strings.Contains(text, form) {
			p.t.Errorf("it tells the password: %s", text)
		}
	}
}

// TestHelperOfTheWorkspaceIsNotAsked: what a command may have written does not run outside the sandbox, though the
// person's own configuration leads there.
func TestHelperOfTheWorkspaceIsNotAsked(t *testing.T) {
	t.Parallel()
	p := newCredentialPlace(t)
	p.write("helper.sh", "#!/bin/sh\ntouch "+p.home+"/asked\necho username=x; echo password=y\n", 0o755)
	p.git("-C", p.dir, "remote", "set-url", "origin", "http://127.0.0.1:1/repo.git")
	config, _ := os.ReadFile(p.home + "/.gitconfig")
	for name, arrange := range map[string]func(){
		"a helper": func() {
			p.keep(p.home+"/.gitconfig", string(config)+"[credential]\nhelper = !"+p.dir+"/helper.sh\n")
		},
		"a configuration": func() {
			p.write("gitconfig", string(config)+"[credential]\nhelper = !touch "+p.home+"/asked #\n", 0o644)
			_ = os.Remove(p.home + "/.gitconfig")
			if err := os.Symlink(p.dir+"/gitconfig", p.home+"/.gitconfig"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		arrange()
		p.approve("git push origin main")
		if _, err := os.Stat(p.home + "/asked"); err == nil {
			t.Errorf("%s of the workspace ran", name)
			_ = os.Remove(p.home + "/asked")
		}
		_ = os.Remove(p.home + "/.gitconfig")
	}
}
