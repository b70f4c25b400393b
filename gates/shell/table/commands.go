package table

import _ "embed"

// The files are strings, not an embed.FS, which copies what is read from it.
var (
	//go:embed commands/cloud.sexp
	cloudForms string
	//go:embed commands/code.sexp
	codeForms string
	//go:embed commands/coreutils.sexp
	coreutilsForms string
	//go:embed commands/dev.sexp
	devForms string
	//go:embed commands/git.sexp
	gitForms string
	//go:embed commands/inspect.sexp
	inspectForms string
	//go:embed commands/net.sexp
	netForms string
	//go:embed commands/permits.sexp
	permitsForms string
	//go:embed commands/prints.sexp
	printsForms string
	//go:embed commands/shell.sexp
	shellForms string
	//go:embed commands/system.sexp
	systemForms string
	//go:embed commands/text.sexp
	textForms string
	//go:embed commands/tools.sexp
	toolsForms string
	//go:embed commands/variables.sexp
	variablesForms string
	//go:embed commands/words.sexp
	wordsForms string
)

// commands are the files of the built-in table; a test compares them with the directory. Lists of words stand in two
// files alone: one that there is not is looked for in all that may hold it.
func commands() []text {
	const programs = programForm | flagSetForm
	const prints = flagSetForm | numbersForm | identsForm | oneWordForm
	return []text{
		{where: "commands/words.sexp", line: 1, src: wordsForms, holds: listForm},
		{where: "commands/code.sexp", line: 1, src: codeForms, holds: listForm},
		{where: "commands/variables.sexp", line: 1, src: variablesForms, holds: variableForm},
		{where: "commands/coreutils.sexp", line: 1, src: coreutilsForms, holds: programs},
		{where: "commands/shell.sexp", line: 1, src: shellForms, holds: programs},
		{where: "commands/git.sexp", line: 1, src: gitForms, holds: programs},
		{where: "commands/text.sexp", line: 1, src: textForms, holds: programs},
		{where: "commands/dev.sexp", line: 1, src: devForms, holds: programs},
		{where: "commands/inspect.sexp", line: 1, src: inspectForms, holds: programs},
		{where: "commands/system.sexp", line: 1, src: systemForms, holds: programs},
		{where: "commands/net.sexp", line: 1, src: netForms, holds: programs},
		{where: "commands/tools.sexp", line: 1, src: toolsForms, holds: programs},
		{where: "commands/cloud.sexp", line: 1, src: cloudForms, holds: programs},
		{where: "commands/prints.sexp", line: 1, src: printsForms, holds: prints},
		{where: "commands/permits.sexp", line: 1, src: permitsForms, holds: permitForm},
	}
}
