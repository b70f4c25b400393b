package anthropic_test

import (
	"testing"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.Anthropic()) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.Anthropic()) }
