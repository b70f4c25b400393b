package cli

import (
	"flag"
	"io"

	"github.com/urfave/cli/v2"
)

// parse sets flags to what the arguments, as arrange leaves them, say, or to their defaults; the words are kept as they
// are. The library's own App takes a flag that stands behind a word for a word.
func parse(flags []cli.Flag, args []string, words ...string) (*flag.FlagSet, error) {
	set := flag.NewFlagSet("pp", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
	}
	if err := set.Parse(args); err != nil { // by themselves, so that the last one cannot take a word for its value
		return nil, err
	}
	return set, set.Parse(append([]string{"--"}, words...))
}
