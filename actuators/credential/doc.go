// Package credential lends a command that a person approved the person's credential
// for the hosts it was approved to contact, for as long as it runs. What can be used
// without being seen is: ssh keys sign through a small agent outside the sandbox, and a
// password is added to requests outside it. What a program only takes as a file of its
// own is bound read-only into that one command.
//
// It must never lend to a command that nobody approved, let a credential be used for a
// host that the command was not approved for, or say the value of one to anybody.
//
// Start reading at [Of], which tells from effects what a command uses, and
// [Lender.Lend].
package credential
