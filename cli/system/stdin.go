package system

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"pp/cli/exit"
	"pp/engine/store"
)

const (
	MaxInput      = 10 << 20 // of what a command reads; of a prompt limits.max_input says it
	MaxPipePrompt = 16 << 10 // of a prompt that came through a pipe
)

// Readable reports whether standard input can hold data for a prompt: a file, a FIFO or a socket.
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

// ReadStdin reads standard input up to the limit. It prints a notice about silence, and gives up if nobody could type.
func ReadStdin(ctx context.Context, sys System, limits InputLimits, stderr io.Writer) ([]byte, error) {
	pieces, stop := beside(func() (inputLine, error) {
		buf := make([]byte, 64<<10)
		n, err := sys.Stdin.Read(buf)
		return inputLine{text: buf[:n], err: err}, err
	})
	defer stop()
	notice := time.NewTimer(limits.notice)
	defer notice.Stop()
	giveUp := time.NewTimer(limits.silence)
	defer giveUp.Stop()
	var all []byte
	for {
		select {
		case p := <-pieces:
			all = append(all, p.text...)
			notice.Stop()
			giveUp.Stop()
			most := limits.left()
			if pictureType(all) != "" {
				most = max(most, mostPicture)
			}
			switch over := len(all) > most; {
			case over && limits.head:
				return all[:most+1], nil
			case over:
				return nil, limits.over("standard input")
			case errors.Is(p.err, io.EOF):
				return all, nil
			case p.err != nil:
				return nil, exit.DataError("", "reading standard input: %w", p.err)
			}
		case <-notice.C:
			fmt.Fprintln(stderr, "pp: reading standard input (-n to skip)")
		case <-giveUp.C:
			if !IsTerminal(sys.Stderr) {
				return nil, exit.UsageError("give -n to ignore standard input, or </dev/null",
					"standard input gave nothing for %v", limits.silence)
			}
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// ReadFile reads a file that was named, of at most MaxInput bytes.
func ReadFile(name string) ([]byte, error) {
	l := DefaultInputLimits(System{})
	data, err := l.file(context.Background(), name)
	if err == nil && len(data) > l.left() {
		return nil, l.over(name)
	}
	return data, err
}

// file reads a file, without waiting on a FIFO, up to one byte over the limits.
func (l InputLimits) file(ctx context.Context, name string) ([]byte, error) {
	f, err := openInput(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	most := max(l.left(), mostPicture)
	if l.mayHold(name) {
		most = max(most, maxPrivate) // all of it tells what is private
	}
	data, err := store.ReadAll(ctx, f, int64(most)+1)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, exit.DataError("", "reading %s: %w", name, err)
	}
	return data, nil
}

func openInput(name string) (*store.File, error) {
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
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, exit.DataError("", "%w", err)
	}
	f, err := store.Open(target)
	if err != nil {
		return nil, exit.DataError("check its permissions with ls -l", "%w", err)
	}
	return f, nil
}
