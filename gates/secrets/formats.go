package secrets

import (
	_ "embed"
	"strconv"
	"strings"
)

const awsKeyID = "aws-key-id"

//go:embed formats.txt
var formatsText string

// formats lists the tokens that need no code of their own, in any order.
var formats = readFormats(formatsText)

// checks maps the names in the options of formats to functions.
var checks = map[string]func(token string) bool{"digits": hasDigits, "hash": hashTail, "mixed": mixedCase}

// readFormats reads the lines of formats.txt. The file is part of the program, so an error in it panics.
func readFormats(text string) (list []format) {
	for line := range dataLines(text) {
		columns := append(strings.Split(line, " | "), "")
		f := format{name: columns[0], literals: columns[1], body: stepsOf(columns[2]), floor: 1.9}
		for option := range strings.FieldsSeq(columns[3]) {
			switch name, value, _ := strings.Cut(option, "="); name {
			case "before":
				f.before = stepsOf(value)
			case "floor":
				floor, err := strconv.ParseFloat(value, 64)
				if err != nil {
					panic("secrets: " + option + " is not a number")
				}
				f.floor = floor
			case "check":
				if f.check = checks[value]; f.check == nil {
					panic("secrets: " + option + " is not a check of formats")
				}
			case "keep":
				f.keep = true
			case "fold":
				f.fold = true
			default:
				panic("secrets: " + option + " is not an option of a format")
			}
		}
		list = append(list, f)
	}
	return list
}

func hasDigits(token string) bool {
	return shapeOf(token).digit >= 3
}

// hashTail reports whether the last part of a hash, behind its parameters and salt, is
// long and varied.
func hashTail(token string) bool {
	h := shapeOf(token[strings.LastIndexAny(token, "$}")+1:])
	return h.lower+h.upper+h.digit+h.symbol >= 21 && h.lower > 2 && h.upper > 2
}

func mixedCase(token string) bool {
	h := shapeOf(token)
	return h.digit >= 2 && h.upper >= 2 && h.lower >= 6
}
