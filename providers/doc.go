// Package providers holds what wraps providers, such as the [Cascade] that asks one
// after another until one answers. Each wire protocol has a package of its own below this one.
//
// It must never hide a failure: whoever failed before the one that answered is
// listed in the reply. It must never take a prompt from a provider on this
// machine to one that is not, unless the person said so. It judges no proposal
// and knows no actuator. Start reading at [Cascade.Complete].
package providers
