package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pp/engine/enginetest"
)

// Ten years of schedules, as croniter 1.3.5 has them: of each how many times there are (20,000 at most), the
// last one, and the beginning of the SHA-256 of all of them, a line each.
func TestTenYearsAsCroniter(t *testing.T) {
	data, err := os.ReadFile("testdata/croniter.tsv")
	if err != nil {
		t.Fatal(err)
	}
	begin, end := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
	seen := 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		s, err := Parse(f[0])
		if err != nil {
			t.Errorf("%s: %v", f[0], err)
			continue
		}
		seen++
		sum, n, last := sha256.New(), 0, begin
		for n < 20_000 {
			next := s.Next(last, time.UTC)
			if !next.After(last) || !next.Before(end) {
				break
			}
			fmt.Fprintln(sum, next.Format(time.RFC3339))
			last, n = next, n+1
		}
		got := fmt.Sprintf("%d %s %s", n, last.Format("2006-01-02T15:04"), hex.EncodeToString(sum.Sum(nil))[:16])
		if want := strings.Join(f[1:], " "); got != want {
			t.Errorf("%s: %s, want %s", f[0], got, want)
		}
	}
	if seen < 30 {
		t.Errorf("only %d schedules", seen)
	}
}

// Through the changes of the clocks as systemd has it, where that is: of times that no change leaves out. All
// of ten years with PP_LONG=1, else what comes first.
func TestZonesAsSystemd(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "there is no systemd-analyze")
	}
	n, zones := 24, []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"}
	if os.Getenv("PP_LONG") != "" {
		n = 3650
	}
	for i, zone := range zones {
		for j, c := range []struct{ cron, systemd string }{
			{"45 4 * * *", "*-*-* 04:45:00"}, {"0 7 * * 1-5", "Mon..Fri *-*-* 07:00:00"}, {"30 1 * * 0", "Sun *-*-* 01:30:00"},
			{"20 23 1,15 * *", "*-*-01,15 23:20:00"},
		} {
			if n < 100 && i != j { // each zone and each schedule once
				continue
			}
			base := "2026-03-20 00:00:00 UTC"
			cmd := exec.Command("systemd-analyze", "calendar", fmt.Sprintf("--iterations=%d", n), "--base-time="+base,
				c.systemd+" "+zone)
			cmd.Env = append(os.Environ(), "TZ=UTC", "LC_ALL=C")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Skipf("%v: %s", err, out)
			}
			s, err := Parse(c.cron)
			if err != nil {
				t.Fatal(err)
			}
			at := time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)
			for line := range strings.Lines(string(out)) {
				_, when, _ := strings.Cut(line, ": ")
				want, err := time.Parse("Mon 2006-01-02 15:04:05 UTC", strings.TrimSpace(when))
				if err != nil || strings.Contains(line, "Normalized") {
					continue
				}
				if at = s.Next(at, zoneOf(t, zone)); !at.Equal(want) {
					t.Errorf("%s in %s: %s, systemd has %s", c.cron, zone, at.UTC(), want)
					break
				}
			}
			if !at.After(time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)) {
				t.Errorf("%s in %s was not compared: %s", c.cron, zone, out)
			}
		}
	}
}

// FuzzParse: no text makes the parser panic, or gives a schedule that goes back in time.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0 7 * * 1-5", "@daily", "every 90m", "TZ=UTC", "0 0 29 2 *", "* * * * 7",
		"*/5 1-3/2 ? jan sun", "every", "@every 1h", "0 0 30 2 *"} {
		f.Add(s, int64(1_800_000_000))
	}
	f.Fuzz(func(t *testing.T, text string, at int64) {
		s, err := Parse(text)
		if err != nil || at < 0 || at > 1<<36 {
			return
		}
		from := time.Unix(at, 0)
		for range 3 {
			next := s.Next(from, time.UTC)
			if next.IsZero() {
				return
			}
			if !next.After(from) {
				t.Fatalf("%q after %s: %s", text, from, next)
			}
			from = next
		}
	})
}
