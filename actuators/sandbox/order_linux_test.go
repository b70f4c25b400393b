package sandbox

import (
	"bytes"
	"encoding/gob"
	"testing"
)

func TestReport(t *testing.T) {
	reports := func(list ...status) []byte {
		var b bytes.Buffer
		e := gob.NewEncoder(&b)
		for _, s := range list {
			if err := e.Encode(s); err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	}
	started, ended := status{Started: true}, status{Exit: 7, Proc: "fresh"}
	all := reports(started, ended)
	for _, c := range []struct {
		in     []byte
		began  bool
		exit   int
		lost   bool
		failed bool
	}{
		{all, true, 7, false, false},
		{reports(ended), false, 7, false, false},
		{reports(started), true, 0, true, false},
		{all[:len(all)-1], true, 0, true, false},
		{reports(started, started, ended), true, 0, true, false},
		{nil, false, 0, false, true},
		{reports(ended)[:3], false, 0, false, true},
	} {
		began := false
		st := report(bytes.NewReader(c.in), func() { began = true })
		if began != c.began || st.Exit != c.exit || st.Lost != c.lost || (st.Stage != "") != c.failed {
			t.Errorf("%q: %v %+v", c.in, began, st)
		}
	}
}
