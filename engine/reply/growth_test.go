package reply_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/reply"
)

// pieces are what a reply may be full of: beginnings without ends, marks, words that need a second look.
var pieces = []string{
	"(", ")", "((a)", "(a;", "(\"", "`", "``` ", "```a\n", "~~~\n```x\n", "<think>", "x <think>", "</think>",
	"<thought>\n", "{", "{\"a\":[", "\n{\"a\":", "[", "[TOOL_CALLS]", "<tool_call>", "<read-file>",
	"<read_file>a</", "(:TYPE :REQUEST ", "(read-file :FILEPATH \"", "(read-file :FILEPATH 1)\n", "(read-file",
	"(read-file 1) ", "\n(read-file 1)", "<|channel|>", "<|channel|>final<|message|>", "◁think▷", "[THINK]",
	"<|channel>thought", "a. ", ",", "do not ", "avoid the ", "an agent ", "\n\n", "Action: read-file\n",
	"read-file(", "#|", "|", "\\", "<function=read-file>", "<<data ", "<!--", "for example, ",
	"<|start|>assistant", "``` `` ` ````", "<reason x", "<think x",
}

// enough is a time that counts: the work for 32 KiB is a tenth of it.
const enough = 300 * time.Millisecond

// The work for a reply grows with its length, whatever it is full of: where it takes a time that counts, four times the
// text takes at most eight times as long. The least of several runs is what it takes when no garbage is collected.
func TestTheWorkGrowsWithTheReply(t *testing.T) {
	tools := reply.Tools{"read-file": {Params: []string{"FILEPATH"}, Required: []string{"FILEPATH"}}, "run-tests": {}}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	took := func(text string, runs int) time.Duration {
		least := time.Hour
		for range runs {
			start := worked(t)
			reply.Read(text, tools)
			least = min(least, worked(t)-start)
			if least < enough {
				break
			}
		}
		return least
	}
	for _, piece := range pieces {
		for _, around := range [][2]string{{}, {"x ", "\n(run-tests)"}, {"(run-tests)\n", ""}} {
			fill := func(size int) string { return around[0] + strings.Repeat(piece, size/len(piece)) + around[1] }
			large := took(fill(32<<10), 3)
			if large < enough {
				continue
			}
			if small := took(fill(8<<10), 1); large > 8*small {
				t.Errorf("%q in %q: %v for four times what took %v", piece, around, large, small)
			}
		}
	}
}

// worked is how long the thread has worked, however busy the machine is.
func worked(t *testing.T) time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		t.Fatal(err)
	}
	return time.Duration(now.Nano())
}
