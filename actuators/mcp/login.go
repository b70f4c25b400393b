package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
	"golang.org/x/oauth2"

	"pp/engine"
	"pp/engine/store"
)

// loginTime is how long a person has for a login.
const loginTime = 10 * time.Minute

// login is what is kept of one, readable by its owner alone. It is never printed.
type login struct {
	URL      string        `json:"url"` // of the server that it is for, and for no other
	Client   string        `json:"client"`
	Secret   string        `json:"secret,omitempty"`
	TokenURL string        `json:"token_url"`
	Style    int           `json:"style"`
	Token    *oauth2.Token `json:"token"`
	// Scopes are what was asked for, and what the server wanted beyond that: the next login asks for all of it.
	Scopes []string `json:"scopes,omitempty"`
}

func (one *server) loginFile() string { return filepath.Join(one.set.opts.Dir, one.Name+".login") }

// LoggedIn reports whether a login is kept for a server.
func (s *Set) LoggedIn(name string) bool {
	one, err := s.server(name)
	if err != nil {
		return false
	}
	_, ok, err := one.login()
	return ok && err == nil
}

// Logout forgets a server's login here; what the service knows of it stays.
func (s *Set) Logout(name string) error {
	one, err := s.server(name)
	if err != nil {
		return err
	}
	one.end(nil)
	if err := os.Remove(one.loginFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// login reads what is kept for the server at its present address.
func (one *server) login() (l login, ok bool, err error) {
	data, err := store.Read(context.Background(), one.loginFile(), maxPinFile)
	if errors.Is(err, fs.ErrNotExist) {
		return l, false, nil
	}
	if err != nil || json.Unmarshal(data, &l) != nil {
		return l, false, fmt.Errorf("the login of the MCP server %s cannot be read; `pp mcp login %s` makes a new one",
			one.Name, one.Name)
	}
	return l, l.URL == one.URL && l.Token != nil, nil
}

func (one *server) keepLogin(l login) error {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	return writeFile(one.set.opts.Dir, one.loginFile(), data)
}

// tokens gives the kept login's tokens, and keeps those that they are renewed to.
type tokens struct {
	mu    sync.Mutex
	one   *server
	login login
	inner oauth2.TokenSource
}

func (one *server) tokens(client *http.Client, l login) *tokens {
	cfg := oauth2.Config{ClientID: l.Client, ClientSecret: l.Secret,
		Endpoint: oauth2.Endpoint{TokenURL: l.TokenURL, AuthStyle: oauth2.AuthStyle(l.Style)}}
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, client)
	return &tokens{one: one, login: l, inner: cfg.TokenSource(ctx, l.Token)}
}

// Token implements oauth2.TokenSource.
func (t *tokens) Token() (*oauth2.Token, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	got, err := t.inner.Token()
	if err != nil {
		return nil, fmt.Errorf("%w again: `pp mcp login %s`", ErrLogin, t.one.Name) // the cause may quote tokens
	}
	if got.AccessToken != t.login.Token.AccessToken {
		t.login.Token = got
		if err := t.one.keepLogin(t.login); err != nil {
			return nil, err
		}
	}
	return got, nil
}

// loggedIn hands out the kept login, and never asks a person.
type loggedIn struct {
	one    *server
	source *tokens // nil without a login
}

// TokenSource implements auth.OAuthHandler.
func (h loggedIn) TokenSource(context.Context) (oauth2.TokenSource, error) {
	if h.source == nil {
		return nil, nil
	}
	return h.source, nil
}

// Authorize implements auth.OAuthHandler.
func (h loggedIn) Authorize(_ context.Context, _ *http.Request, res *http.Response) error {
	_ = res.Body.Close()
	more := ""
	if res.StatusCode == http.StatusForbidden && h.source != nil {
		scopes := wanted(res.Header)
		if len(scopes) == 0 {
			return nil // no login would help: it is asked once more, and its refusal is the answer
		}
		if err := h.source.want(scopes); err != nil {
			return err
		}
		more = " for more, " + strings.Join(scopes, " ")
	}
	return fmt.Errorf("%w%s: a person logs in with `pp mcp login %s`", ErrLogin, more, h.one.Name)
}

// maxScopes is how long the scopes are that a server may want, in bytes.
const maxScopes = 1000

// wanted are the scopes that a refusal says the login lacks.
func wanted(header http.Header) []string {
	challenges, _ := oauthex.ParseWWWAuthenticate(header.Values("WWW-Authenticate"))
	for _, c := range challenges {
		if scope := c.Params["scope"]; c.Params["error"] == "insufficient_scope" && len(scope) <= maxScopes {
			return strings.Fields(scope)
		}
	}
	return nil
}

// want keeps what the next login is to ask for besides. Of a server that goes on wanting more, the last is kept alone.
func (t *tokens) want(scopes []string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.login.Scopes = union(t.login.Scopes, scopes); len(strings.Join(t.login.Scopes, " ")) > maxScopes {
		t.login.Scopes = scopes
	}
	return t.one.keepLogin(t.login)
}

// union is what is in either list, each once.
func union(list, more []string) []string {
	list = slices.Concat(list, more)
	slices.Sort(list)
	return slices.Compact(list)
}

// authorised is who adds a login to requests.
func (one *server) authorised(client *http.Client) (auth.OAuthHandler, error) {
	l, ok, err := one.login()
	if err != nil || !ok {
		return loggedIn{one, nil}, err
	}
	return loggedIn{one, one.tokens(client, l)}, nil
}

// Login logs in to a remote server by OAuth 2.1, in the person's browser: show is given the address to open. It waits
// for ten minutes at most, and keeps the tokens in a file of mode 0600.
func (s *Set) Login(ctx context.Context, name string, show func(address string)) error {
	one, err := s.server(name)
	if err != nil {
		return err
	}
	if one.URL == "" {
		return fmt.Errorf("the MCP server %s is started here; only remote servers have a login", name)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, loginTime, errors.New("nobody logged in"))
	defer cancel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer listener.Close()
	client, err := one.client()
	if err != nil {
		return err
	}
	handler, err := auth.NewAuthorizationCodeHandler(one.loginConfig(client, listener, show))
	if err != nil {
		return err
	}
	if err := one.challenge(ctx, client, handler); err != nil {
		return fmt.Errorf("logging in to the MCP server %s: %s", name, s.opts.Mask(err.Error()))
	}
	if !s.LoggedIn(name) {
		return fmt.Errorf("the MCP server %s asks for no login", name)
	}
	one.end(nil)
	return nil
}

func (one *server) loginConfig(client *http.Client, listener net.Listener,
	show func(string)) *auth.AuthorizationCodeHandlerConfig {
	back := "http://" + listener.Addr().String() + "/callback"
	c := &auth.AuthorizationCodeHandlerConfig{RedirectURL: back, RequestRefreshToken: true, AcceptUnadvertisedIss: true,
		Client: client,
		ScopeFilter: func(named []string) []string {
			if l, ok, _ := one.login(); ok {
				return union(named, l.Scopes)
			}
			return named
		},
		AuthorizationCodeFetcher: func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			show(args.URL)
			return callback(ctx, listener)
		},
		NewTokenSource: func(_ context.Context, cfg *oauth2.Config, t *oauth2.Token) (oauth2.TokenSource, error) {
			l := login{URL: one.URL, Client: cfg.ClientID, Secret: cfg.ClientSecret, TokenURL: cfg.Endpoint.TokenURL,
				Style: int(cfg.Endpoint.AuthStyle), Token: t, Scopes: cfg.Scopes}
			return one.tokens(client, l), one.keepLogin(l)
		}}
	if one.ClientID != "" {
		c.PreregisteredClient = &oauthex.ClientCredentials{ClientID: one.ClientID}
		if secret := one.ClientSecret.Reveal(); secret != "" {
			c.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: secret}
		}
		return c
	}
	pp := &oauthex.ClientRegistrationMetadata{ClientName: "pp", RedirectURIs: []string{back},
		TokenEndpointAuthMethod: "none",
		GrantTypes:              []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"}}
	c.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: pp}
	return c
}

// challenge asks the server for nothing, to be told who gives logins to it, and logs in there.
func (one *server) challenge(ctx context.Context, client *http.Client, h *auth.AuthorizationCodeHandler) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, one.URL, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	res, err := client.Do(r)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusUnauthorized && res.StatusCode != http.StatusForbidden {
		return res.Body.Close()
	}
	return h.Authorize(ctx, r, res)
}

// callback waits for the browser to come back with a code. What else connects gets a refusal.
func callback(ctx context.Context, listener net.Listener) (*auth.AuthorizationResult, error) {
	came := make(chan url.Values, 1)
	server := &http.Server{ReadTimeout: 10 * time.Second, MaxHeaderBytes: 32 << 10,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			q := r.URL.Query()
			if r.Method != http.MethodGet || r.URL.Path != "/callback" || q.Get("state") == "" ||
				q.Get("code") == "" && q.Get("error") == "" {
				http.NotFound(w, r)
				return
			}
			_, _ = io.WriteString(w, "Logged in to pp. You can close this page.")
			select {
			case came <- q:
			default: // the first counts
			}
		})}
	go func() { _ = server.Serve(listener) }() // until it is shut down
	defer func() {
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer cancel()
		_ = server.Shutdown(soon)
	}()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case q := <-came:
		if why := q.Get("error"); why != "" {
			return nil, fmt.Errorf("the service refused: %s", engine.Clip(why, 200))
		}
		return &auth.AuthorizationResult{Code: q.Get("code"), State: q.Get("state"), Iss: q.Get("iss")}, nil
	}
}
