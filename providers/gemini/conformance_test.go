package gemini_test

import (
	"testing"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.Gemini()) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.Gemini()) }
