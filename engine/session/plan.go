package session

import (
	"cmp"
	"sort"

	"pp/engine"
)

const (
	// bytesPerToken is how many bytes a token has at the least, as tokens are guessed.
	bytesPerToken = 2
	// leastResult is how few bytes of a result are worth sending.
	leastResult = 300
	// mostSummary is how many tokens a summary has, at most.
	mostSummary = 1500
	// leastSummary is how few tokens of a summary are worth sending.
	leastSummary = 40
)

// plan is how a conversation is cut.
type plan struct {
	engine.Cut
	summary int // tokens that its summary may have
}

// planning finds the mildest cut that leaves enough room.
type planning struct {
	Compactor
	turns   []engine.Turn
	before  engine.Cut  // what is cut already
	summary engine.Turn // what stands for what is summed already
	units   []int       // where turns can be separated, in order, the end included
	room    int         // tokens of turns that fit
	want    int         // tokens to come down to
}

// newPlanning looks at a conversation that is to be cut.
func (c Compactor) newPlanning(turns []engine.Turn, room int) planning {
	p := planning{Compactor: c, turns: turns, room: room, want: room / 2}
	if at, cut := lastCut(turns); at >= 0 {
		p.before, p.summary = cut, turns[at]
	}
	for i := p.before.Summed; i < len(turns); i++ {
		if starts(turns, i) {
			p.units = append(p.units, i)
		}
	}
	if len(p.units) == 0 || p.units[0] != p.before.Summed {
		p.units = append([]int{p.before.Summed}, p.units...)
	}
	return p
}

// find is the mildest cut; false when the last message alone does not fit.
func (p planning) find() (plan, bool) {
	least := max(p.want/2*bytesPerToken, leastResult)
	for _, most := range []int{0, least} {
		lined := func(unit int) engine.Cut {
			return engine.Cut{Summed: p.before.Summed, Lined: max(unit, p.before.Lined), Most: most}
		}
		if cut, ok := p.first(lined); ok {
			return cut, true
		}
	}
	end := p.units[len(p.units)-1]
	summed := func(unit int) engine.Cut { return engine.Cut{Summed: unit, Lined: end, Most: least} }
	if cut, ok := p.first(summed); ok && cut.Summed > p.units[0] {
		return cut, true
	}
	answered := end < len(p.turns) && p.turns[end].Role == engine.RoleUser // nobody has answered it yet
	most := least
	for most > leastResult && !answered {
		most = max(most/2, leastResult)
		if cut, ok := p.try(engine.Cut{Summed: end, Lined: end, Most: most}, p.want); ok {
			return cut, true
		}
	}
	all := len(p.turns)
	if answered {
		all = end
	}
	return p.try(engine.Cut{Summed: all, Lined: all, Most: most}, p.room)
}

// first returns the cut with the fewest oldest turns that suffices.
func (p planning) first(cut func(unit int) engine.Cut) (plan, bool) {
	i := sort.Search(len(p.units), func(i int) bool {
		_, ok := p.try(cut(p.units[i]), p.want)
		return ok
	})
	if i == len(p.units) {
		return plan{}, false
	}
	return p.try(cut(p.units[i]), p.want)
}

// try is a cut that comes down to so many tokens, with what they leave for a summary.
func (p planning) try(cut engine.Cut, want int) (plan, bool) {
	made := plan{Cut: cut}
	if cut.Summed == p.before.Summed {
		return made, p.Tokens(p.apply(p.turns, cut, p.summary)) <= want
	}
	free := want - p.Tokens(p.apply(p.turns, cut, engine.Turn{}))
	made.summary = min(mostSummary, p.want/2, free)
	least := min(p.want/4, mostSummary)
	if want == p.room {
		least = leastSummary
	}
	return made, made.summary >= cmp.Or(least, leastSummary)
}
