package command

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/engine/audit"
)

// prune removes old thought traces: by the flags, or by the configured
// limits when there are none.
func (r *traceRun) prune() error {
	l, err := r.limits()
	if err != nil {
		return err
	}
	gone, err := audit.Prune(r.dir, l)
	return cmp.Or(err, sayPruned(r.App, gone, l))
}

func (r *traceRun) limits() (l audit.Limits, err error) {
	kept := r.settings.Config.Trace
	l = audit.Limits{BlobsOnly: r.blobs, Dry: r.Options.DryRun}
	if r.age == "" && r.size == "" {
		l.Before, l.MaxBytes = r.System.Now().Add(-kept.MaxAge), int64(kept.MaxSize)
		return l, nil
	}
	if r.age != "" {
		age, err := parseAge("older-than", r.age)
		if err != nil {
			return l, err
		}
		l.Before = r.System.Now().Add(-age)
	}
	if r.size != "" {
		l.MaxBytes, err = parseSize("max-size", r.size)
	}
	return l, err
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
		return 0, exit.UsageError("write it as 500M or 2G", "--%s %q is no size", flag, text)
	}
	return int64(n) * unit, nil
}

type prunedJSON struct {
	Session string `json:"session"`
	Records int64  `json:"record_bytes"`
	Texts   int    `json:"texts"`
	Long    int64  `json:"text_bytes"`
}

func sayPruned(a App, gone []audit.Kept, l audit.Limits) error {
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
		fmt.Fprintf(&b, "%s %s of %s, %d bytes\n", did, k.Session, k.Changed.Local().Format(time.DateOnly), k.Bytes+k.Long)
	}
	if len(gone) > 0 {
		fmt.Fprintf(&b, "%s %d bytes of %d sessions\n", did, bytes, len(gone))
	}
	return a.Show(list, cmp.Or(b.String(), "nothing to remove\n"))
}
