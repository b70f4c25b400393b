package setup

import (
	"path"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/view"
)

// maxMade bounds the files that are known to have been made by this run.
const maxMade = 20_000

// made are the files that this run made, as it left them: their deletion loses nothing
// that was there before. Its zero value has none.
type made map[string]effect.FileInfo

// note takes over what an action made, changed and deleted.
func (m *made) note(r engine.Result) {
	files := view.New()
	for _, name := range r.Changed {
		if _, ours := (*m)[name]; ours {
			delete(*m, name)
			m.add(files, name)
		}
	}
	for _, name := range r.Made {
		m.add(files, name)
	}
}

// add notes a file, or all that is in a new directory.
func (m *made) add(files effect.FS, name string) {
	info, err := files.Lstat(name)
	switch {
	case err != nil || len(*m) >= maxMade:
		return
	case *m == nil:
		*m = made{}
	}
	if !info.Mode.IsDir() {
		(*m)[name] = info
		return
	}
	below, _ := files.ReadDir(name)
	for _, n := range below {
		m.add(files, path.Join(name, n))
	}
}
