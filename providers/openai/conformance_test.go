package openai_test

import (
	"testing"
	"time"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.OpenAI(), time.Now) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.OpenAI(), time.Now) }
