// Package undo keeps what approved actions replace, and puts it back, in one store with two forms. Where an overlay is
// possible, a command's changes go to a layer over the workspace; they are compared with what lies below, and a chosen
// part of them is applied by rename, or all are dropped; the old files stay as before-images. Otherwise the files that
// an action may write or delete are copied before it is carried out; afterwards what they became is noted.
//
// It must never follow a link to a file it restores, change anything below a layer before that was asked of it, undo or
// apply over a change it does not know, or leave a half of either behind, whenever it is killed: what an interrupted
// run left is finished or removed when the store is next opened. It knows no gate and no rule.
//
// Start reading at [Open], [Store.Guard], [Store.Begin] and [Store.Restore].
//
// # A layer
//
// [CreateLayer] makes a record and says how to mount it ([Mount]); the process that runs the
// command mounts it, in its own user and mount namespace. When that and all it started
// has ended, [Layer.Changes] tells what was changed and [Layer.Take] takes some of it over, or
// [Layer.Drop] forgets it. [Layer.Undo] takes a taking over back. [RecoverLayers] finishes what a kill
// cut off, [LockTrees] keeps commands of one workspace apart.
//
// # What a layer looks like on disk
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
package undo
