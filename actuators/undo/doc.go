// Package undo keeps what approved writes and deletes replace, and puts it back.
// Before an action is carried out, the files it may write or delete are copied
// to the state directory (the before-images); afterwards what they became is
// noted, so that nothing newer is ever overwritten by an undo.
//
// It must never follow a link to a file it restores, restore over a change it
// does not know, or leave a half-written file: every file is the old one or the
// new one at any instant, and what an interrupted run left behind is removed
// when the store is next opened.
//
// Start reading at [Open], [Store.Guard] and [Store.Restore].
package undo
