package openai_test

import (
	"testing"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.OpenAI()) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.OpenAI()) }
