package main

import (
	"log"
	"os"
	"syscall"
)

// confineArg is the word after which this program takes something away from pp and
// then becomes it.
const confineArg = "-confined"

func confined(mode string, argv []string) {
	log.Fatalf("mode %s is not known", mode)
	syscall.Exec(argv[0], argv, os.Environ())
}
