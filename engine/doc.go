// Package engine is the domain of pp: what a signal, an action, an effect, a
// verdict and a cleared action are, the loop that carries one signal from
// perception to actuation, and the interfaces the loop needs from the outside.
//
// It must never open a connection, start a process, read the environment, the
// clock or a standard stream: adapters (gates, providers, actuators) import
// engine and are handed to a [Loop] as values by package cli. It must never
// make a [Cleared] anywhere but in the Act stage.
//
// Start reading at [Loop.Run], then [Action], [effect.Effects], [Verdict], [Cleared].
package engine
