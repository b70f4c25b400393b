package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pp/engine/audit"
)

// pruneOptions are the flags of `pp trace prune`.
type pruneOptions struct {
	age, size string
	blobs     bool
}

// pruneTraces removes old thought traces: by the flags, or by the configured
// limits when there are none.
func (a *app) pruneTraces(o pruneOptions) error {
	dir, err := a.auditDir()
	if err != nil {
		return err
	}
	l, err := a.traceLimits(o)
	if err != nil {
		return err
	}
	gone, err := audit.Prune(dir, l)
	if perr := a.sayPruned(gone, l); err == nil {
		err = perr
	}
	return err
}

func (a *app) traceLimits(o pruneOptions) (audit.Limits, error) {
	l := audit.Limits{BlobsOnly: o.blobs, Dry: a.opts.dryRun}
	if o.age == "" && o.size == "" {
		l.Before, l.MaxBytes = a.sys.Now().Add(-a.cfg.Trace.MaxAge), int64(a.cfg.Trace.MaxSize)
		return l, nil
	}
	if o.age != "" {
		age, err := parseAge("older-than", o.age)
		if err != nil {
			return l, err
		}
		l.Before = a.sys.Now().Add(-age)
	}
	if o.size != "" {
		size, err := parseSize("max-size", o.size)
		if err != nil {
			return l, err
		}
		l.MaxBytes = size
	}
	return l, nil
}

// parseSize reads a number of bytes, with k, M or G for 1024, its square and cube.
func parseSize(flag, text string) (int64, error) {
	digits, unit := text, int64(1)
	for suffix, n := range map[string]int64{"k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			digits, unit = rest, n
		}
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || n == 0 {
		return 0, usageError("write it as 500M or 2G", "--%s %q is no size", flag, text)
	}
	return int64(n) * unit, nil
}

type prunedJSON struct {
	Session string `json:"session"`
	Records int64  `json:"record_bytes"`
	Texts   int    `json:"texts"`
	Long    int64  `json:"text_bytes"`
}

func (a *app) sayPruned(gone []audit.Kept, l audit.Limits) error {
	list := []prunedJSON{}
	var bytes int64
	var b strings.Builder
	did := "removed"
	if l.Dry {
		did = "would remove"
	}
	for _, k := range gone {
		list = append(list, prunedJSON{k.Session, k.Bytes, k.Blobs, k.Long})
		bytes += k.Bytes + k.Long
		if l.BlobsOnly {
			fmt.Fprintf(&b, "%s %d long texts of %s, %d bytes\n", did, k.Blobs, k.Session, k.Long)
			continue
		}
		fmt.Fprintf(&b, "%s %s of %s, %d bytes\n", did, k.Session, k.Changed.Local().Format("2006-01-02"), k.Bytes+k.Long)
	}
	if a.opts.json {
		return a.printJSON(list)
	}
	if len(gone) == 0 {
		return a.print("nothing to remove\n")
	}
	fmt.Fprintf(&b, "%s %d bytes of %d sessions\n", did, bytes, len(gone))
	return a.print(b.String())
}

// pruneEvery is how often the limits on thought traces are applied unasked.
const pruneEvery = 24 * time.Hour

// keepTraceLimits applies the configured limits, once a day: the age of a file
// beside the traces says when. What goes wrong is for `pp trace prune` to say.
func (a *app) keepTraceLimits() {
	dir, err := a.auditDir()
	if err != nil {
		return
	}
	stamp := filepath.Join(dir, "pruned")
	now := a.sys.Now()
	if info, err := os.Lstat(stamp); err == nil && now.Sub(info.ModTime()).Abs() < pruneEvery {
		return
	}
	f, err := os.OpenFile(stamp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return // there is no directory yet, or it is not ours
	}
	if errors.Join(f.Close(), os.Chtimes(stamp, now, now)) != nil {
		return
	}
	l, err := a.traceLimits(pruneOptions{})
	if err != nil {
		return
	}
	if gone, _ := audit.Prune(dir, l); len(gone) > 0 && !a.opts.quiet {
		a.note("note", fmt.Sprintf("%d thought traces were over the configured limits and are gone (trace.max_age, trace.max_size)", len(gone)))
	}
}
