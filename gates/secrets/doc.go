// Package secrets finds credentials in text: tokens in known formats, values
// assigned to names that say they are secret, and the values of the vault, each also
// when encoded, escaped, reversed or split. Its Redactor masks them in whatever
// leaves the process: no log, trace, prompt, error or message holds a secret.
//
// It must never report a value, only where it stands; never open a file or a
// connection; and never do more than a small multiple of its input's length of
// work: what could not be looked through within that is itself a match, of
// rule "unchecked", so that too much to read is not a way past.
//
// Where to start reading: Scan in scan.go is the order of events. A text is
// looked at as it is and joined (join.go); what can be decoded in it
// (unescape.go, encoded.go) is the next level's text; two levels deep. Each
// text is one pass over a table of triggers (trigger.go): formats.txt lists the
// formats that are a literal and a body (format.go matches them), programs.txt the commands that are
// given a password, documents.go those an expression finds; tokens.go, structured.go, auth.go and assign.go hold
// those that need code, words.txt the names in whose assignments a secret is looked for; literal.go tells a password
// that a person chose, randomness.go a secret from an example. vault.go holds the stored values, redact.go and
// stream.go do the masking.
package secrets
