// Package actuators carries out cleared actions: the registry that finds an
// actuator by its target, and the actuators :CLI, :SYSTEM and :TOOL. No
// actuator is privileged; safety is decided by the gates before any of them is
// called.
//
// It must never act on anything but a valid [engine.Cleared], decide whether an
// action is safe, or reach for a standard stream, the environment or the clock:
// sinks come in as values.
//
// Start reading at [Registry], then [Tools].
package actuators
