// Package approval keeps what a person decided: which exact action an approval
// is good for, the suspended actions that wait for one (flight plans), and the
// grants and learned rules that spare a person the same question.
//
// It must never let an approval be used twice, after its time, or for anything
// but what was shown; never make a rule of what must not be learned; and never
// touch the disk before the first write. It asks nobody and judges nothing: the
// prompt belongs to package cli and the verdicts to the gates. Clock and
// randomness are handed to it.
//
// An approval is bound by a [Seal]: a digest over everything that was shown and
// everything that the action depends on, and a time. A
// flight plan is a Seal with its action in a file of its own in a [Store]; the
// Org file of [Store.SyncOrg] is a view of it. What "always" saves is a [Rule],
// kept by [Rules]; what "for this session" gives is kept by [SessionGrants].
//
// Start reading at [DigestOf], then [Store.Suspend] and [Store.Claim], then
// [Generalise].
package approval
