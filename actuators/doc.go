// Package actuators carries out cleared actions: the registry that finds an
// actuator by its target, and the actuators :CLI, :SYSTEM, :TOOL and :SHELL. No
// actuator is privileged; safety is decided by the gates before any of them is
// called.
//
// It must never act on anything but a valid [engine.Cleared], decide whether an
// action is safe, or reach for a standard stream, the environment or the clock:
// sinks come in as values. [Shell] runs the canonical command of a cleared action
// under bash 5; it must never run one under less confinement than its verdict relied
// on, wait without a limit, or start a process but through package sandbox.
//
// Start reading at [Registry], then [Tools] and [Shell.Do].
package actuators
