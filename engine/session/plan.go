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
	last := len(p.units) - 1
	half := p.want / 2 * bytesPerToken
	for _, most := range []int{0, max(half, leastResult)} {
		if cut, ok := p.lined(last, most); ok {
			return cut, true
		}
	}
	most := max(half, leastResult)
	if cut, ok := p.summed(last, most); ok {
		return cut, true
	}
	end := p.units[last]
	answered := end < len(p.turns) && p.turns[end].Role == engine.RoleUser // nobody has answered it yet
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

// lined makes a line of the results of as few of the oldest turns as will do.
func (p planning) lined(last, most int) (plan, bool) {
	i := sort.Search(last+1, func(i int) bool {
		_, ok := p.try(engine.Cut{Summed: p.before.Summed, Lined: p.units[i], Most: most}, p.want)
		return ok
	})
	if i > last {
		return plan{}, false
	}
	return p.try(engine.Cut{Summed: p.before.Summed, Lined: max(p.units[i], p.before.Lined), Most: most}, p.want)
}

// summed sums as few of the oldest turns as will do.
func (p planning) summed(last, most int) (plan, bool) {
	i := sort.Search(last+1, func(i int) bool {
		_, ok := p.try(engine.Cut{Summed: p.units[i], Lined: p.units[last], Most: most}, p.want)
		return ok
	})
	if i > last || i == 0 {
		return plan{}, false
	}
	return p.try(engine.Cut{Summed: p.units[i], Lined: p.units[last], Most: most}, p.want)
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
