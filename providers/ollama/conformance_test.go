package ollama_test

import (
	"testing"
	"time"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.Ollama(), time.Now) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.Ollama(), time.Now) }
