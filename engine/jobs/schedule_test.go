package jobs

import (
	"testing"
	"time"
)

func zoneOf(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatalf("%s: %v (the tests need the system's zoneinfo)", name, err)
	}
	return zone
}

// The times that follow one, through changes of the clocks: what is left out is made up for once, and what
// comes twice is done once, unless it is done every hour.
func TestNextThroughChangesOfTheClocks(t *testing.T) {
	for _, c := range []struct {
		zone, schedule, after string
		want                  []string
	}{
		{"Europe/Berlin", "30 2 * * *", "2026-03-28T12:00:00+01:00", // forward, 2:00 to 3:00
			[]string{"2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"}},
		{"Europe/Berlin", "30 2 * * *", "2026-10-24T12:00:00+02:00", // back, 3:00 to 2:00
			[]string{"2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"}},
		{"Europe/Berlin", "30 2 * * *", "2026-10-25T02:10:00+01:00", []string{"2026-10-26T02:30:00+01:00"}},
		{"Europe/Berlin", "0 3 * * *", "2026-10-25T02:10:00+01:00", []string{"2026-10-25T03:00:00+01:00"}},
		{"Europe/Berlin", "0,30 2,3 * * *", "2026-03-29T00:00:00+01:00",
			[]string{"2026-03-29T03:00:00+02:00", "2026-03-29T03:30:00+02:00"}},
		{"Europe/Berlin", "30 * * * *", "2026-03-29T01:00:00+01:00",
			[]string{"2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00"}},
		{"Europe/Berlin", "@hourly", "2026-10-25T01:30:00+02:00",
			[]string{"2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00", "2026-10-25T03:00:00+01:00"}},
		{"Europe/Berlin", "every 90m", "2026-10-25T01:30:00+02:00",
			[]string{"2026-10-25T02:00:00+01:00", "2026-10-25T03:30:00+01:00"}},
		{"America/New_York", "15 2 8 3 *", "2026-01-01T00:00:00-05:00", []string{"2026-03-08T03:00:00-04:00"}},
		{"America/New_York", "45 1 * 11 SUN", "2026-10-31T00:00:00-04:00",
			[]string{"2026-11-01T01:45:00-04:00", "2026-11-08T01:45:00-05:00"}},
		{"Australia/Lord_Howe", "15 2 * * *", "2026-10-03T12:00:00+10:30", // forward, 2:00 to 2:30
			[]string{"2026-10-04T02:30:00+11:00", "2026-10-05T02:15:00+11:00"}},
		{"Australia/Lord_Howe", "15 3 * * *", "2026-10-03T12:00:00+10:30", []string{"2026-10-04T03:15:00+11:00"}},
		{"Australia/Lord_Howe", "45 1 * * *", "2026-04-04T12:00:00+11:00", // back, 2:00 to 1:30
			[]string{"2026-04-05T01:45:00+11:00", "2026-04-06T01:45:00+10:30"}},
		{"Pacific/Apia", "0 7 * * *", "2011-12-29T06:00:00-10:00", // without the 30th
			[]string{"2011-12-29T07:00:00-10:00", "2011-12-31T00:00:00+14:00", "2011-12-31T07:00:00+14:00"}},
		{"Pacific/Apia", "@daily", "2011-12-29T06:00:00-10:00",
			[]string{"2011-12-31T00:00:00+14:00", "2012-01-01T00:00:00+14:00"}},
		{"America/Sao_Paulo", "@daily", "2018-11-03T12:00:00-03:00", // at midnight, to 1:00
			[]string{"2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00"}},
		{"UTC", "0 0 29 2 *", "2024-03-01T00:00:00Z", []string{"2028-02-29T00:00:00Z"}},
		{"UTC", "0 12 * * 5-7", "2026-11-20T12:00:00Z", []string{"2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z",
			"2026-11-27T12:00:00Z"}},
		{"UTC", "0 12 * * 7", "2026-11-20T12:00:00Z", []string{"2026-11-22T12:00:00Z"}},
		{"UTC", "every 2d", "2026-11-20T12:00:00Z", []string{"2026-11-22T12:00:00Z"}},
	} {
		zone := zoneOf(t, c.zone)
		s, err := Parse(c.schedule)
		at, terr := time.Parse(time.RFC3339, c.after)
		if err != nil || terr != nil {
			t.Fatal(err, terr)
		}
		for _, want := range c.want {
			if at = s.Next(at, zone); at.In(zone).Format(time.RFC3339) != want {
				t.Errorf("%s in %s after %s: %s, want %s", c.schedule, c.zone, c.after, at.In(zone).Format(time.RFC3339), want)
				break
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", "@", "* * * *", "* * * * * *", "60 * * * *", "0 24 * * *", "0 0 0 * *", "0 0 30 2 *",
		"0 0 * * 8", "a b c d e", "@often", "@every", "every", "every x", "every 0s", "every 500ms",
		"every -5m", "every 400d",
		"every 9999999h", "TZ=UTC * * * * *", "TZ=UTC", "CRON_TZ=UTC", "0 0 , * *", "@every 5m x", "*/0 * * * *",
		"5-1 * * * *", "0 0 1-2-3 * *", "1/2/3 * * * *", "every 5m 5m"} {
		if s, err := Parse(text); err == nil {
			t.Errorf("%q: %+v, want an error", text, s)
		}
	}
}

func TestDue(t *testing.T) {
	at := func(clock string) time.Time {
		if clock == "" {
			return time.Time{}
		}
		when, err := time.Parse("2006-01-02 15:04", clock)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	for _, c := range []struct {
		schedule, seen, last, now string
		want                      bool
	}{
		{"@hourly", "2026-11-22 10:30", "", "2026-11-22 10:30", false}, // first at the next scheduled time
		{"@hourly", "2026-11-22 10:30", "", "2026-11-22 11:00", true},
		{"@hourly", "2026-11-22 10:30", "2026-11-22 11:00", "2026-11-22 11:59", false},
		{"@hourly", "2026-11-22 10:30", "2026-11-22 11:01", "2026-11-29 11:30", true}, // however many were missed
		{"@hourly", "2026-11-22 10:30", "2026-11-29 11:30", "2026-11-29 11:31", false},
		{"@hourly", "2026-11-22 10:30", "2026-11-22 12:00", "2026-11-22 11:00", false}, // the clock went back
		{"@hourly", "2026-11-22 10:30", "2026-11-22 12:00", "2020-01-01 00:00", false},
		{"every 90m", "2026-11-22 10:30", "", "2026-11-22 11:59", false},
		{"every 90m", "2026-11-22 10:30", "", "2026-11-22 12:00", true},
		{"every 90m", "2026-11-22 10:30", "2026-11-22 12:00", "2026-11-22 10:00", false},
	} {
		s, err := Parse(c.schedule)
		if err != nil {
			t.Fatal(err)
		}
		j := Job{Schedule: s, Seen: at(c.seen), Last: at(c.last)}
		if got := j.Due(at(c.now), time.UTC); got != c.want {
			t.Errorf("%s, seen %s, last %s, now %s: due %v", c.schedule, c.seen, c.last, c.now, got)
		}
	}
	if (Job{}).Due(at("2026-11-22 10:00"), time.UTC) {
		t.Error("the zero job is due")
	}
}
