// Package jobs finds the background jobs that are due, and plans the changes of those on a person's notes.
//
// [Schedule] and [Job] compute when a job is due; [Store] keeps the result of each run. [Inspect] is the gardener:
// it finds broken links, duplicate IDs and orphans in the notes, and repairs with one possible result. [Distil] is
// the scribe: it picks the notes that get a file of their own. All but [Store] are pure functions. The package never
// names or quotes private text, and proposes no change whose result is a guess.
package jobs

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Schedule says when a job runs; the zero Schedule is never due.
type Schedule struct {
	text  string
	every time.Duration      // since the last run; 0: by the calendar
	spec  *cron.SpecSchedule // in UTC, which here stands for the clock on the wall
}

// Bounds of "every".
const (
	leastEvery = time.Second
	mostEvery  = 366 * 24 * time.Hour
)

// Parse reads a schedule: five fields as cron has them (minute, hour, day of the month, month, day of the
// week, where 0 and 7 are Sunday), @hourly, @daily, @weekly, @monthly or @yearly, or "every 90m". One that
// can never be due is an error.
func Parse(text string) (Schedule, error) {
	s := Schedule{text: strings.Join(strings.Fields(text), " ")}
	kind, rest, _ := strings.Cut(strings.TrimPrefix(s.text, "@"), " ")
	if kind == "every" {
		var err error
		if s.every, err = duration(rest); err != nil {
			return Schedule{}, err
		}
		return s, nil
	}
	fields := strings.Fields(s.text)
	if len(fields) != 5 && (len(fields) != 1 || !strings.HasPrefix(s.text, "@")) {
		return Schedule{}, fmt.Errorf("%w, and this has %d", errForm, len(fields))
	}
	if len(fields) == 5 {
		fields[4] = sunday(fields[4])
	}
	const parts = cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor
	parsed, err := cron.NewParser(parts).Parse(strings.Join(fields, " "))
	if err != nil {
		return Schedule{}, err
	}
	spec, ok := parsed.(*cron.SpecSchedule)
	if !ok {
		return Schedule{}, errForm
	}
	s.spec = spec
	spec.Location = time.UTC
	if spec.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return Schedule{}, errors.New("no day is like that")
	}
	return s, nil
}

var errForm = errors.New(`a schedule has five fields ("0 7 * * 1-5"), is a name such as @daily, ` +
	`or "every 90m"`)

func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		d, err = time.ParseDuration(days + "h")
		d = min(d, mostEvery) * 24
	}
	if err != nil || d < leastEvery || d > mostEvery {
		return 0, fmt.Errorf("%q is no time from 1s to 366d, such as 90m or 1h30m", text)
	}
	return d, nil
}

// sunday writes the 7 of a day of the week as 0, which is the only Sunday that the parser knows.
func sunday(field string) string {
	list := strings.Split(field, ",")
	for i, part := range list {
		if part == "7" {
			list[i] = "0"
		} else if from, ok := strings.CutSuffix(part, "-7"); ok {
			list[i] = from + "-6,0"
		}
	}
	return strings.Join(list, ",")
}

// Next is the first time after t at which the schedule is due, by the calendar of a time zone; the zero
// time where there is none in the next five years. Where clocks go forward, what would be due in the time
// that is left out is due at the end of it, once; where they go back, a fixed hour that comes twice is due
// the first time. What is due in every hour is due as time passes, and takes no notice.
func (s Schedule) Next(t time.Time, zone *time.Location) time.Time {
	if s.every > 0 {
		return t.Add(s.every)
	}
	if s.spec == nil {
		return time.Time{}
	}
	t = t.In(zone)
	from := wall(t, t)
	for limit := t.AddDate(6, 0, 0); t.Before(limit); {
		begin, end := t.ZoneBounds()
		if !s.hourly() && !begin.IsZero() {
			// What the clocks showed before they went back was there already.
			from = later(from, wall(begin, begin.Add(-1)).Add(-1))
		}
		at := s.spec.Next(from)
		if at.IsZero() {
			return time.Time{}
		}
		_, offset := t.Zone()
		found := at.Add(-time.Duration(offset) * time.Second).In(zone)
		switch {
		case end.IsZero() || found.Before(end):
			return found
		case !s.hourly() && at.Before(wall(end, end)): // the clocks go forward, and past it
			return end
		}
		t, from = end, wall(end, end).Add(-1)
	}
	return time.Time{}
}

// hourly reports whether the hour is a star: each hour that passes counts then.
func (s Schedule) hourly() bool { return s.spec.Hour&(1<<63) != 0 }

// wall is what the clocks on the wall show at t where they go as they do at like, as a time in UTC.
func wall(t, like time.Time) time.Time {
	_, offset := like.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Job is what is known of when a job ran.
type Job struct {
	Schedule Schedule
	Seen     time.Time // when it was first known with this schedule
	Last     time.Time // when it began last; zero where it never did
}

// Next is when it is due: the first time that its schedule says after it was seen and ran. One time stands
// for all those that were missed, and a clock that went back makes nothing due again.
func (j Job) Next(zone *time.Location) time.Time { return j.Schedule.Next(later(j.Seen, j.Last), zone) }

// Due reports whether it is to run now.
func (j Job) Due(now time.Time, zone *time.Location) bool {
	next := j.Next(zone)
	return !next.IsZero() && !next.After(now)
}
