package engine

// Quadrant says of an event of a conversation whether a person asked for it now, and
// whether a model had a part in it. The zero Quadrant is ForegroundDeterministic.
type Quadrant uint8

// The quadrants.
const (
	ForegroundDeterministic Quadrant = iota
	ForegroundProbabilistic
	BackgroundDeterministic
	BackgroundProbabilistic
)

var quadrantNames = [...]string{"foreground deterministic", "foreground probabilistic", "background deterministic",
	"background probabilistic"}

// String returns the quadrant in lower case, such as "foreground probabilistic".
func (q Quadrant) String() string { return nameOf(quadrantNames[:], int(q)) }

// Quadrant is where a record of that kind belongs: what a model is sent and what it
// proposes on the one side, what gates, persons and actuators make of it on the other.
// background is Meta.Background of the signal that the record followed; modelled is false of
// what rules answered, or a skill proposed, in the place of a model.
func (k RecordKind) Quadrant(background, modelled bool) Quadrant {
	q := ForegroundDeterministic
	if modelled && (k == RecordPrompt || k == RecordProposal) {
		q = ForegroundProbabilistic
	}
	if background {
		q += BackgroundDeterministic
	}
	return q
}
