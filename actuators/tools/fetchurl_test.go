package tools

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
	"pp/sexp"
)

func fetchOf(t *testing.T, o Fetch, url string) (engine.Result, error) {
	t.Helper()
	tool := fetchURL(o)
	c := enginetest.Call(t, tool.Spec, sexp.Plist{}.With("URL", sexp.String(url)), engine.Facts{})
	return tool.Run(t.Context(), c)
}

func TestFetchURL(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte("<html><title>T</title><script>evil()</script><p>One &amp; two</p><div>three</div></html>"))
	})
	mux.HandleFunc("/plain", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("plain text\n")) })
	mux.HandleFunc("/image", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Write([]byte{1, 2, 3})
	})
	mux.HandleFunc("/gone", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "not here", http.StatusGone) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/plain",
			http.StatusFound)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/loop",
			http.StatusFound)
	})
	for path, to := range map[string]string{"/port": "http://127.0.0.1:1/plain", "/scheme": "https://%s/plain",
		"/user": "http://a:b@%s/plain"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, strings.ReplaceAll(to, "%s", r.Host), http.StatusFound)
		})
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	here := Fetch{Private: []string{"127.0.0.1"}}
	for _, tc := range []struct {
		name  string
		fetch Fetch
		path  string
		want  string
		err   string
	}{
		{"html", here, "/page", "T\nOne & two\nthree", ""},
		{"plain", here, "/plain", "plain text", ""},
		{"image", here, "/image", "", "not text"},
		{"gone", here, "/gone", "", "410 Gone"},
		{"redirect on the server that was judged", here, "/away", "plain text", ""},
		{"redirect to another port", here, "/port", "", "redirects to http://127.0.0.1:1/plain; fetch that"},
		{"redirect to another scheme", here, "/scheme", "", "redirects to https://"},
		{"redirect with a name before the host", here, "/user", "", "redirects to http://a:xxxxx@127.0.0.1"},
		{"redirects for ever", here, "/loop", "", "too often"},
		{"this machine", Fetch{}, "/plain", "", "private network"},
		{"this machine, listed with its port", Fetch{Private: []string{strings.TrimPrefix(server.URL, "http://")}}, "/plain",
			"plain text", ""},
		{"this machine, for many names", Fetch{Private: []string{"*.0.0.1", "*"}}, "/plain", "", "private network"},
		{"this machine, listed with another port", Fetch{Private: []string{"127.0.0.1:1"}}, "/plain", "", "private network"},
	} {
		res, err := fetchOf(t, tc.fetch, server.URL+tc.path)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v, want %q", tc.name, err, tc.err)
			}
			continue
		}
		if err != nil || strings.TrimSpace(res.Text) != tc.want || res.Origin != engine.OriginUntrusted ||
			len(res.Flows) != 1 {
			t.Errorf("%s: %+v, %v; want %q", tc.name, res, err, tc.want)
		}
		if strings.Contains(res.Text, "evil") {
			t.Errorf("%s: a script came through", tc.name)
		}
	}
}

func TestFetchURLEffects(t *testing.T) {
	spec := fetchURL(Fetch{}).Spec
	for _, bad := range []string{"ftp://x/", "file:///etc/passwd", "x", "https://a b/"} {
		if e, err := spec.Effects(sexp.Plist{}.With("URL", sexp.String(bad)), engine.Facts{}); err == nil {
			t.Errorf("%s: %+v", bad, e)
		}
	}
	e, err := spec.Effects(sexp.Plist{}.With("URL", sexp.String("https://api.github.com/")), engine.Facts{})
	if err != nil || len(e.Connects) != 1 || e.Connects[0].Host != "api.github.com" || !e.Connects[0].Tool {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestHTMLText(t *testing.T) {
	for page, want := range map[string]string{
		"<p>a<br/>b</p><template/>c<svg><path d='x'/><text>no</text></svg>d": "a\nb\ncd\n",
		"<style>p { x: y }</style><ul><li>one<li>two &lt;3</ul>":             "one\ntwo <3\n",
		"<script>if (a < b) document.write('<p>no</p>')</script>yes":         "yes\n",
		"<table><tr><td>1</td><td>2</td></tr></table><!-- no -->":            "1 2\n",
		"plain < text & more": "plain < text & more\n",
		"<p":                  "",
		"<script>never ends":  "",
		"caf\xe9 &eacute;":    "caf\uFFFD é\n",
	} {
		if got := htmlText([]byte(page)); got != want {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}
