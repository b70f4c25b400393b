// Package providertest is for tests only: the one suite that every wire provider
// passes, over a scripted server on 127.0.0.1 that replays replies in the shape
// in which the services send them, byte by byte where that matters, and fails in
// every way in which they fail.
//
// No other code may import it. Start at [Run].
package providertest
