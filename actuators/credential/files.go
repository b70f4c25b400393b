package credential

import "pp/engine"

func (l *Lender) fileTerms(u Use, v engine.Verdict) []string { return nil }

func (l *Lender) lendFiles(loan *Loan, uses []Use, v engine.Verdict) error { return nil }
