package memory

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
)

// hashForm opens what a hash is of, and changes with the rule.
const hashForm = "pp-object-1"

// HashOf is the hash of an object whose children have these hashes, in order; the zero
// hash stands for a child that is not kept. It is SHA-256 over "pp-object-1" and then,
// each after its length in bytes as eight bytes with the big end first: ID, type, scope
// as [Scope.String] gives it, the origin's name, the attributes, the content, and the
// children's hashes in a row. The attributes, sorted by name, are names and values in
// turn, each after its length likewise. So it is of any bytes, and no two objects are
// written alike.
func HashOf(o Object, children []Hash) Hash {
	var attributes, hashes []byte
	for _, a := range sorted(o.Attributes) {
		attributes = appendSized(appendSized(attributes, a.Name), a.Value)
	}
	for _, h := range children {
		hashes = append(hashes, h[:]...)
	}
	b := []byte(hashForm)
	for _, s := range []string{o.ID, o.Type, o.Scope.String(), o.Origin.String(), string(attributes), o.Content,
		string(hashes)} {
		b = appendSized(b, s)
	}
	return sha256.Sum256(b)
}

func appendSized(b []byte, s string) []byte {
	return append(binary.BigEndian.AppendUint64(b, uint64(len(s))), s...)
}

func sorted(list []Attribute) []Attribute {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b Attribute) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// ParseHash reads what [Hash.String] wrote.
func ParseHash(s string) (Hash, error) {
	var h Hash
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) || s != strings.ToLower(s) {
		return h, fmt.Errorf("%.80q is no hash", s)
	}
	copy(h[:], b)
	return h, nil
}

// Bounds of one object.
const (
	MaxContent  = 8 << 20 // bytes
	maxID       = 1 << 10
	maxChildren = 10_000
	maxFields   = 256 << 10 // bytes of attributes
	maxNames    = 1 << 20   // bytes of all IDs in it
)

// ErrObject is of an object that cannot be kept as it is.
var ErrObject = errors.New("this cannot be kept")

// check gives an object as it is kept, or says why it is not.
func (o Object) check() (Object, error) {
	bad := func(why string) (Object, error) { return o, fmt.Errorf("%w: %s", ErrObject, why) }
	o.Attributes = sorted(o.Attributes)
	size, names := 0, len(o.ID)+len(o.Parent)
	for _, id := range o.Children {
		names += len(id)
	}
	for i, a := range o.Attributes {
		size += len(a.Name) + len(a.Value)
		if a.Name == "" || a.Name != strings.ToUpper(a.Name) {
			return bad(fmt.Sprintf("%.40q is no name of an attribute, which is in upper case", a.Name))
		}
		if i > 0 && a.Name == o.Attributes[i-1].Name {
			return bad(fmt.Sprintf("it has the attribute %.40q twice", a.Name))
		}
	}
	switch {
	case o.Type == "" || len(o.Type) > 100 || o.Type != strings.ToUpper(o.Type):
		return bad(fmt.Sprintf("%.40q is no type, which is in upper case", o.Type))
	case o.Scope.Kind > ScopeConversation || (o.Scope.Kind == ScopeMemex) != (o.Scope.Name == ""):
		return bad("its scope names no workspace or conversation")
	case o.Origin > engine.OriginPerson:
		return bad("its origin is not known")
	case len(o.ID) > maxID || len(o.Parent) > maxID || len(o.Scope.Name) > 4<<10 || names > maxNames:
		return bad("its IDs or its scope are too long")
	case len(o.Children) > maxChildren:
		return bad(fmt.Sprintf("it has over %d children", maxChildren))
	case size > maxFields:
		return bad(fmt.Sprintf("its attributes have over %d bytes", maxFields))
	case len(o.Content) > MaxContent:
		return bad(fmt.Sprintf("it has over %d bytes", MaxContent))
	}
	return o, nil
}
