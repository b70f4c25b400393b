package sexp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// trees gives the same data in both notations: a message as a model sends it, and a list of records.
func trees() map[string]struct{ sexp, json string } {
	var s, j strings.Builder
	s.WriteString("(")
	j.WriteString("[")
	for i := range 1000 {
		if i > 0 {
			j.WriteString(",")
		}
		fmt.Fprintf(&s,
			`(:ID %d :NAME "file-%d.go" :SIZE %d :RATIO %d.5 :TAGS ("alpha" "beta") `+
				`:META (:OWNER "someone" :PRIVATE NIL :READ T)) `, i, i, i*37, i)
		fmt.Fprintf(&j,
			`{"id":%d,"name":"file-%d.go","size":%d,"ratio":%d.5,"tags":["alpha","beta"],`+
				`"meta":{"owner":"someone","private":false,"read":true}}`, i, i, i*37, i)
	}
	s.WriteString(")")
	j.WriteString("]")
	return map[string]struct{ sexp, json string }{
		"records": {s.String(), j.String()},
		"message": {
			`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git log -3 --oneline" :EXPLANATION "show the last commits"))`,
			`{"type":"request","target":"shell","payload":{"cmd":"git log -3 --oneline","explanation":"show the last commits"}}`,
		},
	}
}

func BenchmarkRead(b *testing.B) {
	for name, tree := range trees() {
		b.Run(name+"/sexp", func(b *testing.B) {
			b.SetBytes(int64(len(tree.sexp)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(tree.sexp, Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/json", func(b *testing.B) {
			data := []byte(tree.json)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var v any
				if err := json.Unmarshal(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	for name, tree := range trees() {
		b.Run(name+"/sexp", func(b *testing.B) {
			v := mustRead(b, tree.sexp)
			b.SetBytes(int64(len(Print(v))))
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = Append(buf[:0], v)
			}
		})
		b.Run(name+"/json", func(b *testing.B) {
			var v any
			if err := json.Unmarshal([]byte(tree.json), &v); err != nil {
				b.Fatal(err)
			}
			text, _ := json.Marshal(v)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := json.Marshal(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
