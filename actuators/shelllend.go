package actuators

import (
	"context"

	"pp/actuators/credential"
	"pp/actuators/sandbox"
	"pp/engine"
	"pp/sexp"
)

// lend adds to a specification what a cleared command is lent for as long as it runs.
func (s *Shell) lend(ctx context.Context, c engine.Cleared, spec *sandbox.Spec) (*credential.Loan, error) {
	if s.opts.Lender == nil || c.Trial() { // nobody has said yes yet
		return nil, nil
	}
	loan, err := s.opts.Lender.Lend(ctx, c)
	if err != nil || loan == nil {
		return nil, err
	}
	spec.Lent = append(spec.Lent, loan.Binds...)
	spec.Env = append(spec.Env, loan.Env...)
	spec.Git = append(spec.Git, loan.Git...)
	spec.LentSocket = spec.LentSocket || loan.Sockets
	return loan, nil
}

// masking masks by both.
func masking(always, lent func(string) string) func(string) string {
	if always == nil {
		return lent
	}
	return func(text string) string { return lent(always(text)) }
}

// withLent says in a result what the command was lent.
func withLent(p sexp.Plist, loan *credential.Loan) sexp.Plist {
	if loan == nil || len(loan.Lent) == 0 {
		return p
	}
	return p.With("LENT", texts(loan.Lent))
}
