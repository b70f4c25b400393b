package providers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// inFlightDir holds a file for each call under way that a limit on the day counts.
// Its process has it locked, so that one that a crash left is known by its lock.
const (
	inFlightDir    = "calls"
	inFlightPrefix = "call-"
)

// inFlightLine is a request in flight as it is written; a cost without bound is null.
type inFlightLine struct {
	Tokens int      `json:"tokens"`
	Cost   *float64 `json:"cost_usd"`
}

// Begin implements Store. Whoever begins a call holds one lock meanwhile, so that
// no two processes are admitted to the same room.
func (s *SpendingFiles) Begin(
	day string, most InFlight, admit func(Spending, []InFlight) bool,
) (end func(), err error) {
	dir := filepath.Join(s.dir, inFlightDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	turn, err := openLocked(filepath.Join(s.dir, "turn"), os.O_RDWR|os.O_CREATE, unix.LOCK_EX)
	if err != nil {
		return nil, err
	}
	defer turn.Close()
	others, spent, err := account(func() ([]InFlight, error) { return requestsInFlight(dir) },
		func() (Spending, error) { return s.Day(day) })
	if err != nil || !admit(spent, others) {
		return nil, err
	}
	return noteInFlight(dir, most)
}

// account looks at the calls under way and then at what the day has cost. A call that ends
// meanwhile is noted before it is taken away, so it is in one of them at least; the other
// way round it could be in neither, and another call would get its room.
func account(underWay func() ([]InFlight, error), day func() (Spending, error)) ([]InFlight, Spending, error) {
	others, err := underWay()
	if err != nil {
		return nil, Spending{}, err
	}
	spent, err := day()
	return others, spent, err
}

// requestsInFlight are the calls under way, in this process and in others.
func requestsInFlight(dir string) ([]InFlight, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []InFlight
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), inFlightPrefix) {
			continue
		}
		f, err := readInFlight(filepath.Join(dir, file.Name()))
		if err != nil {
			return nil, err
		}
		if f != nil {
			out = append(out, *f)
		}
	}
	return out, nil
}

// readInFlight reads the file of one call; nil when the call is over. Whoever died
// left the file unlocked, and it is taken away. One that cannot be read counts as
// a call without bound.
func readInFlight(path string) (*InFlight, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, nil
	}
	data, err := io.ReadAll(io.LimitReader(f, longestEntry))
	var line inFlightLine
	if err != nil || json.Unmarshal(data, &line) != nil || line.Cost == nil {
		return &InFlight{Tokens: max(line.Tokens, 0), Cost: math.Inf(1)}, nil
	}
	return &InFlight{Tokens: line.Tokens, Cost: *line.Cost}, nil
}

// noteInFlight notes down a call until end is called.
func noteInFlight(dir string, most InFlight) (end func(), err error) {
	line := inFlightLine{Tokens: most.Tokens}
	if !math.IsInf(most.Cost, 0) {
		line.Cost = &most.Cost
	}
	data, err := json.Marshal(line)
	if err != nil {
		return nil, fmt.Errorf("noting down a call: %w", err)
	}
	f, err := os.CreateTemp(dir, inFlightPrefix+"*")
	if err != nil {
		return nil, err
	}
	end = func() {
		_ = os.Remove(f.Name()) // left behind unlocked, the next call removes it
		_ = f.Close()
	}
	if err := flock(f, unix.LOCK_EX); err != nil {
		end()
		return nil, err
	}
	if _, err := f.Write(data); err != nil {
		end()
		return nil, err
	}
	return end, nil
}
