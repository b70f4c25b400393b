package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"pp/actuators/sandbox"
	"pp/cli/config"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/regular"
)

// Bounds of fetching a program.
const (
	fetchTime   = 5 * time.Minute
	fetchOutput = 4 << 10 // bytes that are shown of what it says
	maxManifest = 1 << 20 // bytes of what a package says of itself
)

// Package is what npx fetches and starts each time for a server: pp has npm fetch it once, and starts what it got.
type Package struct {
	Name string // with its version, if one is given
	Args []string
	Dir  string // where it is, or will be
}

// Package is the package of a server that npx would fetch; ok is false of any other.
func (s *Settings) Package(of config.Server) (p Package, ok bool) {
	if filepath.Base(of.Command) != "npx" || s.Config.Paths.CacheDir == "" {
		return p, false
	}
	for i, word := range of.Args {
		switch {
		case word == "-y" || word == "--yes" || word == "-q" || word == "--quiet":
		case strings.HasPrefix(word, "-") || strings.HasPrefix(word, ".") || strings.ContainsAny(word, ":#$\\ ") ||
			strings.Count(word, "/") > 1 || strings.Contains(word, "/") != strings.HasPrefix(word, "@"):
			return p, false
		default:
			sum := sha256.Sum256([]byte(word))
			return Package{Name: word, Args: of.Args[i+1:],
				Dir: filepath.Join(s.Config.Paths.CacheDir, "mcp", of.Name+"-"+hex.EncodeToString(sum[:8]))}, true
		}
	}
	return p, false
}

// program is what a fetched package has to be started, "" where it was not fetched.
func (p Package) program() string {
	name := p.Name
	if at := strings.LastIndexByte(name, '@'); at > 0 {
		name = name[:at]
	}
	modules := filepath.Join(p.Dir, "node_modules")
	data, err := regular.Read(context.Background(), filepath.Join(modules, name, "package.json"), maxManifest)
	var manifest struct{ Bin any }
	if err != nil || json.Unmarshal(data, &manifest) != nil {
		return ""
	}
	short := name[strings.LastIndexByte(name, '/')+1:]
	if bins, ok := manifest.Bin.(map[string]any); ok {
		if _, named := bins[short]; !named {
			if len(bins) != 1 {
				return ""
			}
			for only := range bins {
				short = only
			}
		}
	} else if manifest.Bin == nil {
		return ""
	}
	return filepath.Join(modules, ".bin", filepath.Base(short))
}

// Fetched reports whether the package is there.
func (p Package) Fetched() bool {
	_, err := os.Stat(p.program())
	return err == nil
}

// Fetch has npm fetch the package: in a sandbox that has the network, and can write to the package's directory and
// nothing else of the person's.
func (h *Executor) Fetch(ctx context.Context, s *Settings, p Package) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm is not installed")
	}
	node, _ := exec.LookPath("node") // without one npm says so
	err = os.MkdirAll(p.Dir, 0o700)
	if err == nil { // else npm would look for a project above it
		err = os.WriteFile(filepath.Join(p.Dir, "package.json"), []byte("{}\n"), 0o600)
	}
	if err != nil {
		return err
	}
	box := sandbox.New(sandboxOptions(s, h.private, nil)) // the directory is pp's own, which others keep out of
	f := s.Facts(nil)
	dir, err := effect.Resolve(f.FS, "/", p.Dir)
	if err != nil {
		return err
	}
	dir.Tree = true
	spec, err := box.Service(p.Dir, f.Workspace, effect.Effects{Writes: []effect.Path{dir},
		Connects: []effect.Endpoint{{Host: "registry.npmjs.org", Port: 443}}}, []string{npm, node})
	if err != nil {
		return err
	}
	cache := filepath.Join(p.Dir, ".npm")
	env := engine.Environment{"PATH": s.Where.Programs(), "HOME": p.Dir, "npm_config_cache": cache, "LC_ALL": "C.UTF-8"}
	for _, name := range [...]string{"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "https_proxy",
		"NO_PROXY", "no_proxy", "npm_config_registry"} {
		if v := s.System.Env(name); v != "" {
			env[name] = v
		}
	}
	said := engine.NewExcerpt(fetchOutput)
	end, err := box.Run(ctx, spec, sandbox.Command{Env: env, Output: said, Limit: fetchTime, Argv: []string{npm, "install",
		"--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--no-update-notifier", "--", p.Name}})
	if err == nil && (end.Code != 0 || end.Signal != 0 || !p.Fetched()) {
		err = fmt.Errorf("npm did not fetch %s: %s", p.Name, strings.TrimSpace(said.String()))
	}
	if rerr := os.RemoveAll(cache); err == nil && rerr != nil && !errors.Is(rerr, fs.ErrNotExist) {
		err = rerr
	}
	return err
}
