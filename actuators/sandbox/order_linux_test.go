package sandbox

import (
	"bytes"
	"reflect"
	"testing"
)

// fill gives every part of a value something of its own.
func fill(v reflect.Value, next *int64) {
	*next++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(-*next << 33)
	case reflect.Uint8:
		v.SetUint(uint64(*next % 200))
	case reflect.String:
		v.SetString("a\xff\x00ü" + string(rune('a'+*next%26)))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fill(v.Index(i), next)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	default:
		panic(v.Kind())
	}
}

// What is added to an order or a status and not sent fails here.
func TestAllOfAnOrderIsSent(t *testing.T) {
	var o, none order
	n := int64(0)
	fill(reflect.ValueOf(&o).Elem(), &n)
	for _, o := range []order{o, none} {
		var sent bytes.Buffer
		if err := writeOrder(&sent, o); err != nil {
			t.Fatal(err)
		}
		sent.WriteString("stays")
		got, err := readOrder(&sent)
		if err != nil || !reflect.DeepEqual(got, o) || sent.String() != "stays" {
			t.Errorf("%+v\n%+v\n%v %q", got, o, err, &sent)
		}
	}
	var s, got status
	fill(reflect.ValueOf(&s).Elem(), &n)
	data, err := encode(s)
	if err == nil {
		err = decode(data, &got)
	}
	if err != nil || got != s {
		t.Errorf("%+v\n%+v %v", got, s, err)
	}
}

func TestNoOrder(t *testing.T) {
	if err := writeOrder(&bytes.Buffer{}, order{Argv: []string{string(make([]byte, maxOrder+1))}}); err == nil {
		t.Error("an order without end was sent")
	}
	for _, s := range []string{"", "\x00\x00\x00", "\xff\xff\xff\xff", "\x00\x00\x00\x09short", "\x00\x00\x00\x00",
		"\x00\x00\x00\x02\xff\xff", "\x00\x00\x00\x0b\x02\x02\x02\x02\x02\x02\x02\x02\x02\xfe\x0f"} {
		if o, err := readOrder(bytes.NewReader([]byte(s))); err == nil {
			t.Errorf("%q: %+v", s, o)
		}
	}
}

func TestReadStatus(t *testing.T) {
	data, err := encode(status{Exit: 7, Proc: "fresh"})
	if err != nil {
		t.Fatal(err)
	}
	ended := string(endedMark) + string(data)
	for _, c := range []struct {
		in     string
		began  bool
		exit   int
		lost   bool
		failed bool
	}{
		{string(startedMark) + ended, true, 7, false, false},
		{ended, false, 7, false, false},
		{string(startedMark), true, 0, true, false},
		{string(startedMark) + ended[:4], true, 0, true, false},
		{string(startedMark) + string(startedMark) + ended, true, 0, true, false},
		{"", false, 0, false, true},
		{ended[:3], false, 0, false, true},
	} {
		began := false
		st := readStatus(bytes.NewReader([]byte(c.in)), func() { began = true })
		if began != c.began || st.Exit != c.exit || st.Lost != c.lost || (st.Stage != "") != c.failed {
			t.Errorf("%q: %v %+v", c.in, began, st)
		}
	}
}
