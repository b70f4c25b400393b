// Package credential lends a command that a person approved the person's credential
// for the hosts it was approved to contact, for as long as it runs. ssh keys sign through
// an agent outside the sandbox and are never seen. git over HTTP asks a credential helper
// outside the sandbox, which answers for the approved hosts only. What a program only takes
// as a file of its own is bound read-only into that one command. A password or file is
// withheld where the command also runs code that is not known.
//
// It must never lend to a command that nobody approved, let a credential be used for a
// host that the command was not approved for, or say the value of one to anybody.
//
// Start reading at [Of], which tells from effects what a command uses, and
// [Lender.Lend].
package credential
