package wire

import (
	"bytes"
	"encoding/json"
)

// mostTokens bounds a count, so that no sum of counts overflows.
const mostTokens = 1 << 40

// Count is a number of tokens as a server writes it. A fraction, a number in
// quotes, a negative one or nonsense never costs the answer that it belongs to:
// what is no number is 0, which is unknown.
type Count int

// UnmarshalJSON implements json.Unmarshaler.
func (c *Count) UnmarshalJSON(data []byte) error {
	var n float64
	if json.Unmarshal(bytes.Trim(data, `"`), &n) != nil {
		n = 0
	}
	*c = Count(min(max(n, 0), mostTokens))
	return nil
}
