package shell

import (
	"context"

	"pp/actuators/credential"
	"pp/actuators/sandbox"
	"pp/engine"
)

// lend adds to a specification what a cleared command is lent for as long as it runs.
func (s *Shell) lend(ctx context.Context, c engine.Cleared, spec *sandbox.Spec) (*credential.Loan, error) {
	if s.opts.Lender == nil {
		return nil, nil
	}
	loan, err := s.opts.Lender.Lend(ctx, c)
	if err != nil || loan == nil {
		return nil, err
	}
	spec.Lent = append(spec.Lent, loan.Binds...)
	spec.Env = append(spec.Env, loan.Env...)
	spec.LentSocket = spec.LentSocket || loan.Agent
	return loan, nil
}
