package secrets

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// source is text of Go's own library.
func source(b *testing.B) string {
	b.Helper()
	files, _ := filepath.Glob(filepath.Join(runtime.GOROOT(), "src", "net", "http", "*.go"))
	var buf bytes.Buffer
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		buf.Write(data)
	}
	if buf.Len() == 0 {
		b.Skip("the source of Go is not here")
	}
	return buf.String()
}

func benchmarkScan(b *testing.B, text string, opts Options) {
	b.Helper()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Scan(text, opts)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(text)), "ns/byte")
}

func BenchmarkSource(b *testing.B) { benchmarkScan(b, source(b), Options{}) }

func BenchmarkSourceVault(b *testing.B) {
	r := newRand()
	var values []string
	for range 20 {
		values = append(values, letters(r, base62, 40))
	}
	benchmarkScan(b, source(b), Options{Vault: vaultOf(values...)})
}

func BenchmarkCommand(b *testing.B) {
	benchmarkScan(b, `git commit -m "fix the parser" -- internal/parser/parse.go   `[:60], Options{})
}

// BenchmarkWorst64K: the budget is 5 ms each.
func BenchmarkWorst64K(b *testing.B) {
	for _, w := range worstCases(64 << 10) {
		b.Run(w.name, func(b *testing.B) { benchmarkScan(b, w.text, Options{}) })
	}
}
