package memory

import "time"

// draft are records that are about to be written.
type draft struct {
	view    view
	now     time.Time
	states  map[[16]byte]state
	files   segments
	records []record
	hashes  map[[16]byte]Hash // of objects in the draft, by their ID's digest
}

// put adds the next version of an object, unless it is as the current one.
func (d *draft) put(o *Object) error {
	children, err := d.children(o.Children)
	if err != nil {
		return err
	}
	return d.add(o, children)
}

// add is put of an object whose children's hashes are known.
func (d *draft) add(o *Object, children []Hash) error {
	o.Hash = HashOf(*o, children)
	id := digest(o.ID)
	s := d.states[id]
	if _, again := d.hashes[id]; !again && s.now >= 0 && d.view.rows[s.now].hash == [16]byte(o.Hash[:16]) {
		was, err := d.files.record(d.view.gen, d.view.rows[s.now])
		if err != nil {
			return err
		}
		if was.object.Hash == o.Hash && was.object.Parent == o.Parent {
			*o = was.object
			return nil
		}
	}
	if o.Version == 0 || s.version > 0 {
		o.Version = int(s.version) + 1
	}
	if o.Time.IsZero() {
		o.Time = d.now
	}
	s.version = int32(o.Version)
	d.states[id] = s
	if d.hashes == nil {
		d.hashes = map[[16]byte]Hash{}
	}
	d.hashes[id] = o.Hash
	d.records = append(d.records, record{kind: kindObject, at: o.Time, object: *o, children: children})
	return nil
}

// children are the hashes of an object's children, zero where one is not kept.
func (d *draft) children(ids []string) ([]Hash, error) {
	out := make([]Hash, len(ids))
	for i, id := range ids {
		key := digest(id)
		if h, ok := d.hashes[key]; ok {
			out[i] = h
			continue
		}
		if s := d.states[key]; s.now >= 0 {
			r, err := d.files.record(d.view.gen, d.view.rows[s.now])
			if err != nil {
				return nil, err
			}
			out[i] = r.object.Hash
		}
	}
	return out, nil
}
