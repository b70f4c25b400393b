// Package layer runs a command's changes to files as a transaction: an overlay over
// the workspace catches them, they are compared with what lies below, and a chosen
// part of them is taken over by rename, or all are dropped. It must never change
// anything below before that was asked of it, never overwrite what somebody else
// changed meanwhile, and never leave half of a taking over behind, whenever it is
// killed. It knows no gate and no rule: who decides what is taken is the caller.
//
// # How it goes
//
// [Create] makes a record and says how to mount it ([Mount]); the process that runs the
// command mounts it, in its own user and mount namespace. When that and all it started
// has ended, [Layer.Changes] tells what was changed and [Layer.Take] takes some of it over, or
// [Layer.Drop] forgets it. [Layer.Undo] takes a taking over back. [Recover] finishes what a kill
// cut off, [Lock] keeps commands of one workspace apart.
//
// # What a layer looks like
//
// The record STATE/ID holds the journal and the masks. The data, STATE/ID/N.* or
// TREE/.pp/layers/RANDOM-N.*, stand where a rename into the tree works: upper has what the
// command changed, and, once it was taken over, the old files in the same places; aside has
// the files that were deleted and those of ours that were withheld.
//
// The journal is written before anything is done, and says of each step which inodes it
// concerns. Whether a step was done is seen by which inode is where, so that every
// step can be done again, in both directions, wherever it was cut off. That serves a
// process that is killed; a machine that loses power may lose what was not on disk.
package layer
