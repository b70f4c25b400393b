package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
	"unicode/utf8"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/system"
)

const (
	MaxInput      = 10 << 20 // of a file, and of standard input unless configured
	MaxPipePrompt = 16 << 10 // of a prompt that came through a pipe
)

// Readable reports whether standard input is something that can hold data for
// a prompt: a file, a FIFO or a socket, but no terminal and no device.
func Readable(f *os.File) bool {
	if f == nil {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	mode := info.Mode()
	return mode.IsRegular() || mode&(os.ModeNamedPipe|os.ModeSocket) != 0
}

// StdinLimits are how many bytes of standard input are read, and after how long a
// silence is mentioned, and given up on.
type StdinLimits struct {
	most            int
	notice, silence time.Duration
}

// DefaultStdinLimits are those of a command that needs no configuration.
func DefaultStdinLimits(sys system.System) StdinLimits {
	return StdinLimitsOf(sys, config.Defaults())
}

// StdinLimitsOf are those of a configuration.
func StdinLimitsOf(sys system.System, cfg *config.Config) StdinLimits {
	l := StdinLimits{cfg.Limits.MaxInput, sys.StdinNotice, cfg.Timeouts.Stdin}
	if sys.StdinTimeout > 0 && cfg.Origin("timeouts.stdin") == (config.Origin{}) {
		l.silence = sys.StdinTimeout
	}
	return l
}

// overLimit says that an input is over its limit in bytes.
func overLimit(name string, most int) error {
	size := fmt.Sprintf("%d bytes", most)
	if most%(1<<20) == 0 {
		size = fmt.Sprintf("%d MiB", most>>20)
	}
	return exit.DataError(fmt.Sprintf("cut it first, for example with head -c %d", most), "%s is larger than %s", name, size)
}

// ReadStdin reads all of standard input. Silence is said after a while, and
// given up on when no person is there who could still type or interrupt.
func ReadStdin(ctx context.Context, sys system.System, limits StdinLimits, stderr io.Writer) ([]byte, error) {
	type piece struct {
		data []byte
		err  error
	}
	pieces := make(chan piece)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			buf := make([]byte, 64<<10)
			n, err := sys.Stdin.Read(buf)
			select {
			case pieces <- piece{buf[:n], err}:
			case <-stop:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	notice := time.NewTimer(limits.notice)
	defer notice.Stop()
	giveUp := time.NewTimer(limits.silence)
	defer giveUp.Stop()
	var all []byte
	for {
		select {
		case p := <-pieces:
			all = append(all, p.data...)
			notice.Stop()
			giveUp.Stop()
			if len(all) > limits.most {
				return nil, overLimit("standard input", limits.most)
			}
			if errors.Is(p.err, io.EOF) {
				return all, nil
			}
			if p.err != nil {
				return nil, exit.DataError("", "reading standard input: %w", p.err)
			}
		case <-notice.C:
			fmt.Fprintln(stderr, "pp: reading standard input (-n to skip)")
		case <-giveUp.C:
			if !system.IsTerminal(sys.Stderr) {
				return nil, exit.UsageError("give -n to ignore standard input, or </dev/null",
					"standard input gave nothing for %v", limits.silence)
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// ReadFile reads a file that was named, of at most maxInput bytes and without waiting on a FIFO that nobody writes to.
func ReadFile(name string) ([]byte, error) {
	f, err := openInput(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxInput+1))
	if err != nil {
		return nil, exit.DataError("", "reading %s: %w", name, err)
	}
	if len(data) > MaxInput {
		return nil, overLimit(name, MaxInput)
	}
	return data, nil
}

func openInput(name string) (*os.File, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, exit.UsageError("check the name; pp looks in the current directory", "%s: no such file", name)
	case errors.Is(err, os.ErrPermission):
		return nil, exit.DataError("check its permissions with ls -l", "%s: permission denied", name)
	case err != nil:
		return nil, exit.DataError("", "%s: %w", name, err)
	case info.IsDir():
		return nil, exit.UsageError("give a file; to look around, ask `pp \"list "+name+"\"`", "%s is a directory", name)
	case !info.Mode().IsRegular():
		return nil, exit.UsageError("pipe it into pp instead", "%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, exit.DataError("check its permissions with ls -l", "%w", err)
	}
	return f, nil
}

// Text refuses bytes that are no text, naming what they came from.
func Text(label string, data []byte) (string, error) {
	bad := 0
	sample := data[:min(len(data), 64<<10)]
	for i := 0; i < len(sample); {
		r, n := utf8.DecodeRune(sample[i:])
		if r == 0 || (r == utf8.RuneError && n == 1 && i < len(sample)-utf8.UTFMax) {
			bad++
		}
		i += n
	}
	if bad > 0 && bad*50 > len(sample) || containsNUL(sample) {
		return "", exit.DataError("convert it to text first", "%s is binary, not text", label)
	}
	return string(data), nil
}

func containsNUL(b []byte) bool {
	for _, c := range b {
		if c == 0 {
			return true
		}
	}
	return false
}
