package table

import "embed"

//go:embed commands
var commandFiles embed.FS

// commands holds the files of the built-in table. Only two files have lists of words, since a look-up of a missing list
// parses every file that may have one.
func commands() (list []text) {
	const programs = programForm | flagSetForm
	for _, file := range [...]struct {
		name  string
		holds formKind
	}{
		{"words", listForm}, {"code", listForm}, {"variables", variableForm}, {"coreutils", programs},
		{"shell", programs}, {"git", programs}, {"text", programs}, {"dev", programs}, {"inspect", programs},
		{"system", programs}, {"net", programs}, {"tools", programs}, {"cloud", programs},
		{"permits", permitForm},
	} {
		where := "commands/" + file.name + ".sexp"
		src, err := commandFiles.ReadFile(where)
		if err != nil {
			panic(err) // it is part of the program
		}
		list = append(list, text{where: where, line: 1, src: string(src), holds: file.holds})
	}
	return list
}
