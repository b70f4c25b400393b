package engine

import (
	"cmp"
	"context"
	"fmt"
	"sync"
)

// sideBySide is how many calls that only read are carried out at once.
const sideBySide = 4

// together carries out calls that only read, side by side. They are judged again one
// after the other; the first that is not allowed any more ends the group.
func (r *runState) together(ctx context.Context, t thought, group []proposal) ([]became, error) {
	var cleared []Cleared
	for _, p := range group {
		v := r.judge(p.action)
		if v.Decision != Allow || !v.Effects.Harmless() {
			break
		}
		r.tellVerdict(ctx, v, false)
		c, err := r.begin(ctx, v, Answer{})
		if err != nil {
			return nil, err
		}
		cleared = append(cleared, c)
	}
	if len(cleared) == 0 {
		came, err := r.settle(ctx, t, group[0])
		return []became{came}, err
	}
	type done struct {
		result Result
		err    error
	}
	did := make([]done, len(cleared))
	var all sync.WaitGroup
	for i, c := range cleared {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					did[i].err = fmt.Errorf("unexpected failure: %v", p)
				}
			}()
			did[i].result, did[i].err = r.perform(ctx, c)
		})
	}
	all.Wait()
	out := make([]became, 0, len(cleared))
	var failed error
	for i, c := range cleared {
		result, after, err := r.decide(ctx, c, did[i].result, did[i].err)
		b, err := r.finish(ctx, group[i], c, result, after, err)
		out, failed = append(out, b), cmp.Or(failed, err)
	}
	return out, failed
}
