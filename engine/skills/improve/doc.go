// Package improve drafts a skill from what the thought traces say went wrong again and again:
// what a person denied or changed, what gates denied, calls that failed.
//
// It is pure: it is handed records and gives a text. It must never put into a mandate, which is
// told to models as the person's words, anything of a record but plain words of a command, since
// the rest may be anybody's. Start at [Evidence].
package improve
