package providers

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	"pp/engine/store"
	"pp/providers/wire"
)

// The bounds of what is remembered of models that refused tools.
const (
	toollessFor  = 24 * time.Hour
	mostToolless = 100
	longestName  = 300       // bytes of an address or a model's name
	toollessFile = 256 << 10 // bytes that are read
)

// Toolless remembers in a file for a day which models of a server refused tools, so that
// they are asked in text at once. What cannot be read or written is not remembered: it
// costs one request more. It is safe for concurrent use, and of several processes that
// write at once one may be forgotten.
type Toolless struct {
	path, server string
	clock        func() time.Time
}

var _ wire.Memory = (*Toolless)(nil)

// NewToolless returns the memory of one server, by its address, in a file that many share.
func NewToolless(path, server string, clock func() time.Time) *Toolless {
	return &Toolless{path: path, server: server, clock: clock}
}

// refusal is one model that refused.
type refusal struct {
	Server string    `json:"server"`
	Model  string    `json:"model"`
	Time   time.Time `json:"time"`
}

// NoTools implements wire.Memory.
func (t *Toolless) NoTools(model string) bool {
	return slices.ContainsFunc(t.read(), func(r refusal) bool { return r.Server == t.server && r.Model == model })
}

// Remember implements wire.Memory.
func (t *Toolless) Remember(model string) {
	if len(model) > longestName || len(t.server) > longestName {
		return
	}
	list := slices.DeleteFunc(t.read(), func(r refusal) bool { return r.Server == t.server && r.Model == model })
	list = append(list, refusal{t.server, model, t.clock().UTC()})
	list = list[max(0, len(list)-mostToolless):]
	data, err := json.Marshal(list)
	if err != nil {
		return
	}
	t.write(data)
}

// read gives the refusals that are not too old, the oldest first.
func (t *Toolless) read() []refusal {
	data, err := store.Read(context.Background(), t.path, toollessFile)
	var list []refusal
	if err != nil || json.Unmarshal(data, &list) != nil {
		return nil
	}
	now := t.clock()
	return slices.DeleteFunc(list, func(r refusal) bool {
		age := now.Sub(r.Time)
		return age < 0 || age > toollessFor
	})
}

// write puts a new file in the place of the old one, readable by its owner alone.
func (t *Toolless) write(data []byte) {
	if os.MkdirAll(filepath.Dir(t.path), 0o700) == nil {
		_ = store.Replace(t.path, data, store.Fresh{})
	}
}
