package shell

import "mvdan.cc/sh/v3/syntax"

func callArgs(s *syntax.Stmt) []*syntax.Word {
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		return c.Args
	}
	return nil
}
