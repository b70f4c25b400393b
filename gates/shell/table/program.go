package table

import (
	"sync"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// style says how a program reads its flags.
type style uint8

const (
	styleGNU    style = iota // clusters, --long, abbreviations, flags anywhere
	styleExact               // as GNU, without abbreviations
	styleSingle              // -name and --name alike, no clusters
	styleNone                // no flags at all: every word is an operand
)

// traits are facts about a program or a form of it.
type traits uint16

const (
	isNetwork traits = 1 << iota
	isEscalating
	isDownload
	isDecoded
	isPrinted
	isStdinCode
	isRemote
	isPure    // no word whatever can make it write, run or connect
	isStopped // flags end at the first operand
	isOld     // the first word may be a cluster without its dash
	isSilent  // takes the stdin-code of an earlier clause back
	isFillTree
	isFillInput
	isLocal // takes the network of an earlier clause back
	isNames // tells of its operands no more than a listing does
	isLists // prints names of files, as they are, and nothing else
)

var traitNames = sync.OnceValue(func() map[string]traits {
	return map[string]traits{"network": isNetwork, "escalates": isEscalating, "downloads": isDownload,
		"decodes": isDecoded, "prints": isPrinted, "stdin-code": isStdinCode, "remote": isRemote, "pure": isPure,
		"stops": isStopped, "old-style": isOld, "no-stdin": isSilent, "fill-tree": isFillTree, "fill-input": isFillInput,
		"local": isLocal, "names": isNames, "lists": isLists}
})

// body is what an entry or a condition of it says.
type body struct {
	class    effect.ProgramClass
	args     *layout
	is       traits
	language string
	hazards  []hazard
	opaque   cause.Cause
	unknown  string
	certain  bool // (unknown "") takes an earlier one back
	as       []reading
	pardon   []string // rules of earlier hazards that do not hold after all
	here     []spec   // done to the directory the command runs in
	when     []condition
}

// reading says what the values of some flags are under a condition.
type reading struct {
	bit  uint64
	spec spec
}

type hazard struct {
	rule  string
	why   cause.Cause
	least engine.Decision
	done  []spec // to the current directory
}

// condition is a part of an entry that holds only for some words.
type condition struct {
	test     test
	bit      uint64   // flags
	count    int      // operands, or which operand
	patterns []string // words
	folded   bool     // the operand is compared in lower case too
	except   []string // words that do not count although they match
	body     body
}

// test says what a condition looks at.
type test uint8

const (
	testOn     test = iota // one of the flags is there
	testUnless             // none of the flags is there
	testWord               // the operand of that number matches
	testAny                // some operand matches
	testGiven              // at least that many operands are there
	testNone               // no operand is there
	testValue              // the value of one of the flags matches
	testOnly               // the flags are there, and every value of them matches
)

// program is a compiled entry or subcommand. It is immutable.
type program struct {
	name  string // canonical, with the programs it is a subcommand of
	style style
	flags flagSet
	body
	hook     hook
	after    hook
	version  []string // words that, alone, make it print and end
	bare     string   // the subcommand that none means
	subs     map[string]*program
	global   []*flag   // also permitted in subcommands
	examples []example // of a person's entry
}

// example is a command and what it must come out as.
type example struct{ want, text string }

// flagSets gives the text of a named set of flags.
type flagSets func(name string) (string, bool)
