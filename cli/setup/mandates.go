package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"pp/engine/regular"
)

// Limits of what files and skills say to every model, in bytes.
const (
	maxMandate  = 2 << 10
	maxMandates = 8 << 10
	// maxMandateFile is how much of a file is read, as some of it may be private.
	maxMandateFile = 256 << 10
)

// mandates are the standing instructions that a person keeps in files. They are safe for
// concurrent use.
type mandates struct {
	settings *Settings
	noted    sync.Map // by file, why it is not told
}

// texts reads the files anew, so that what is saved counts at once. notes say, once, of
// which nothing is told, and what to do.
func (m *mandates) texts(ctx context.Context) (texts, notes []string) {
	room := maxMandates
	for _, name := range m.settings.Config.Mandates {
		text, err := m.settings.mandate(ctx, name)
		if err == nil && len(text) > room {
			err = fmt.Errorf("does not fit: all of them have at most %d bytes. Shorten them", maxMandates)
		}
		if err != nil {
			why := fmt.Sprintf("the file %s of `mandates` is left out: it %v", name, err)
			if was, known := m.noted.Swap(name, why); !known || was != why {
				notes = append(notes, why)
			}
			continue
		}
		m.noted.Delete(name)
		if room -= len(text); text != "" {
			texts = append(texts, text)
		}
	}
	return texts, notes
}

// mandate is what one file says. What is private or secret is not told, wherever it stands.
func (s *Settings) mandate(ctx context.Context, name string) (string, error) {
	resolved, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("does not exist. Write it, or take its name out with `pp config edit`")
	}
	if err != nil {
		return "", fmt.Errorf("cannot be read: %w", err)
	}
	if secretFile(resolved) || s.Private.Whole(resolved) {
		return "", errors.New("is private or secret. Take its name out with `pp config edit`")
	}
	data, err := regular.Read(ctx, resolved, maxMandateFile)
	if err != nil {
		return "", fmt.Errorf("cannot be read: %w", err)
	}
	text, _ := s.Private.Strip(resolved, string(data))
	text = strings.TrimSpace(text)
	switch {
	case !utf8.ValidString(text):
		return "", errors.New("is not UTF-8 text. Convert it")
	case len(text) > maxMandate:
		return "", fmt.Errorf("is too long: a mandate has at most %d bytes. Shorten or split it", maxMandate)
	}
	return text, nil
}

// beside are as many of the texts of skills, whole ones, as there is room for behind those
// of files.
func (m *mandates) beside(texts, files []string) (out, notes []string) {
	room := maxMandates
	for _, text := range files {
		room -= len(text)
	}
	for _, text := range texts {
		if room -= len(text); room < 0 {
			const why = "not all mandates of skills fit behind the files of `mandates`. Shorten those"
			if _, known := m.noted.Swap("", why); !known {
				notes = append(notes, why)
			}
			break
		}
		out = append(out, text)
	}
	return out, notes
}
