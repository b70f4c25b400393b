package ask

import (
	"context"
	"errors"
	"strings"

	"pp/actuators/mcp"
	"pp/cli/setup"
	"pp/cli/system"
)

// Elicit asks the person at the terminal the questions of servers, and declines them if nobody can answer.
func Elicit(a *setup.Agent) setup.Elicit {
	return func(ctx context.Context, q mcp.Question) (mcp.Answer, error) {
		if a.Settings.DenyAll || a.Settings.Options.Background {
			return mcp.Answer{}, nil
		}
		p, ok := Present(a.Settings.System, a.Out.Options.Color)
		if !ok {
			return mcp.Answer{}, nil
		}
		defer p.Close()
		defer system.HoldTimeout(ctx)()
		answer, err := p.elicit(ctx, q)
		if errors.Is(err, ErrNobody) {
			return mcp.Answer{Cancel: true}, nil
		}
		return answer, err
	}
}

// elicit shows a server's question and takes the answers, which are sent only after a yes.
func (p *Person) elicit(ctx context.Context, q mcp.Question) (mcp.Answer, error) {
	p.Say("\nThe MCP server %s asks, in its own words (pp does not ask this; tell it no password):\n", oneLine(q.Server))
	p.Quote(q.Text)
	if q.URL != "" {
		p.Say("It wants you to open this address, which pp does not open:\n")
		p.Quote(q.URL)
		yes, err := p.Yes(ctx, "tell it that you did?")
		return mcp.Answer{Accept: yes}, err
	}
	values := map[string]string{}
	for _, f := range q.Fields {
		text, err := p.line(ctx, fieldPrompt(q.Server, f))
		if err != nil {
			return mcp.Answer{}, err
		}
		if text = strings.TrimSpace(text); text == "" && f.Kind != mcp.FieldChoices {
			text = f.Default
		}
		if text != "" {
			values[f.Name] = text
		}
	}
	yes, err := p.Yes(ctx, "send that to "+oneLine(q.Server)+"?")
	return mcp.Answer{Accept: yes, Values: values}, err
}

// fieldPrompt asks for one field.
func fieldPrompt(server string, f mcp.Field) string {
	kinds := map[mcp.FieldKind]string{mcp.FieldNumber: "a number", mcp.FieldInteger: "a whole number",
		mcp.FieldBool: "true or false", mcp.FieldChoices: "any of, with commas between"}
	notes := []string{}
	if kind := kinds[f.Kind]; kind != "" {
		notes = append(notes, kind)
	}
	if len(f.Options) > 0 {
		notes = append(notes, strings.Join(f.Options, " | "))
	}
	if !f.Required {
		notes = append(notes, "may be empty")
	}
	text := server + " asks: " + f.Name
	if f.Doc != "" {
		text += ", " + f.Doc
	}
	if len(notes) > 0 {
		text += " (" + strings.Join(notes, "; ") + ")"
	}
	if f.Default != "" && f.Kind != mcp.FieldChoices {
		text += " [" + f.Default + "]"
	}
	return "  " + oneLine(text) + ": "
}
