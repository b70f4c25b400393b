package credential

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Git is what is asked of the person's own git, outside the sandbox and outside any repository.
type Git interface {
	// Fill gives the user name and password that the person's helpers know for a host; it asks nobody.
	Fill(ctx context.Context, u Use) (name, password string, err error)
	// HTTP gives the settings under http that are for an address, by their names in lower case without "http.".
	HTTP(ctx context.Context, address string) map[string]string
}

// gateway is a proxy for the git of one command. It passes everything on as it is, but that it adds the person's
// password to what git itself asks of a host that was approved, so that no password is ever in the sandbox.
type gateway struct {
	git      Git
	uses     []Use
	token    string // whoever uses it must know
	ca       *authority
	inner    *queue // connections to the inside of a tunnel
	mu       sync.Mutex
	login    map[string]*url.Userinfo // by address; nil where there is none
	moved    map[string]string        // repositories by where a host says that they are now
	outgoing map[string]http.RoundTripper
	note     func(password string)
	ctx      context.Context
}

// Bounds of a gateway.
const (
	maxReplay   = 1 << 20 // bytes of a request that can be sent again with a password
	headerTime  = 30 * time.Second
	gatewayUser = "pp"
)

// lendGateway starts the gateway of one command, and gives the settings of git that lead to it. caFile is where the
// command finds the certificates; note is told each password, so that it is masked in what is printed.
func lendGateway(ctx context.Context, git Git, uses []Use, caFile string, note func(string)) (settings [][2]string,
	certificates []byte, end func() error, err error) {
	ca, err := newAuthority()
	if err != nil {
		return nil, nil, nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, nil, fmt.Errorf("making the gateway for git: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	g := &gateway{git: git, uses: uses, token: rand.Text(), ca: ca, inner: newQueue(l.Addr()), ctx: ctx, note: note,
		login: map[string]*url.Userinfo{}, moved: map[string]string{}, outgoing: map[string]http.RoundTripper{}}
	quiet := log.New(io.Discard, "", 0)
	outer := &http.Server{Handler: http.HandlerFunc(g.serve), ReadHeaderTimeout: headerTime, ErrorLog: quiet}
	inside := &http.Server{Handler: http.HandlerFunc(g.inside), ReadHeaderTimeout: headerTime, ErrorLog: quiet}
	var done sync.WaitGroup
	done.Go(func() { _ = outer.Serve(l) })
	done.Go(func() { _ = inside.Serve(g.inner) })
	proxy := "http://" + gatewayUser + ":" + g.token + "@" + l.Addr().String()
	for i, u := range uses {
		if slices.ContainsFunc(uses[:i], func(o Use) bool { return o.base() == u.base() }) {
			continue
		}
		key := "http." + u.base() + "/."
		settings = append(settings, [2]string{key + "proxy", proxy}, [2]string{key + "proxyAuthMethod", "basic"})
		if u.Scheme == "https" {
			settings = append(settings, [2]string{key + "sslCAInfo", caFile})
		}
	}
	return settings, ca.bundle(), func() error {
		cancel()
		err := errors.Join(outer.Close(), inside.Close())
		done.Wait()
		return err
	}, nil
}

// base is the address of a use without a path.
func (u Use) base() string { return u.Scheme + "://" + u.Address() }

// use finds the use that a request to a host is for.
func (g *gateway) use(scheme, host string) (Use, bool) {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), map[string]string{"http": "80", "https": "443"}[scheme]
	}
	i := slices.IndexFunc(g.uses, func(u Use) bool {
		return u.Scheme == scheme && strings.EqualFold(u.Host, name) && fmt.Sprint(u.Port) == port
	})
	if i < 0 {
		return Use{}, false
	}
	return g.uses[i], true
}

// serve answers what comes to the proxy itself.
func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(gatewayUser+":"+g.token))
	if subtle.ConstantTimeCompare([]byte(r.Header.Get("Proxy-Authorization")), []byte(want)) != 1 {
		w.Header().Set("Proxy-Authenticate", `Basic realm="pp"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}
	r.Header.Del("Proxy-Authorization")
	switch {
	case r.Method == http.MethodConnect:
		g.tunnel(w, r)
	case r.URL.Scheme == "http":
		g.forward(w, r, "http", r.URL.Host)
	default:
		http.Error(w, "not a request to a proxy", http.StatusBadRequest)
	}
}

// tunnel answers CONNECT: for a host of ours with an end inside the gateway, for any other with the host itself.
func (g *gateway) tunnel(w http.ResponseWriter, r *http.Request) {
	u, ours := g.use("https", r.Host)
	var far net.Conn
	if !ours {
		var err error
		dialer := net.Dialer{Timeout: headerTime}
		if far, err = dialer.DialContext(g.ctx, "tcp", r.Host); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		defer far.Close()
	}
	near, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	stop := context.AfterFunc(g.ctx, func() { near.Close() })
	_, _ = io.WriteString(near, "HTTP/1.1 200 Connection established\r\n\r\n")
	if ours {
		g.inner.put(tls.Server(near, g.ca.config(u.Host)))
		return
	}
	defer stop()
	defer near.Close()
	go func() {
		_, _ = io.Copy(far, near)
		far.Close()
	}()
	_, _ = io.Copy(near, far)
}

// inside answers what comes through a tunnel to a host of ours.
func (g *gateway) inside(w http.ResponseWriter, r *http.Request) {
	g.forward(w, r, "https", r.Host)
}

// forward passes a request on, and its answer back.
func (g *gateway) forward(w http.ResponseWriter, r *http.Request, scheme, host string) {
	u, ours := g.use(scheme, host)
	if !ours && scheme == "https" {
		http.Error(w, "another host than the tunnel is for", http.StatusMisdirectedRequest)
		return
	}
	out := r.Clone(r.Context())
	out.RequestURI, out.URL.Scheme, out.URL.Host, out.Host = "", scheme, host, host
	for _, h := range [...]string{"Proxy-Connection", "Connection", "Keep-Alive", "Te", "Upgrade"} {
		out.Header.Del(h)
	}
	resp, err := g.answer(out, u, ours)
	if err != nil {
		http.Error(w, "the gateway of pp: "+err.Error(), http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	maps.Copy(w.Header(), resp.Header)
	w.WriteHeader(resp.StatusCode)
	flush := http.NewResponseController(w)
	buffer := make([]byte, 32<<10)
	for {
		n, err := resp.Body.Read(buffer)
		if _, werr := w.Write(buffer[:n]); werr != nil || err != nil {
			return
		}
		_ = flush.Flush()
	}
}

// answer sends a request, with the password where the host asks for one and git is what asks.
func (g *gateway) answer(r *http.Request, u Use, ours bool) (*http.Response, error) {
	via := g.transport(u, ours)
	if !ours || !g.serves(u, r) || r.Header.Get("Authorization") != "" {
		return via.RoundTrip(r)
	}
	g.mu.Lock()
	login := g.login[u.base()]
	g.mu.Unlock()
	if login != nil {
		return g.authorised(via, r, login)
	}
	head, err := io.ReadAll(io.LimitReader(r.Body, maxReplay))
	if err != nil {
		return nil, err
	}
	rest := r.Body
	body := func() io.ReadCloser {
		if len(head) == 0 {
			return http.NoBody
		}
		return io.NopCloser(io.MultiReader(bytes.NewReader(head), rest))
	}
	r.Body = body()
	resp, err := via.RoundTrip(r)
	if err != nil || resp.StatusCode != http.StatusUnauthorized || len(head) == maxReplay {
		return resp, err
	}
	if login = g.fill(u); login == nil {
		return resp, nil
	}
	resp.Body.Close()
	again := r.Clone(r.Context())
	again.Body = body()
	return g.authorised(via, again, login)
}

// authorised sends a request with a password. Where the host answers that the repository has moved within it, that
// place is as good as the one that was approved.
func (g *gateway) authorised(via http.RoundTripper, r *http.Request, login *url.Userinfo) (*http.Response, error) {
	password, _ := login.Password()
	r.SetBasicAuth(login.Username(), password)
	resp, err := via.RoundTrip(r)
	if err != nil || resp.StatusCode/100 != 3 {
		return resp, err
	}
	if to, err := resp.Location(); err == nil && to.Scheme == r.URL.Scheme && to.Host == r.URL.Host {
		from, _ := gitRequest(r)
		at, service := gitRequest(&http.Request{Method: r.Method, URL: to})
		g.mu.Lock()
		defer g.mu.Unlock()
		first := repository(from)
		if earlier, ok := g.moved[r.URL.Host+first]; ok {
			first = earlier
		}
		if service != "" {
			g.moved[r.URL.Host+repository(at)] = first
		}
	}
	return resp, nil
}

// gitRequest takes apart a request by which git fetches or pushes: the repository's path and the service, "" of others.
func gitRequest(r *http.Request) (repository, service string) {
	path, name := "", ""
	if i := strings.LastIndexByte(r.URL.Path, '/'); i >= 0 {
		path, name = r.URL.Path[:i], r.URL.Path[i+1:]
	}
	switch r.Method {
	case http.MethodPost:
		service = name
	case http.MethodGet:
		var ok bool
		if path, ok = strings.CutSuffix(path, "/info"); ok && name == "refs" {
			service = r.URL.Query().Get("service")
		}
	}
	if service != fetches && service != pushes {
		return "", ""
	}
	return path, service
}

// The services of a repository.
const (
	fetches = "git-upload-pack"
	pushes  = "git-receive-pack"
)

// repository is a path without what may be left out at its end.
func repository(path string) string {
	return strings.TrimSuffix(strings.Trim(path, "/"), ".git")
}

// serves reports whether a request is one by which git fetches from a repository that was approved, or pushes to it
// where that was.
func (g *gateway) serves(to Use, r *http.Request) bool {
	path, service := gitRequest(r)
	if service == "" {
		return false
	}
	path = repository(path)
	g.mu.Lock()
	if from, ok := g.moved[r.URL.Host+path]; ok {
		path = from
	}
	g.mu.Unlock()
	return slices.ContainsFunc(g.uses, func(u Use) bool {
		plain, err := url.PathUnescape(u.Path)
		return err == nil && u.base() == to.base() && (u.Push || service == fetches) &&
			(plain == "" || repository(plain) == path)
	})
}

// fill asks the person's git for the password, once.
func (g *gateway) fill(u Use) *url.Userinfo {
	g.mu.Lock()
	defer g.mu.Unlock()
	if login, asked := g.login[u.base()]; asked {
		return login
	}
	name, password, err := g.git.Fill(g.ctx, u)
	if err != nil || password == "" {
		g.login[u.base()] = nil
		return nil
	}
	g.note(password)
	g.login[u.base()] = url.UserPassword(name, password)
	return g.login[u.base()]
}

// transport is how a host is reached, by the person's own settings.
func (g *gateway) transport(u Use, ours bool) http.RoundTripper {
	key := ""
	if ours {
		key = u.base()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if t, ok := g.outgoing[key]; ok {
		return t
	}
	t := &http.Transport{DisableCompression: true, TLSHandshakeTimeout: headerTime}
	if ours {
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
		settings := g.git.HTTP(g.ctx, u.base()+"/")
		if proxy, err := url.Parse(settings["proxy"]); err == nil && proxy.Host != "" {
			t.Proxy = http.ProxyURL(proxy)
		}
		if text, err := (reader{}).read(settings["sslcainfo"], 4<<20); err == nil {
			t.TLSClientConfig.RootCAs = x509.NewCertPool()
			t.TLSClientConfig.RootCAs.AppendCertsFromPEM(text)
		}
		switch strings.ToLower(settings["sslverify"]) {
		case "false", "no", "off", "0":
			t.TLSClientConfig.InsecureSkipVerify = true // the person said so, in their own configuration
		}
	}
	g.outgoing[key] = t
	return t
}
