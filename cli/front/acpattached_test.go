package front

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/acp-go-sdk"
)

// attach writes a file of some kind, which the editor has too.
func (p *peer) attach(name, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func embedded(uri, text string) acp.ContentBlock {
	return acp.ResourceBlock(acp.EmbeddedResourceResource{TextResourceContents: &acp.TextResourceContents{Uri: uri,
		Text: text}})
}

func encoded(uri, text string) acp.ContentBlock {
	return acp.ResourceBlock(acp.EmbeddedResourceResource{BlobResourceContents: &acp.BlobResourceContents{Uri: uri,
		Blob: base64.StdEncoding.EncodeToString([]byte(text))}})
}

// A file that a model may not read by itself does not reach it with a prompt either, by whatever block; the model and
// the person are told.
func TestAttachedSecrets(t *testing.T) {
	p, id := dial(t, allFiles, `(:REPLY "ok")`)
	key, env, link := filepath.Join(p.Home, ".ssh", "id_ed25519"), filepath.Join(p.Dir, ".env"),
		filepath.Join(p.Dir, "notes.txt")
	p.attach(key, "FROM-KEY\n")
	p.attach(env, "A=FROM-ENV\n")
	if err := os.Symlink(key, link); err != nil {
		t.Fatal(err)
	}
	p.files[".env"] = "A=FROM-EDITOR\n"
	if _, err := p.prompt(id, acp.TextBlock("look at these"), acp.ResourceLinkBlock("k", "file://"+key),
		acp.ResourceLinkBlock("e", "file://"+env+"#L1"), acp.ResourceLinkBlock("n", "file://"+link),
		acp.ResourceLinkBlock("d", "file://"+p.Dir+"/x/../.env"), embedded("file://"+key, "FROM-TEXT"),
		encoded("file://"+env, "FROM-BLOB"), acp.ContentBlock{Image: &acp.ContentBlockImage{Type: "image",
			MimeType: "image/png", Uri: acp.Ptr("file://" + env),
			Data: base64.StdEncoding.EncodeToString([]byte("FROM-PICTURE"))}}); err != nil {
		t.Fatal(err)
	}
	trace := p.traced()
	for _, secret := range []string{"FROM-KEY", "FROM-ENV", "FROM-EDITOR", "FROM-TEXT", "FROM-BLOB", "FROM-PICTURE"} {
		if strings.Contains(trace, secret) || strings.Contains(p.told(), secret) {
			t.Errorf("%s was told", secret)
		}
	}
	if n := strings.Count(trace, "Not read: "); n < 7 {
		t.Errorf("the model was told of %d that are not read", n)
	}
	if !strings.Contains(p.told(), key+" does not go to the model: ") || len(p.asked) != 0 {
		t.Error(p.told())
	}
}

// What a model would have to ask for is asked about: a file of the home directory that is not the workspace's.
func TestAttachedFromElsewhere(t *testing.T) {
	for choice, want := range map[acp.PermissionOptionId]bool{"once": true, "reject": false} {
		p, id := dial(t, acp.ClientCapabilities{}, `(:REPLY "ok")`)
		file := filepath.Join(p.Home, "letters", "a.txt")
		p.attach(file, "FROM-HOME\n")
		p.answer = choose(choice)
		if _, err := p.prompt(id, acp.TextBlock("look at it"), acp.ResourceLinkBlock("a", "file://"+file)); err != nil {
			t.Fatal(err)
		}
		if len(p.asked) != 1 || strings.Contains(p.traced(), "FROM-HOME") != want {
			t.Errorf("%s: %d questions\n%s", choice, len(p.asked), p.told())
		}
		if done := strings.Contains(p.told(), `"status":"completed"`); done != want {
			t.Errorf("%s: %s", choice, p.told())
		}
	}
}

// The model is told that somebody can be asked.
func TestSomebodyIsThere(t *testing.T) {
	p, id := dial(t, acp.ClientCapabilities{}, `(:REPLY "ok")`)
	p.says(id, "hello")
	if trace := p.traced(); !strings.Contains(trace, "A person is asked about what needs approval") ||
		strings.Contains(trace, "No person is present") {
		t.Error(trace)
	}
}
