package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pp/sexp"
)

// Fields is one record on its way to a file or from one. The form of a record is
// said once, by a function that names each field and the variable it is of: [Encode]
// writes the fields and [Decode] reads them, both in the order of that function.
// After an error the rest is passed over.
type Fields struct {
	record  sexp.Plist
	reading bool
	err     error
}

// Encode gives the record that form describes.
func Encode(form func(*Fields)) sexp.Plist {
	var f Fields
	form(&f)
	return f.record
}

// Decode fills the variables of form from a record. With an error some of them may
// be set.
func Decode(record sexp.Plist, form func(*Fields)) error {
	f := Fields{record: record, reading: true}
	form(&f)
	return f.err
}

// Field is a field that every record has, of a type with its own way to a value
// and back.
func Field[T any](f *Fields, key string, v *T, encode func(T) sexp.Value, decode func(sexp.Value) (T, error)) {
	if !f.reading {
		f.record = f.record.With(key, encode(*v))
		return
	}
	value, ok := f.record.Get(key)
	if f.err != nil {
		return
	}
	if !ok {
		f.err = fmt.Errorf("a record without :%s", key)
	} else if *v, f.err = decode(value); f.err != nil {
		f.err = fmt.Errorf(":%s: %w", key, f.err)
	}
}

// List is a field that holds a list.
func List[T any](f *Fields, key string, v *[]T, encode func(T) sexp.Value, decode func(sexp.Value) (T, error)) {
	Field(f, key, v, func(list []T) sexp.Value {
		out := make([]sexp.Value, len(list))
		for i, item := range list {
			out[i] = encode(item)
		}
		return sexp.NewList(out...)
	}, func(value sexp.Value) (out []T, err error) {
		list, ok := sexp.AsList(value)
		if !ok {
			return nil, fmt.Errorf("%.40q is not a list", sexp.Print(value))
		}
		for _, element := range list.All() {
			item, err := decode(element)
			if err != nil {
				return nil, err
			}
			out = append(out, item)
		}
		return out, nil
	})
}

// Records is a list of records of their own form, which is left out when it is empty.
func Records[T any](f *Fields, key string, v *[]T, form func(*T) func(*Fields)) {
	if f.Has(key, len(*v) > 0) {
		AllRecords(f, key, v, form)
	}
}

// AllRecords is Records that are there even when there is none.
func AllRecords[T any](f *Fields, key string, v *[]T, form func(*T) func(*Fields)) {
	List(f, key, v, func(x T) sexp.Value { return Encode(form(&x)).Value() }, func(value sexp.Value) (x T, err error) {
		p, err := sexp.AsPlist(value)
		if err != nil {
			return x, err
		}
		return x, Decode(p, form(&x))
	})
}

// Keyword is a field that holds one of the values given, as the keyword of its name.
func Keyword[T fmt.Stringer](f *Fields, key string, v *T, all ...T) {
	name := func(x T) sexp.Value { return sexp.Keyword(strings.ToUpper(x.String())) }
	Field(f, key, v, name, func(value sexp.Value) (x T, err error) {
		i := slices.IndexFunc(all, func(x T) bool { return sexp.Equal(name(x), value) })
		if i < 0 {
			return x, fmt.Errorf("%.40q is not known", sexp.Print(value))
		}
		return all[i], nil
	})
}

// Format is the number of the form that this version writes, and the only one it
// reads; what names the thing, for the error.
func (f *Fields) Format(key string, number int, what string) {
	given := number
	f.Integer(key, &given)
	if f.err == nil && given != number {
		f.err = fmt.Errorf("not %s of the form that this version of pp reads (%d)", what, number)
	}
}

// Text is a text of any bytes.
func (f *Fields) Text(key string, v *string) { Field(f, key, v, Text, text) }

// OptionalText is a text that is left out when it is empty.
func (f *Fields) OptionalText(key string, v *string) {
	if f.Has(key, *v != "") {
		f.Text(key, v)
	}
}

// Texts is a list of texts that is left out when it is empty.
func (f *Fields) Texts(key string, v *[]string) {
	if f.Has(key, len(*v) > 0) {
		List(f, key, v, Text, text)
	}
}

// Time is a time, in UTC to the nanosecond.
func (f *Fields) Time(key string, v *time.Time) {
	Field(f, key, v, func(t time.Time) sexp.Value { return sexp.String(t.UTC().Format(time.RFC3339Nano)) },
		func(value sexp.Value) (time.Time, error) {
			s, err := text(value)
			if err != nil {
				return time.Time{}, err
			}
			return time.Parse(time.RFC3339Nano, s)
		})
}

// Integer is a number; one that is missing is 0.
func (f *Fields) Integer(key string, v *int) { Number(f, key, v) }

// Number is a number of any type; one that is missing is 0.
func Number[T ~int | ~int64 | ~uint32](f *Fields, key string, v *T) {
	if f.reading {
		n, _ := f.record.Integer(key)
		*v = T(n)
	} else {
		f.record = f.record.With(key, sexp.Int(*v))
	}
}

// OptionalInteger is a number that is left out when it is 0.
func (f *Fields) OptionalInteger(key string, v *int) {
	if f.reading || *v != 0 {
		f.Integer(key, v)
	}
}

// Flag is true or false; one that is missing is false.
func (f *Fields) Flag(key string, v *bool) {
	if f.reading {
		*v = f.record.True(key)
	} else if *v {
		f.record = f.record.With(key, sexp.T)
	}
}

// Has reports whether a field is to be written, or there to be read.
func (f *Fields) Has(key string, given bool) bool {
	if f.reading {
		_, given = f.record.Get(key)
	}
	return given
}

func text(v sexp.Value) (string, error) {
	s, ok := ParseText(v)
	if !ok {
		return "", fmt.Errorf("%.40q is no text", sexp.Print(v))
	}
	return s, nil
}
