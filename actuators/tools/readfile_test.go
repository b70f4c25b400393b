package tools

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/sexp"
)

func TestReadFile(t *testing.T) {
	dir := scratch(t, map[string]string{
		"lines": "one\ntwo\nthree\n", "tail": "one\ntwo", "empty": "", "d/": "", "link": "->lines", "crlf": "a\r\nb\r\n",
		"elf": "\x7fELF\x02\x01\x00\x00rest", "zero": "a\x00b", "latin": "Stra\xdfe, gr\xfc\xdfe\n",
		"noise":           "\xff\xfd\xf0\x81\x82\xfa abc",
		"name\nwith line": "x\n",
	})
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{"FILEPATH", "lines"}, "one\ntwo\nthree\n"},
		{[]any{"FILEPATH", "link"}, "one\ntwo\nthree\n"},
		{[]any{"FILEPATH", dir + "/lines"}, "one\ntwo\nthree\n"},
		{[]any{"FILEPATH", "tail"}, "one\ntwo"},
		{[]any{"FILEPATH", "crlf"}, "a\r\nb\r\n"},
		{[]any{"FILEPATH", "name\nwith line"}, "x\n"},
		{[]any{"FILEPATH", "empty"}, "empty is empty."},
		{[]any{"FILEPATH", "lines", "START", 2}, "two\nthree\n"},
		{[]any{"FILEPATH", "lines", "END", 2}, "one\ntwo\n"},
		{[]any{"FILEPATH", "lines", "START", 2, "END", 2}, "two\n"},
		{[]any{"FILEPATH", "lines", "START", 3, "END", 99}, "three\n"},
		{[]any{"FILEPATH", "tail", "START", 2}, "two"},
		{[]any{"FILEPATH", "elf"}, "elf is not UTF-8 text and is not shown: an ELF program or library, 12 bytes, beginning " +
			"7f 45 4c 46 02 01 00 00 72 65 73 74. Convert it to UTF-8 text first, or look at it with a command such as file " +
			"or xxd."},
		{[]any{"FILEPATH", "zero"}, "zero is not UTF-8 text and is not shown: binary data, 3 bytes, beginning 61 00 62. " +
			"Convert it to UTF-8 text first, or look at it with a command such as file or xxd."},
		{[]any{"FILEPATH", "noise"}, "noise is not UTF-8 text and is not shown: binary data, 10 bytes, beginning ff fd f0 " +
			"81 82 fa 20 61 62 63. " +
			"Convert it to UTF-8 text first, or look at it with a command such as file or xxd."},
		{[]any{"FILEPATH", "latin"}, "Stra\uFFFDe, gr\uFFFDe\n[3 bytes are not UTF-8 and shown as \uFFFD; " +
			"if the text is in another encoding, convert a copy with iconv]\n"},
	} {
		t.Run(fmt.Sprint(c.args...), func(t *testing.T) {
			res, err := call(t, Options{}, dir, "read-file", c.args...)
			wantText(t, res, err, c.want)
		})
	}
	for _, c := range []struct {
		args []any
		want []string
	}{
		{[]any{"FILEPATH", "none"}, []string{"none does not exist", "list-directory"}},
		{[]any{"FILEPATH", "lines/x"}, []string{"lines/x", "a part of the path is not a directory"}},
		{[]any{"FILEPATH", "d"}, []string{`d is a directory`, "List it with list-directory"}},
		{[]any{"FILEPATH", "."}, []string{`. is a directory`}},
		{[]any{"FILEPATH", strings.Repeat("n", 300)}, []string{"longer than the file system allows"}},
		{[]any{"FILEPATH", "lines", "START", 4}, []string{"lines has 3 lines", "it was to start at 4"}},
		{[]any{"FILEPATH", "tail", "START", 3}, []string{"tail has 2 lines", "it was to start at 3"}},
	} {
		_, err := call(t, Options{}, dir, "read-file", c.args...)
		wantError(t, err, c.want...)
	}
}

// numbered is n lines "line 1" to "line n".
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

// A part has at most so many lines and bytes, and says how to get the rest.
func TestReadFileInParts(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	line := strings.Repeat(x(99)+"\n", maxText/100) // as many as fit, and 52 bytes of room
	cases := []struct {
		name, content string
		args          []any
		want          string
	}{
		{"one line", "x", nil, "x"},
		{"an empty line", "\n", nil, "\n"},
		{"all lines", numbered(maxLines), nil, numbered(maxLines)},
		{"all but the last end", strings.TrimSuffix(numbered(maxLines), "\n"), nil,
			strings.TrimSuffix(numbered(maxLines), "\n")},
		{"one line more", numbered(maxLines + 1), nil,
			numbered(maxLines) + "[lines 1 to 2000 of 2,001; go on from line 2001]\n"},
		{"the rest", numbered(maxLines + 1), []any{"START", 2001}, "line 2001\n"},
		{"a range that is too long", numbered(8123), []any{"START", 3, "END", 8000},
			strings.TrimPrefix(numbered(2002), "line 1\nline 2\n") + "[lines 3 to 2002 of 8,123; go on from line 2003]\n"},
		{"a range", numbered(8123), []any{"START", 3, "END", 4}, "line 3\nline 4\n"},
		{"all bytes", x(maxText), nil, x(maxText)},
		{"all bytes and an end", x(maxText-1) + "\n", nil, x(maxText-1) + "\n"},
		{"one byte more", x(maxText + 1), nil, x(maxText) + "\n[line 1 is too long to be shown whole, 49,152 of its 49,153 " +
			"bytes are; this is line 1 of 1]\n"},
		{"a long line before others", x(300_000) + "\nnext\n", nil, x(maxText) + "\n[line 1 is too long to be shown whole, " +
			"49,152 of its 300,001 bytes are; this is line 1 of 2; go on from line 2]\n"},
		{"the line after it", x(300_000) + "\nnext\n", []any{"START", 2}, "next\n"},
		{"a long line later", "first\n" + x(300_000) + "\nnext\n", nil,
			"first\n[lines 1 to 1 of 3; go on from line 2]\n"},
		{"lines that fit exactly", line + x(51) + "\n", nil, line + x(51) + "\n"},
		{"lines that do not", line + x(52) + "\n", nil, line + "[lines 1 to 491 of 492; go on from line 492]\n"},
		{"a character at the border", x(maxText-1) + "é" + x(9), nil, x(maxText-1) + "\n[line 1 is too long to be shown " +
			"whole, 49,151 of its 49,162 bytes are; this is line 1 of 1]\n"},
		{"numbers", "a\nb\n\nd", []any{"NUMBERS", sexp.T}, "1\ta\n2\tb\n3\t\n4\td"},
		{"numbers of a range", numbered(20), []any{"NUMBERS", sexp.T, "START", 9, "END", 10}, "9\tline 9\n10\tline 10\n"},
		{"no UTF-8", strings.Repeat("stra\xdfe\n", 2001), nil, strings.Repeat("stra\uFFFDe\n", 2000) +
			"[lines 1 to 2000 of 2,001; go on from line 2001; 2,000 bytes are not UTF-8 and shown as \uFFFD; if the text is " +
			"in another encoding, convert a copy with iconv]\n"},
	}
	dir := scratch(t, nil)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(dir, "f"), []byte(c.content), 0o644); err != nil {
				t.Fatal(err)
			}
			res, err := call(t, Options{}, dir, "read-file", append([]any{"FILEPATH", "f"}, c.args...)...)
			wantText(t, res, err, c.want)
		})
	}
}

// What the notes say to read next gives the whole file in the end.
func TestReadFileGoesOn(t *testing.T) {
	all := numbered(30_000) + strings.Repeat(strings.Repeat("y", 3000)+"\n", 50) + "end"
	dir := scratch(t, map[string]string{"long": all})
	var got strings.Builder
	for start, parts := 1, 0; start > 0; parts++ {
		res, err := call(t, Options{}, dir, "read-file", "FILEPATH", "long", "START", start)
		if err != nil || parts > 100 || len(res.Text) > maxText+100 {
			t.Fatalf("part %d: %v, %d bytes", parts, err, len(res.Text))
		}
		text, note, more := strings.Cut(res.Text, "[lines ")
		got.WriteString(text)
		start = 0
		if more {
			_, err = fmt.Sscanf(note[strings.Index(note, "go on from"):], "go on from line %d", &start)
		}
		if err != nil {
			t.Fatalf("%q: %v", note, err)
		}
	}
	if got.String() != all {
		t.Errorf("%d bytes of %d", got.Len(), len(all))
	}
}

// A file of 100 MB is read in a few hundred kilobytes of memory.
func TestReadFileHugeIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 100 MB")
	}
	dir := scratch(t, nil)
	f, err := os.Create(filepath.Join(dir, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	block := []byte(strings.Repeat("0123456789abcde\n", 1<<16))
	for range 100 {
		if _, err := f.Write(block); err != nil {
			t.Fatal(err)
		}
	}
	f.Close()
	for _, args := range [][]any{{"FILEPATH", "huge"}, {"FILEPATH", "huge", "START", 6_000_000, "END", 6_000_001}} {
		tool := named(t, Options{}, "read-file")
		c := enginetest.Call(t, tool.Spec, plist(args...), factsIn(dir))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		res, err := tool.Run(context.Background(), c)
		runtime.ReadMemStats(&after)
		if err != nil || len(res.Text) > maxText+300 {
			t.Errorf("%v: %d bytes, %v", args, len(res.Text), err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
			t.Errorf("%v: %d bytes were allocated", args, used)
		}
	}
}

// Beyond what one call reads, lines are not counted; the file is sparse.
func TestReadFileBeyondTheScan(t *testing.T) {
	dir := scratch(t, map[string]string{"vast": numbered(20_000)})
	f, err := os.OpenFile(filepath.Join(dir, "vast"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size = 10 << 30
	if err := f.Truncate(size - 10); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("\nthe end!\n"), size-10); err != nil {
		t.Fatal(err)
	}
	res, err := call(t, Options{}, dir, "read-file", "FILEPATH", "vast")
	if err != nil || !strings.HasPrefix(res.Text, "line 1\nline 2\n") || len(res.Text) > maxText+300 ||
		!strings.HasSuffix(res.Text, "[lines 1 to 2000 of more than 20,001; go on from line 2001]\n") {
		t.Errorf("%q, %v", engine.Clip(res.Text, 100), err)
	}
	_, err = call(t, Options{}, dir, "read-file", "FILEPATH", "vast", "START", 30_000)
	wantError(t, err, "line 30000 of vast comes after the first 268,435,456 bytes", "search-files")
}

func TestReadFileOfProc(t *testing.T) {
	// Its size is said to be 0.
	res, err := call(t, Options{}, "/proc", "read-file", "FILEPATH", "version")
	if err != nil || !strings.HasPrefix(res.Text, "Linux version") {
		t.Errorf("%q, %v", res.Text, err)
	}
}

func TestToolsStopWhenCancelled(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "x", "d/g": "x"})
	cause := errors.New("the person pressed Ctrl-C")
	for name, args := range map[string][]any{
		"read-file": {"FILEPATH", "f"}, "list-directory": nil, "find-files": {"PATTERN", "*"},
		"search-files": {"PATTERN", "x"}, "write-file": {"FILEPATH", "f", "CONTENT", "y"},
	} {
		tool := named(t, Options{}, name)
		c := enginetest.Call(t, tool.Spec, plist(args...), factsIn(dir))
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(cause)
		if res, err := tool.Run(ctx, c); !errors.Is(err, cause) || res.Text != "" {
			t.Errorf("%s goes on: %+v, %v", name, res, err)
		}
	}
	if got := mustRead(t, dir+"/f"); got != "x" {
		t.Errorf("write-file wrote %q", got)
	}
}

// A cancellation in the middle of a walk ends it there.
func TestWalkStopsInTheMiddle(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("d%03d/f", i)] = "x"
	}
	dir := scratch(t, files)
	cause := errors.New("enough of this")
	for name, args := range map[string][]any{"find-files": {"PATTERN", "*"}, "search-files": {"PATTERN", "x"}} {
		ctx, cancel := context.WithCancelCause(context.Background())
		seen := 0
		tool := named(t, Options{Skip: func(string) bool {
			if seen++; seen == 20 {
				cancel(cause)
			}
			return false
		}}, name)
		_, err := tool.Run(ctx, enginetest.Call(t, tool.Spec, plist(args...), factsIn(dir)))
		if !errors.Is(err, cause) || seen > 25 {
			t.Errorf("%s: %v after %d entries", name, err, seen)
		}
	}
}

func FuzzReadFile(f *testing.F) {
	f.Add([]byte("one\ntwo\n"), 1, 2)
	f.Add([]byte("\xff\xfe\x00"), 0, 0)
	f.Add([]byte("\n\n\n"), 2, 9)
	f.Add([]byte(strings.Repeat("ä\n", 100)), 3, 0)
	dir := scratch(f, map[string]string{"f": ""})
	tool := Options{}.readFile()
	f.Fuzz(func(t *testing.T, content []byte, start, end int) {
		if err := os.WriteFile(filepath.Join(dir, "f"), content, 0o644); err != nil {
			t.Fatal(err)
		}
		args := plist("FILEPATH", "f")
		if start > 0 {
			args = plist("FILEPATH", "f", "START", start, "END", max(end, start))
		}
		facts := factsIn(dir)
		if _, err := tool.Spec.Effects(args, facts); err != nil {
			return // a line number out of bounds
		}
		res, err := tool.Run(context.Background(), enginetest.Call(t, tool.Spec, args, facts))
		if err != nil || len(content) == 0 || len(content) > maxText ||
			store.IsBinary(content[:min(len(content), sample)]) ||
			bytes.Count(content, []byte("\n")) >= maxLines {
			return
		}
		want := string(content)
		if start > 0 {
			lines := strings.SplitAfter(want, "\n")
			want = strings.Join(lines[min(start-1, len(lines)):min(max(end, start), len(lines))], "")
		}
		if text, bad := valid(want); bad == 0 && res.Text != text {
			t.Errorf("%q lines %d to %d gives %q", content, start, end, res.Text)
		} else if bad > 0 && !strings.Contains(res.Text, "not UTF-8") {
			t.Errorf("%q: nothing is said of the bytes replaced", content)
		}
	})
}
