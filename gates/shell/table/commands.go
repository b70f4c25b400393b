package table

import "embed"

//go:embed commands
var commandFiles embed.FS

// commands are the files of the built-in table. Lists of words stand in two files alone: one that there is not is
// looked for in all that may hold it.
func commands() (list []text) {
	const programs = programForm | flagSetForm
	for _, file := range [...]struct {
		name  string
		holds formKind
	}{
		{"words", listForm}, {"code", listForm}, {"variables", variableForm}, {"coreutils", programs},
		{"shell", programs}, {"git", programs}, {"text", programs}, {"dev", programs}, {"inspect", programs},
		{"system", programs}, {"net", programs}, {"tools", programs}, {"cloud", programs},
		{"prints", flagSetForm | numbersForm | identsForm | oneWordForm}, {"permits", permitForm},
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
