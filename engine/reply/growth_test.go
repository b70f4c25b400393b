package reply_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/reply"
)

// pieces fill replies: beginnings without ends, marks, and words that need a second look.
var pieces = []string{
	"(", ")", "((a)", "(a;", "(\"", "`", "``` ", "```a\n", "~~~\n```x\n", "```\n(run-tests)\n", "<think>", "x <think>",
	"</think>", "<thought>\n", "{", "{\"a\":[", "\n{\"a\":", "[", "[TOOL_CALLS]", "<tool_call>", "<invoke name=\"a\">",
	"(:TYPE :REQUEST ", "(read-file :FILEPATH \"", "(read-file :FILEPATH 1)\n", "\n(read-file 1)", "<|channel|>",
	"<|channel|>final<|message|>", "◁think▷", "[THINK]", "<|channel>thought", "\n\n", "#|", "|", "\\", ";\n", "'",
	"<function=read-file>", "<arg_key>a</arg_key><arg_value>", "``` `` ` ````", "<reason x", "<think x", "<|a|>",
}

// The time that a reply of 16 KiB takes stays small, whatever it is full of.
func TestNoReplyTakesLong(t *testing.T) {
	tools := reply.Tools{"read-file": {Params: []string{"FILEPATH"}, Required: []string{"FILEPATH"}}, "run-tests": {}}
	for _, piece := range pieces {
		for _, around := range [][2]string{{}, {"x ", "\n(run-tests)"}} {
			start := worked(t)
			reply.Read(around[0]+strings.Repeat(piece, 16<<10/len(piece))+around[1], tools)
			if took := worked(t) - start; took > time.Second {
				t.Errorf("%q in %q: %v", piece, around, took)
			}
		}
	}
}

// worked returns how long the process has worked, however busy the machine is.
func worked(t *testing.T) time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		t.Fatal(err)
	}
	return time.Duration(now.Nano())
}
