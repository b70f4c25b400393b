package tools

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

const (
	maxFile  = 32 << 20 // bytes of one file that are searched
	maxShown = 300      // bytes of a matching line that are shown
)

// searchFiles gives the lines of files that match a regular expression.
func (o Options) searchFiles() Tool {
	return onPath(engine.ToolSpec{
		Name:     "search-files",
		Doc:      "Finds lines in files.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "PATTERN", Kind: engine.ParamText, Required: true, MaxBytes: maxPattern,
				Doc: "RE2"},
			{Name: "PATH", Kind: engine.ParamPath},
			{Name: "GLOB", Kind: engine.ParamText, MaxBytes: maxGlob},
		},
		Effects: func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
			if _, err := searchOf(args); err != nil {
				return effect.Effects{}, err
			}
			return treePath(args, facts)
		},
	}, o.runSearchFiles)
}

// search is the state of one search.
type search struct {
	job
	opts   Options
	ctx    context.Context
	rx     *regexp.Regexp
	prefix []byte // begins every match; may be empty
	glob   *Glob  // nil: every file
	out    lines
	last   string // the file that the last match is in
	files  int    // searched
	read   int64  // bytes
	left   *leftOut
	buf    *bufio.Reader
}

// searchOf reads the arguments of a search.
func searchOf(args sexp.Plist) (*search, error) {
	pattern, _ := args.Text("PATTERN")
	if pattern == "" {
		return nil, errors.New(":PATTERN is empty. Give the text or regular expression to look for")
	}
	rx, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf(":PATTERN is no regular expression (RE2): %w. Put \\ before ( ) [ ] { } . * + ? to mean the "+
			"character", err)
	}
	if err := affordable(pattern); err != nil {
		return nil, err
	}
	s := &search{rx: rx}
	prefix, _ := rx.LiteralPrefix()
	s.prefix = []byte(prefix)
	if text, ok := args.Text("GLOB"); ok {
		g, err := CompileGlob(text)
		if err != nil {
			return nil, fmt.Errorf(":GLOB: %w", err)
		}
		s.glob = &g
	}
	return s, nil
}

// affordable refuses an expression whose repetitions unfold to so much that one
// long line could keep it busy for minutes: a match cannot be interrupted.
func affordable(pattern string) error {
	const most = 5_000
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return err
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return err
	}
	if len(prog.Inst) > most {
		return fmt.Errorf(":PATTERN unfolds to %d steps, over the limit of %d. Use fewer or smaller {n,m} repetitions",
			len(prog.Inst), most)
	}
	return nil
}

func (o Options) runSearchFiles(ctx context.Context, j job, p effect.Path) (engine.Result, error) {
	s, err := searchOf(j.args)
	if err != nil {
		return engine.Result{}, err
	}
	w := o.walker(ctx)
	s.out.most = maxFound
	s.opts, s.job, s.ctx, s.left, s.buf = o, j, ctx, &w.left, bufio.NewReaderSize(nil, blockSize)
	if p.Tree {
		err = s.tree(&w, p)
	} else {
		err = s.single(p)
	}
	if err != nil && !errors.Is(err, errStop) {
		return engine.Result{}, err
	}
	none := fmt.Sprintf("No line in %s matches %s.", plural(s.files, "file", "files"), display(s.rx.String()))
	return engine.Result{Text: s.out.text(none, w.left.notes())}, nil
}

func (s *search) single(p effect.Path) error {
	f, err := s.opts.openRegular(p.Name)
	if err != nil {
		return explain(s.shown(p.Name), err)
	}
	return s.file(f, p.Name)
}

func (s *search) tree(w *walker, p effect.Path) error {
	fd, err := s.openTree(p)
	if err != nil {
		return err
	}
	return w.walk(fd, p.Name, func(e entry) error {
		switch {
		case e.typ.IsDir() || s.glob != nil && !s.glob.AnyDepth(e.rel):
			return nil
		case e.typ&fs.ModeSymlink != 0:
			w.left.links++
			return nil
		case !e.typ.IsRegular():
			w.left.special++
			return nil
		}
		f, err := s.opts.openEntry(e.dirfd, e.name)
		if errors.Is(err, errSecret) {
			w.left.secret++
			return nil
		}
		if err != nil {
			w.left.unreadable++
			return nil
		}
		return s.file(f, e.path)
	})
}

// file searches one file and closes it.
func (s *search) file(f *store.File, name string) error {
	defer f.Close()
	src := io.Reader(f)
	if s.opts.Private.MayHold(name) {
		text, left, err := s.opts.public(s.ctx, f, name)
		if s.left.subtrees += left; err != nil {
			s.left.unreadable++
			return nil
		}
		src = strings.NewReader(text)
	}
	s.buf.Reset(io.LimitReader(src, maxFile+1))
	begin, err := s.buf.Peek(sample)
	if len(begin) == 0 && err != nil && !errors.Is(err, io.EOF) {
		s.left.unreadable++
		return nil
	}
	if store.IsBinary(begin) {
		s.left.binary++
		return nil
	}
	s.files++
	return s.each(name)
}

// each goes through the lines of a file. A line longer than the buffer is
// searched in pieces.
func (s *search) each(name string) error {
	var read int64
	piece := false // the line went on from the piece before
	for n := 1; ; {
		line, err := s.buf.ReadSlice('\n')
		read += int64(len(line))
		if len(line) > 0 {
			if serr := s.line(name, n, line, piece); serr != nil {
				return serr
			}
		}
		piece = errors.Is(err, bufio.ErrBufferFull)
		switch {
		case piece:
		case errors.Is(err, io.EOF):
			if read > maxFile {
				s.left.long++
			}
			return nil
		case err != nil:
			s.left.unreadable++
			return nil
		default:
			n++
		}
		if n%1024 == 0 && s.ctx.Err() != nil {
			return context.Cause(s.ctx)
		}
	}
}

// line looks at one line, or a piece of one.
func (s *search) line(name string, n int, line []byte, piece bool) error {
	if s.read += int64(len(line)); s.read > maxScan {
		s.left.stopped = "stopped after " + engine.FormatCount(maxScan) + " bytes; narrow the path or give a glob"
		return errStop
	}
	if len(s.prefix) > 0 && !bytes.Contains(line, s.prefix) {
		return nil
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
	at := s.rx.FindIndex(line)
	if at == nil || piece && at[0] == at[1] {
		return nil
	}
	found := strconv.Itoa(n) + ": " + around(line, at[0])
	if name != s.last {
		found = s.shown(name) + "\n" + found
	}
	if s.last = name; !s.out.add(found) {
		s.left.stopped = fmt.Sprintf("these are the first %s, there are more; narrow the pattern or the path, or give a glob",
			plural(s.out.n, "match", "matches"))
		return errStop
	}
	return nil
}

// around is a line, or the part of a long one that has the match in it.
func around(line []byte, from int) string {
	if len(line) > maxShown {
		lead := max(0, min(from-maxShown/4, len(line)-maxShown))
		for lead > 0 && !utf8.RuneStart(line[lead]) {
			lead--
		}
		end := min(len(line), lead+maxShown)
		for end < len(line) && end > lead && !utf8.RuneStart(line[end]) {
			end--
		}
		part := string(line[lead:end])
		if lead > 0 {
			part = "…" + part
		}
		if end < len(line) {
			part += "…"
		}
		return strings.ToValidUTF8(part, "\uFFFD")
	}
	return strings.ToValidUTF8(string(line), "\uFFFD")
}
