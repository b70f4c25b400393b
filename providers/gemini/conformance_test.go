package gemini_test

import (
	"testing"
	"time"

	"pp/providers/providertest"
)

func TestConformance(t *testing.T) { providertest.Run(t, providertest.Gemini(), time.Now) }

func FuzzReply(f *testing.F) { providertest.FuzzReply(f, providertest.Gemini(), time.Now) }
