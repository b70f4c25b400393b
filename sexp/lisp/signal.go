package lisp

import "context"

// Signal makes a condition of a type, such as LLM-ERROR, with a message and slots (upper case
// names without a colon), and gives it to handlers in turn, each a function of one argument
// with the type it is for, until one chooses one of the restarts; nil when none does.
func (p *Program) Signal(ctx context.Context, lim Limits, c ConditionOf, handlers []HandlerFor, restarts []string) (
	_ *Restart, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m := newMachine(ctx, lim, p)
	cond := conditionFrom(m, c)
	to := &target{}
	for i, name := range restarts {
		m.restarts = append(m.restarts, &restart{name: sym(name), to: to, index: i})
	}
	for i := len(handlers) - 1; i >= 0; i-- {
		m.handlers = append(m.handlers, handler{is: newTypeTest(m, sym(handlers[i].Type)), do: handlers[i].Do})
	}
	err = m.signal(cond)
	if e, ok := arrived(err, to); ok {
		return &Restart{Name: restarts[e.index], Args: e.more}, nil
	}
	return nil, m.located(err)
}

// conditionFrom makes a condition of a message and slots, which are frozen.
func conditionFrom(m *machine, c ConditionOf) *Condition {
	args := []Value{kw("MESSAGE"), &Str{text: c.Message, frozen: true}}
	for name, v := range c.Slots {
		args = append(args, kw(name), v)
	}
	cond := makeCondition(m, sym(c.Type), args)
	freeze(m, cond)
	return cond
}
