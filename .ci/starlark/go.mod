module pp/ci/starlark

go 1.26.0

require (
	go.starlark.net v0.0.0-20260908191801-89a6a09411d5
	pp v0.0.0
)

require (
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace pp => ../..
