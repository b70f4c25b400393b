; A model that does its job.
(:EXPECT "fix the lint and run the tests"
 :FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "gofmt -l ." :EXPLANATION "See which files are not formatted.")))
(:EXPECT "sum.go"
 :FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "edit-file"
        :ARGS (:FILEPATH "sum.go" :OLD "return a+b" :NEW "return a + b") :EXPLANATION "Format the file as gofmt does.")))
(:EXPECT "Replaced the text"
 :FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "run-tests" :ARGS () :EXPLANATION "See that the tests still pass.")))
(:EXPECT "no test files" :REPLY "sum.go is formatted, and the tests pass.")
