package memory

import (
	"context"
	"errors"
	"fmt"
	"io"

	"pp/engine/store"
	"pp/sexp"
)

// exportLimits bound an export: its texts all stand in their records.
func exportLimits() store.Limits {
	return store.Limits{Record: 2*MaxContent + 1<<20, File: 1 << 50, Strict: true}
}

// exported is one record of an export: the first names the form, the last counts.
type exported struct {
	object   Object
	children []Hash
	count    int
}

func (e *exported) fields(f *store.Fields) {
	f.Time("AT", &e.object.Time)
	var none Hash
	e.object.fields(f, &e.children, &none)
}

func (e *exported) head(f *store.Fields) { f.Format("EXPORT", 1, "an export of memory") }

func (e *exported) end(f *store.Fields) { f.Integer("END", &e.count) }

// Export writes the current version of every object in reach, in a form that Import reads,
// and says how many there are. Equal memories give equal bytes. Earlier versions are not
// in it.
func (s *Store) Export(ctx context.Context, reach Reach, w io.Writer) (int, error) {
	var e exported
	var buf []byte
	var err error
	write := func(form func(*store.Fields)) error {
		var err error
		if buf, err = store.AppendRecord(buf[:0], store.Encode(form), exportLimits()); err == nil {
			_, err = w.Write(buf)
		}
		return err
	}
	if err = write(e.head); err != nil {
		return 0, fmt.Errorf("exporting memory: %w", err)
	}
	verr := s.each(reach, func(r record) bool {
		e.object, e.children = r.object, r.children
		if err = context.Cause(ctx); err == nil {
			err = write(e.fields)
		}
		e.count++
		return err == nil
	})
	if err = errors.Join(verr, err); err == nil {
		err = write(e.end)
	}
	if err != nil {
		return 0, fmt.Errorf("exporting memory: %w", err)
	}
	return e.count, nil
}

// importBatch and importBytes are how much is imported at once.
const (
	importBatch = 1000
	importBytes = 8 << 20
)

// Import keeps what an export has: objects that are not known as they are there, with
// their versions and times, and others as the next version, unless they are equal. It says
// how many it wrote. It takes them all back where the export is damaged or has no end.
func (s *Store) Import(ctx context.Context, by Author, r io.Reader) (int, error) {
	in := importer{store: s, ctx: ctx, by: by}
	state, err := store.Scan(r, exportLimits(), in.take)
	switch {
	case in.records == 0 && errors.As(err, new(*store.DamageError)):
		err = errors.New("it is no export of memory")
	case err != nil:
	case in.records == 0 || state.Torn > 0 || !in.ended:
		err = errors.New("the export is not whole: its end is missing")
	default:
		err = in.flush()
	}
	if err != nil {
		return 0, fmt.Errorf("importing memory: %w", errors.Join(err, in.takeBack()))
	}
	wrote := 0
	for _, s := range in.spans {
		wrote += int(s.to - s.from + 1)
	}
	return wrote, nil
}

type importer struct {
	store   *Store
	ctx     context.Context
	by      Author
	records int
	ended   bool
	batch   []exported
	bytes   int
	seen    int
	spans   []span
}

func (in *importer) take(p sexp.Plist) error {
	var e exported
	in.records++
	if in.records == 1 {
		return store.Decode(p, e.head)
	}
	if in.ended {
		return errors.New("the export goes on after its end")
	}
	if _, end := p.Get("END"); end {
		if err := store.Decode(p, e.end); err != nil {
			return err
		}
		if in.ended = true; e.count != in.seen {
			return fmt.Errorf("the export has %d objects and says %d", in.seen, e.count)
		}
		return nil
	}
	if err := store.Decode(p, e.fields); err != nil {
		return err
	}
	o := e.object
	if len(e.children) != len(o.Children) || o.Version < 1 || o.Version > 1<<30 || HashOf(o, e.children) != o.Hash {
		return fmt.Errorf("the object %.80q is not what its hash is of", o.ID)
	}
	in.seen++
	in.bytes += len(o.Content)
	in.batch = append(in.batch, e)
	if len(in.batch) < importBatch && in.bytes < importBytes {
		return nil
	}
	return in.flush()
}

func (in *importer) flush() error {
	batch := in.batch
	in.batch, in.bytes = nil, 0
	var wrote []span
	err := in.store.write(in.ctx, in.by, func(v view) ([]record, error) {
		d := draft{view: v, now: in.store.options.Clock().UTC()}
		defer d.files.close()
		var list []Object
		for _, e := range batch {
			o, err := in.store.prepare(e.object)
			if err != nil {
				return nil, err
			}
			list = append(list, o)
		}
		d.states = v.states(related(list)...)
		for i := range list {
			if err := d.add(&list[i], batch[i].children); err != nil {
				return nil, err
			}
		}
		if n := int64(len(d.records)); n > 0 {
			wrote = append(wrote, span{v.gen.number + 1, v.gen.number + n})
		}
		return d.records, nil
	})
	if err == nil {
		in.spans = append(in.spans, wrote...)
	}
	return err
}

// takeBack takes back what was imported before an error.
func (in *importer) takeBack() error {
	if len(in.spans) == 0 {
		return nil
	}
	return in.store.write(context.WithoutCancel(in.ctx), in.by, func(view) ([]record, error) {
		return []record{{kind: kindRollback, takes: in.spans}}, nil
	})
}
