package index

import (
	"crypto/sha256"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"pp/engine/regular"
)

// worker reads some of the files that changed into segments.
type worker struct {
	p     *pass
	size  int // bytes of the files
	build *builder
	built [][]byte
	done  []doneJob
}

// doneJob is what reading a file gave.
type doneJob struct {
	job
	record fileRecord
	same   bool // as it was but for its time
	err    error
}

// Reading is shared out where there is at least this much to read.
const shareSize = 2 << 20

// read reads the files that changed until the time is up, but at least one.
func (p *pass) read() {
	size := uint64(0)
	for _, j := range p.jobs {
		size += j.stamp.size
	}
	workers := 1
	if size > shareSize {
		workers = min(runtime.GOMAXPROCS(0), 4, len(p.jobs))
	}
	all := make([]*worker, workers)
	var wait sync.WaitGroup
	rest := p.jobs
	for i := range all {
		n, share := 0, uint64(0)
		for n < len(rest) && (i == workers-1 || share < size/uint64(workers)) {
			share += rest[n].stamp.size
			n++
		}
		all[i] = &worker{p: p, size: int(share)}
		some := rest[:n]
		wait.Go(func() { all[i].run(some) })
		rest = rest[n:]
	}
	wait.Wait()
	done := 0
	for _, w := range all {
		p.take(w)
		done += len(w.done)
	}
	p.behind += len(p.jobs) - done
}

// run reads files.
func (w *worker) run(jobs []job) {
	for i, j := range jobs {
		if i > 0 && w.p.late() && (w.p.ctx.Err() != nil || j.key.root != objectRoot) { // an object was read already
			break
		}
		w.done = append(w.done, w.read(j))
		if w.build != nil && w.build.full() {
			w.flush()
		}
	}
	w.flush()
}

func (p *pass) late() bool {
	return p.ctx.Err() != nil || !p.until.IsZero() && !p.x.o.now().Before(p.until)
}

// flush ends a segment.
func (w *worker) flush() {
	if w.build != nil {
		w.built = append(w.built, w.build.finish())
		w.build = nil
	}
}

// read reads a file or an object into the segment that is being built. Of the record, the
// segment counts from the first of this worker.
func (w *worker) read(j job) doneJob {
	d := doneJob{job: j, record: fileRecord{root: j.key.root, path: j.key.path, hash: j.hash, segment: -1}}
	entries := j.entries
	if j.key.root != objectRoot {
		text, at, err := readText(w.p.ctx, w.p.x.o.path(j.key))
		if err != nil {
			d.err = err
			return d
		}
		sum := sha256.Sum256(text)
		d.record.stamp, d.record.hash = w.p.settle(at), fileHash(sum[:])
		was := w.p.files[j.key]
		if d.same = was != nil && was.fault == "" && was.hash == d.record.hash; d.same {
			return d
		}
		entries, d.record.private = extract(j.key.path, string(text), w.p.x.o.Private.Tags)
	}
	if len(entries) > 0 {
		if w.build == nil {
			w.build = newBuilder(w.size)
		}
		d.record.segment, d.record.local = len(w.built), w.build.file(entries)
	}
	return d
}

// tick is how coarse the times of files may be: one that was changed as it was read may
// have the same time after it.
const tick = 20 * time.Millisecond

// settle marks the stamp of a file that may yet change unseen.
func (p *pass) settle(at stamp) stamp {
	now := p.x.o.now()
	at.unsettled = !now.IsZero() && now.UnixNano()-at.mtime < int64(tick)
	return at
}

// take has the pass take over what a worker read.
func (p *pass) take(w *worker) {
	base := len(p.segments)
	for _, raw := range w.built {
		p.segments = append(p.segments, p.keep(raw))
	}
	for _, d := range w.done {
		k := d.key
		p.changed = true
		switch was := p.files[k]; {
		case d.err != nil && p.ctx.Err() != nil:
			p.behind++
		case errors.Is(d.err, errVanish):
			p.drop(k)
		case d.err != nil:
			p.fault(k, d.job.stamp, d.err)
		case d.same:
			was.stamp = d.record.stamp
		default:
			if d.record.segment >= 0 {
				d.record.segment += base
			}
			p.files[k] = &d.record
		}
	}
}

// unnumbered is the base of a segment whose notes have no keys yet.
const unnumbered = 1<<32 - 1

// written has segments that are in memory alone written, and reports whether none is left.
func (p *pass) written() bool {
	for i, s := range p.segments {
		if s.number == 0 && p.publish {
			kept := p.keep(s.raw)
			kept.base = s.base
			p.segments[i] = kept
		}
	}
	return p.publish
}

// keep writes a segment and maps it; where that cannot be done it stays in memory.
func (p *pass) keep(raw []byte) *segment {
	if p.publish {
		number := p.meta.next + 1
		id := segmentID{number: number, base: unnumbered, size: uint64(len(raw)), sum: le.Uint32(raw[headerSize-8:])}
		err := regular.Replace(segmentFile(p.x.o.Dir, number), raw, regular.Fresh{})
		if err == nil {
			var s *segment
			if s, err = openSegment(p.x.o.Dir, id); err == nil {
				p.meta.next = number
				return s
			}
		}
		p.unwritten(err)
	}
	s, err := newSegment(raw, false)
	if err != nil {
		panic(fault{err})
	}
	s.base = unnumbered
	return s
}

// How many segments of about one size there may be, and what about one size is.
const (
	mostAlike = 8
	alike     = 4
)

// tidy merges segments of about one size when there are many, and gives up those of which
// little is left.
func (p *pass) tidy() {
	for {
		live := p.live()
		bySize := map[int][]int{}
		p.segments = p.compact(live)
		live = p.live()
		for i, s := range p.segments {
			if n := s.notes(); n < maxNotes/2 {
				class := 0
				for ; n >= alike*alike*alike*alike; n /= alike {
					class++
				}
				bySize[class] = append(bySize[class], i)
			}
		}
		var some []int
		for _, list := range bySize {
			if len(list) >= mostAlike && (some == nil || len(list) > len(some)) {
				some = list
			}
		}
		for i, s := range p.segments { // one that is mostly dead is written anew when nothing waits for it
			if some == nil && p.until.IsZero() && live[i] < s.notes()/2 {
				some = []int{i}
			}
		}
		if some == nil {
			return
		}
		p.merge(some)
	}
}

// live counts the notes of each segment that are of a file as it is now.
func (p *pass) live() []int {
	live := make([]int, len(p.segments))
	for _, f := range p.files {
		if f.segment >= 0 {
			first, end := p.segments[f.segment].fileNotes(f.local)
			live[f.segment] += end - first
		}
	}
	return live
}

// compact leaves out the segments of which nothing is left.
func (p *pass) compact(live []int) []*segment {
	var kept []*segment
	at := make([]int, len(live))
	for i, s := range p.segments {
		at[i] = len(kept)
		if live[i] > 0 {
			kept = append(kept, s)
		} else if !slices.Contains(p.old.segments, s) {
			_ = s.close()
		}
	}
	for _, f := range p.files {
		if f.segment >= 0 {
			f.segment = at[f.segment]
		}
	}
	return kept
}

// merge puts one segment in the place of some.
func (p *pass) merge(some []int) {
	var from []*source
	of := map[int]*source{}
	lives := make([][]bool, len(p.segments))
	for _, i := range some {
		s := p.segments[i]
		if err := s.check(); err != nil {
			panic(fault{err})
		}
		lives[i] = make([]bool, s.files())
		src := &source{segment: s, live: func(f int) bool { return lives[i][f] }}
		of[i], from = src, append(from, src)
	}
	for _, f := range p.files {
		if f.segment >= 0 && lives[f.segment] != nil {
			lives[f.segment][f.local] = true
		}
	}
	p.segments = append(p.segments, p.keep(merge(from)))
	for _, f := range p.files {
		if f.segment >= 0 {
			if src := of[f.segment]; src != nil {
				f.segment, f.local = len(p.segments)-1, src.files[f.local]
			}
		}
	}
}
