package config

// endpoint is a variable that sets a provider's base URL.
type endpoint struct {
	variable, provider string
	form               func(string) string // to a base URL
}

var endpointTable = [...]endpoint{
	{"OPENAI_BASE_URL", "openai", trimSlash},
	{"ANTHROPIC_BASE_URL", "anthropic", trimSlash},
	{"GEMINI_BASE_URL", "gemini", trimSlash},
	{"OLLAMA_HOST", "ollama", ollamaURL},
}

// applyVariables applies the variables of one layer: the .env file or the
// process environment.
func (l *loader) applyVariables(get func(string) (string, bool), from Origin) error {
	for i := range keyTable {
		k := &keyTable[i]
		if k.env == "" {
			continue
		}
		value, ok := get(k.env)
		if !ok {
			continue
		}
		where := variableOrigin(from, k.env)
		err := l.set(k, plainText(value), where)
		if err != nil && k.bad == badIsIgnored {
			l.cfg.warn(where, k.env+" is ignored: "+reason(err))
			continue
		}
		if err != nil {
			return err
		}
	}
	for _, e := range endpointTable {
		if value, ok := get(e.variable); ok {
			if err := l.setEndpoint(e, value, variableOrigin(from, e.variable)); err != nil {
				return err
			}
		}
	}
	return nil
}

// variableOrigin is where a variable's value came from: the variable, or the
// .env file that it stands in.
func variableOrigin(from Origin, variable string) Origin {
	if from.Source == SourceEnvironment {
		from.Name = variable
	}
	return from
}

func (l *loader) setEndpoint(e endpoint, value string, where Origin) error {
	p := l.cfg.Providers[e.provider]
	base := e.form(value)
	if problem := checkBaseURL(base); problem != "" {
		return where.fail("providers."+e.provider+".base_url", e.variable+" "+problem, "")
	}
	p.BaseURL, p.BaseURLSource = base, where.Source
	l.cfg.Providers[e.provider] = p
	l.cfg.origins["providers."+e.provider+".base_url"] = where
	return nil
}

// reason is an error's message without where it happened, which the warning
// says itself.
func reason(err error) string {
	switch e := err.(type) {
	case *FileError:
		return e.Message
	case *ValueError:
		return e.Message
	}
	return err.Error()
}
