;;; FORMAT.
(format nil "hello")
;=> "hello"
(format nil "")
;=> ""
(format nil "~a" 1)
;=> "1"
(format nil "~a ~a" 'foo "bar")
;=> "FOO bar"
(format nil "~s ~s" 'foo "bar")
;=> "FOO \"bar\""
(format nil "~a" nil)
;=> "NIL"
(format nil "~s" nil)
;=> "NIL"
(format nil "~:a ~:s" nil nil)
;=> "() ()"
(format nil "~:a" '(nil))
;=> "(NIL)"
(format nil "~a" '(a "b" #\c 1.5))
;=> "(A b c 1.5)"
(format nil "~s" '(a "b" #\c 1.5))
;=> "(A \"b\" #\\c 1.5)"
(format nil "~a" '(quote x))
;=> "(QUOTE X)"
(format nil "~s" ''x)
;=> "(QUOTE X)"
(format nil "~s" '#'car)
;=> "(FUNCTION CAR)"
(format nil "~a ~s" :key :key)
;=> "KEY :KEY"
(format nil "~a ~s" #\a #\a)
;=> "a #\\a"
(format nil "~a ~s" #\Space #\Space)
;=> "  #\\ "
(format nil "~a" "multi
;=> ERROR
line")
;=> ERROR
(format nil "~s" "quo\"te")
;=> "\"quo\\\"te\""
(format nil "~s" "back\\slash")
;=> "\"back\\\\slash\""
(format nil "~a" '|foo bar|)
;=> "foo bar"
(format nil "~s" '|foo bar|)
;=> "|foo bar|"
(format nil "~a" 1/3)
;=> "1/3"
(format nil "~a" 1.5)
;=> "1.5"
(format nil "~a" 1d0)
;=> "1.0d0"
(format nil "~a" 1e10)
;=> "1.0e10"
(format nil "~a" #(1 2 3))
;=> "#(1 2 3)"
(format nil "~a" '(1 . 2))
;=> "(1 . 2)"
(format nil "~a" (list 1 (list 2 nil)))
;=> "(1 (2 NIL))"
(format nil "~5a|" 'ab)
;=> "AB   |"
(format nil "~5@a|" 'ab)
;=> "   AB|"
(format nil "~1a|" 'abc)
;=> "ABC|"
(format nil "~5,2a|" 'abc)
;=> "ABC  |"
(format nil "~5,3a|" 'abc)
;=> "ABC   |"
(format nil "~5,3@a|" 'abc)
;=> "   ABC|"
(format nil "~,,2a|" 'abc)
;=> "ABC  |"
(format nil "~,,2@a|" 'abc)
;=> "  ABC|"
(format nil "~8,,,'*a|" 'abc)
;=> "ABC*****|"
(format nil "~8,,,'*@a|" 'abc)
;=> "*****ABC|"
(format nil "~8,2,1,'.a|" 'abc)
;=> "ABC.....|"
(format nil "~6s|~6@s|" "a" "b")
;=> "\"a\"   |   \"b\"|"
(format nil "~5:a|" nil)
;=> "()   |"
(format nil "~-5a|" 'x)
;=> ERROR
(format nil "~'xa|" 'x)
;=> ERROR
(format nil "~5,0a|" 'x)
;=> ERROR
(format nil "~5,,,3a|" 'x)
;=> ERROR
(format nil "~d" 42)
;=> "42"
(format nil "~d" -42)
;=> "-42"
(format nil "~5d|" 42)
;=> "   42|"
(format nil "~5d|" -42)
;=> "  -42|"
(format nil "~1d|" 12345)
;=> "12345|"
(format nil "~5,'0d" 42)
;=> "00042"
(format nil "~5,'0d" -42)
;=> "00-42"
(format nil "~:d" 1234567)
;=> "1,234,567"
(format nil "~:d" -1234567)
;=> "-1,234,567"
(format nil "~:d" 123)
;=> "123"
(format nil "~:d" 1000)
;=> "1,000"
(format nil "~@d ~@d ~@d" 5 -5 0)
;=> "+5 -5 +0"
(format nil "~:@d" 1234567)
;=> "+1,234,567"
(format nil "~15:d|" 1234567)
;=> "      1,234,567|"
(format nil "~,,'.:d" 1234567)
;=> "1.234.567"
(format nil "~,,' ,2:d" 1234567)
;=> "1 23 45 67"
(format nil "~12,'*,'-,4:d" 1234567)
;=> "****123-4567"
(format nil "~,,,2:d" 123456)
;=> "12,34,56"
(format nil "~d" 123456789012345678901234567890)
;=> "123456789012345678901234567890"
(format nil "~:d" 123456789012345678901234567890)
;=> "123,456,789,012,345,678,901,234,567,890"
(format nil "~d" 'abc)
;=> "ABC"
(format nil "~d" "abc")
;=> "abc"
(format nil "~d" 1.5)
;=> "1.5"
(format nil "~d" 1/2)
;=> "1/2"
(format nil "~d" nil)
;=> "NIL"
(format nil "~8d|" 'abc)
;=> "ABC|"
(format nil "~8d|" 1.5)
;=> "1.5|"
(format nil "~8,'0d|" "ab")
;=> "ab|"
(format nil "~:d" 1234.5)
;=> "1234.5"
(format nil "~d" '(1 2))
;=> "(1 2)"
(format nil "~x" 255)
;=> "FF"
(format nil "~4,'0x" 255)
;=> "00FF"
(format nil "~x" -255)
;=> "-FF"
(format nil "~x" 1/17)
;=> "1/11"
;departs: absent
(format nil "~x" 'foo)
;=> "FOO"
(format nil "~x" "foo")
;=> "foo"
(format nil "~x" 1.5)
;=> "1.5"
;departs: absent
(format nil "~(~x~)" 48879)
;=> "beef"
(format nil "~:x" 1048576)
;=> "100,000"
(format nil "~@x" 255)
;=> "+FF"
(format nil "~2r ~3r ~36r" 5 5 35)
;=> "101 12 Z"
;departs: absent
(format nil "~10r" 99)
;=> "99"
;departs: absent
(format nil "~8,10,'0r" 64)
;=> "0000000100"
;departs: absent
(format nil "~16,4,'0r" 255)
;=> "00FF"
;departs: absent
(format nil "~37r" 5)
;=> ERROR
(format nil "~1r" 5)
;=> ERROR
(format nil "~r" 0)
;=> "zero"
;departs: absent
(format nil "~r" 7)
;=> "seven"
;departs: absent
(format nil "~r" 13)
;=> "thirteen"
;departs: absent
(format nil "~r" 21)
;=> "twenty-one"
;departs: absent
(format nil "~r" 100)
;=> "one hundred"
;departs: absent
(format nil "~r" 342)
;=> "three hundred forty-two"
;departs: absent
(format nil "~r" 1000)
;=> "one thousand"
;departs: absent
(format nil "~r" 1001)
;=> "one thousand one"
;departs: absent
(format nil "~r" 12345)
;=> "twelve thousand three hundred forty-five"
;departs: absent
(format nil "~r" 1000000)
;=> "one million"
;departs: absent
(format nil "~r" 1100000001)
;=> "one billion one hundred million one"
;departs: absent
(format nil "~r" -17)
;=> "negative seventeen"
;departs: absent
(format nil "~r" (expt 10 30))
;=> "one nonillion"
;departs: absent
(format nil "~:r" 1)
;=> "first"
;departs: absent
(format nil "~:r" 2)
;=> "second"
;departs: absent
(format nil "~:r" 3)
;=> "third"
;departs: absent
(format nil "~:r" 4)
;=> "fourth"
;departs: absent
(format nil "~:r" 12)
;=> "twelfth"
;departs: absent
(format nil "~:r" 20)
;=> "twentieth"
;departs: absent
(format nil "~:r" 21)
;=> "twenty-first"
;departs: absent
(format nil "~:r" 30)
;=> "thirtieth"
;departs: absent
(format nil "~:r" 100)
;=> "one hundredth"
;departs: absent
(format nil "~:r" 101)
;=> "one hundred first"
;departs: absent
(format nil "~:r" 1000)
;=> "one thousandth"
;departs: absent
(format nil "~:r" 0)
;=> "zeroth"
;departs: absent
(format nil "~:r" -3)
;=> "negative third"
;departs: absent
(format nil "~@r ~@r ~@r ~@r" 1 4 9 1999)
;=> "I IV IX MCMXCIX"
;departs: absent
(format nil "~:@r ~:@r" 4 9)
;=> "IIII VIIII"
;departs: absent
(format nil "~@r" 0)
;=> ERROR
(format nil "~@r" 4000)
;=> ERROR
(format nil "~r" 'x)
;=> ERROR
(format nil "~r" 1.5)
;=> ERROR
(format nil "~f" 3.14159)
;=> "3.14159"
(format nil "~f" 1)
;=> "1.0"
(format nil "~f" 1/3)
;=> "0.33333334"
(format nil "~f" -2.5)
;=> "-2.5"
(format nil "~f" 0.0)
;=> "0.0"
(format nil "~f" 100)
;=> "100.0"
(format nil "~f" 1d0)
;=> "1.0"
(format nil "~f" 1.0d-5)
;=> "0.00001"
(format nil "~f" 123456789.0)
;=> "123456790.0"
(format nil "~f" 1e20)
;=> "100000000000000000000.0"
(format nil "~,0f" 2.5)
;=> "3."
(format nil "~,0f" 3.5)
;=> "4."
(format nil "~,0f" 0.5)
;=> "1."
(format nil "~,0f" 0.4)
;=> "0."
(format nil "~,1f" 0.05)
;=> "0.1"
(format nil "~,1f" 0.25)
;=> "0.3"
(format nil "~,1f" 0.35)
;=> "0.3"
(format nil "~,1f" 0.95)
;=> "0.9"
(format nil "~,2f" 3.14159)
;=> "3.14"
(format nil "~,2f" 2)
;=> "2.00"
(format nil "~,2f" 2/3)
;=> "0.67"
(format nil "~,2f" 0.005)
;=> "0.00"
(format nil "~,2f" 0.015)
;=> "0.01"
(format nil "~,2f" 1.005)
;=> "1.00"
(format nil "~,2f" 1.995)
;=> "2.00"
(format nil "~,2f" -0.001)
;=> "-0.00"
(format nil "~,2f" 99.999)
;=> "100.00"
(format nil "~,2f" 1234567.891)
;=> "1234567.90"
(format nil "~,2f" 1d10)
;=> "10000000000.00"
(format nil "~,2f" 1.005d0)
;=> "1.00"
(format nil "~,2f" 2.675d0)
;=> "2.67"
(format nil "~,3f" 0.0005)
;=> "0.001"
(format nil "~,4f" 0.5)
;=> "0.5000"
(format nil "~,4f" 10)
;=> "10.0000"
(format nil "~,10f" 0.1)
;=> "0.1000000000"
(format nil "~,10f" 0.1d0)
;=> "0.1000000000"
(format nil "~,20f" 0.1d0)
;=> "0.10000000000000000000"
(format nil "~6,2f|" 3.14159)
;=> "  3.14|"
(format nil "~6,2f|" -3.14159)
;=> " -3.14|"
(format nil "~6,2f|" 1234.567)
;=> "1234.57|"
(format nil "~4,2f|" 0.5)
;=> "0.50|"
(format nil "~3,2f|" 0.5)
;=> ".50|"
(format nil "~2,2f|" 0.5)
;=> ".50|"
(format nil "~8,3f|" 2)
;=> "   2.000|"
(format nil "~6f|" 3.14159)
;=> "3.1416|"
(format nil "~4f|" 3.14159)
;=> "3.14|"
(format nil "~3f|" 3.14159)
;=> "3.1|"
(format nil "~2f|" 3.14159)
;=> "3.|"
(format nil "~10f|" 3.14159)
;=> "   3.14159|"
(format nil "~4f|" 0.125)
;=> ".125|"
(format nil "~3f|" 0.125)
;=> ".13|"
(format nil "~5f|" 123.456)
;=> "123.5|"
(format nil "~3f|" 123.456)
;=> "123.|"
(format nil "~2f|" 123.456)
;=> "123.|"
(format nil "~0f|" 1.5)
;=> "1.5|"
(format nil "~5,1,,'*f" 12345.678)
;=> "*****"
(format nil "~5,1,,'*f" 1.25)
;=> "  1.3"
(format nil "~8,2,,,'0f" 3.14159)
;=> "00003.14"
(format nil "~8,2,,,'0f" -3.14159)
;=> "000-3.14"
(format nil "~8,2,,,'_f" 3.14159)
;=> "____3.14"
(format nil "~@f ~@f" 1.5 -1.5)
;=> "+1.5 -1.5"
(format nil "~8,2@f|" 1.5)
;=> "   +1.50|"
(format nil "~,2,2f" 0.1234)
;=> "12.34"
;departs: absent
(format nil "~,,2f" 1.5)
;=> "150.0"
;departs: absent
(format nil "~,2,-2f" 1234.5)
;=> "12.35"
;departs: absent
(format nil "~f" 'abc)
;=> "ABC"
(format nil "~f" "abc")
;=> "abc"
(format nil "~6f|" 'abc)
;=> "ABC   |"
(format nil "~f" nil)
;=> "NIL"
(format nil "~$" 3.14159)
;=> "3.14"
;departs: absent
(format nil "~$" 5)
;=> "5.00"
;departs: absent
(format nil "~$" 1/3)
;=> "0.33"
;departs: absent
(format nil "~$" -2.5)
;=> "-2.50"
;departs: absent
(format nil "~3$" 2.5)
;=> "2.500"
;departs: absent
(format nil "~2,4$" 2.5)
;=> "0002.50"
;departs: absent
(format nil "~2,4,10$|" 2.5)
;=> "   0002.50|"
;departs: absent
(format nil "~2,1,10,'*$|" 2.5)
;=> "******2.50|"
;departs: absent
(format nil "~@$ ~@$" 2.5 -2.5)
;=> "+2.50 -2.50"
;departs: absent
(format nil "~,,10:$|" -2.5)
;=> "-     2.50|"
;departs: absent
(format nil "~,,10$|" -2.5)
;=> "     -2.50|"
;departs: absent
(format nil "~$" 'abc)
;=> "ABC"
;departs: absent
(format nil "~$" 0.005)
;=> "0.00"
;departs: absent
(format nil "Budget exhausted: $~,4f remaining, $~,4f requested" 0.25 1)
;=> "Budget exhausted: $0.2500 remaining, $1.0000 requested"
(format nil "~c" "a")
;=> ERROR
(format nil "~c" 97)
;=> ERROR
(format nil "~p" 1)
;=> ""
(format nil "~p" 2)
;=> "s"
(format nil "~p" 0)
;=> "s"
(format nil "~p" 1.0)
;=> "s"
(format nil "~@p ~@p" 1 2)
;=> "y ies"
(format nil "~d file~:p" 1)
;=> "1 file"
(format nil "~d file~:p" 3)
;=> "3 files"
(format nil "~d entr~:@p" 1)
;=> "1 entry"
(format nil "~d entr~:@p" 5)
;=> "5 entries"
(format nil "~d cat~:p and ~d dog~:p" 1 2)
;=> "1 cat and 2 dogs"
(format nil "~:p" 1)
;=> ERROR
(format nil "~r thing~:p" 2)
;=> "two things"
;departs: absent
(format nil "a~%b")
;=> "a⏎b"
(format nil "a~3%b")
;=> "a⏎⏎⏎b"
(format nil "a~0%b")
;=> "ab"
(format nil "~&a")
;=> "a"
(format nil "a~&b")
;=> "a⏎b"
(format nil "a~%~&b")
;=> "a⏎b"
(format nil "a~2&b")
;=> "a⏎⏎b"
(format nil "a~%~2&b")
;=> "a⏎⏎b"
(format nil "a~0&b")
;=> "ab"
(format nil "~~")
;=> "~"
(format nil "~3~")
;=> "~~~"
(format nil "a~
     b")
;=> "ab"
(format nil "a~:
     b")
;=> "a     b"
(format nil "a~@
     b")
;=> "a⏎b"
(format nil "~5*~a" 1)
;=> ERROR
(format nil "~:*" 1)
;=> ERROR
(format nil "~9@*~a" 1)
;=> ERROR
(format nil "~a")
;=> ERROR
(format nil "~a ~a" 1)
;=> ERROR
(format nil "~a" 1 2)
;=> "1"
(format nil "abc" 1)
;=> "abc"
(format nil "~? ~a" "~a-~a" '(1 2) 3)
;=> "1-2 3"
;departs: absent
(format nil "~@? ~a" "~a-~a" 1 2 3)
;=> "1-2 3"
;departs: absent
(format nil "~?" "x" nil)
;=> "x"
;departs: absent
(format nil "~?" "~a" nil)
;=> ERROR
(format nil "~?" "~a" 5)
;=> ERROR
(format nil "~?" 5 nil)
;=> ERROR
(format nil "~{~a~}" '(1 2 3))
;=> "123"
(format nil "~{~a ~}" '(1 2 3))
;=> "1 2 3 "
(format nil "~{~a~^, ~}" '(1 2 3))
;=> "1, 2, 3"
(format nil "~{~a~^, ~}" '(1))
;=> "1"
(format nil "~{~a~^, ~}" nil)
;=> ""
(format nil "<~{~a~^ ~}>" '(a b))
;=> "<A B>"
(format nil "~{~a=~a~^&~}" '(x 1 y 2))
;=> "X=1&Y=2"
(format nil "~{~a=~a~^&~}" '(x 1 y))
;=> ERROR
(format nil "~{~s~^ ~}" '("a" #\b :c))
;=> "\"a\" #\\b :C"
(format nil "~2{~a ~}" '(1 2 3))
;=> "1 2 "
(format nil "~0{~a ~}" '(1 2 3))
;=> ""
(format nil "~{~a~:}" nil)
;=> ERROR
(format nil "~{x~:}" nil)
;=> "x"
(format nil "~{x~^y~:}" nil)
;=> "x"
(format nil "~@{~a~^, ~}" 1 2 3)
;=> "1, 2, 3"
(format nil "~a: ~@{~a~^, ~}" 'x 1 2 3)
;=> "X: 1, 2, 3"
(format nil "~@{~a~}")
;=> ""
(format nil "~2@{~a ~}~a" 1 2 3)
;=> "1 2 3"
(format nil "~{~{~a~^,~}~^;~}" '((1 2) (3 4)))
;=> "1,2;3,4"
(format nil "~{~a~^~%~}" '("l1" "l2"))
;=> "l1⏎l2"
(format nil "~{~}" "~a " '(1 2))
;=> "1 2 "
(format nil "~{~a~}" 5)
;=> ERROR
(format nil "~{~a~}" '(1 . 2))
;=> ERROR
(format nil "~{~a~}" "abc")
;=> ERROR
(format nil "~{~a~}")
;=> ERROR
(format nil "~{~a" '(1))
;=> ERROR
(format nil "~a~}" 1)
;=> ERROR
(format nil "~{~a~]" '(1))
;=> ERROR
(format nil "~[zero~;one~;two~]" 0)
;=> "zero"
(format nil "~[zero~;one~;two~]" 2)
;=> "two"
(format nil "~[zero~;one~;two~]" 3)
;=> ""
(format nil "~[zero~;one~:;many~]" 7)
;=> "many"
(format nil "~[zero~;one~:;many~]" -1)
;=> "many"
(format nil "~[zero~;one~]" 'a)
;=> ERROR
(format nil "~[zero~;one~]" nil)
;=> ERROR
(format nil "~1[zero~;one~]")
;=> "one"
(format nil "~:[false~;true~]" nil)
;=> "false"
(format nil "~:[false~;true~]" 5)
;=> "true"
(format nil "~:[no~;yes: ~a~]" t 5)
;=> "yes: 5"
(format nil "~:[~;yes~]|" nil)
;=> "|"
(format nil "~:[a~]" nil)
;=> ERROR
(format nil "~:[a~;b~;c~]" nil)
;=> ERROR
(format nil "~@[got ~a~]" 5)
;=> "got 5"
(format nil "~@[got ~a~]|" nil)
;=> "|"
(format nil "~@[~a~] ~a" nil 3)
;=> " 3"
(format nil "~@[a~;b~]" 1)
;=> ERROR
(format nil "~a~@[ (~a)~]" 'x 'y)
;=> "X (Y)"
(format nil "~a~@[ (~a)~]" 'x nil)
;=> "X"
(format nil "~[a~" 1)
;=> ERROR
(format nil "~;" 1)
;=> ERROR
(format nil "~(HELLO~)")
;=> "hello"
(format nil "~(~a~)" 'foo)
;=> "foo"
(format nil "~:(hello world~)")
;=> "Hello World"
(format nil "~:(~a~)" 'foo-bar)
;=> "Foo-Bar"
(format nil "~@(HELLO WORLD~)")
;=> "Hello world"
(format nil "~@(~a~)" 'foo-bar)
;=> "Foo-bar"
(format nil "~:@(hello~)")
;=> "HELLO"
(format nil "~:(the quick-brown fox's 3rd~)")
;=> "The Quick-Brown Fox'S 3rd"
(format nil "~@(123 abc~)")
;=> "123 abc"
(format nil "~@(  abc def~)")
;=> "  Abc def"
(format nil "~(~a ~:(~a~)~)" 'abc 'def)
;=> "abc def"
(format nil "~:@(~(~a~)~)" 'abc)
;=> "ABC"
(format nil "~(abc")
;=> ERROR
(format nil "~)")
;=> ERROR
(format nil "ab
;=> ERROR
c~5td")
;=> ERROR
(format nil "~a~^ ~a~^ ~a" 1 2)
;=> "1 2"
(format nil "~a~^ ~a" 1)
;=> "1"
(format nil "~^x")
;=> ""
(format nil "~^x" 1)
;=> "x"
(format nil "~[~{x~^~a~}~;~]y" 0 '(1))
;=> "x1y"
(format nil "~z" 1)
;=> ERROR
(format nil "~" 1)
;=> ERROR
(format nil "~5" 1)
;=> ERROR
(format nil "~5,,,,,a" 1)
;=> ERROR
(format nil "~::d" 1)
;=> ERROR
(format nil "~A ~D ~S" 'a 1 "s")
;=> "A 1 \"s\""
(format nil 5)
;=> ERROR
(format nil)
;=> ERROR
(format nil nil)
;=> ERROR
(format nil "~a" (make-hash-table :size 3) 1 2 . 3)
;=> ERROR
(with-output-to-string (s) (format s "x~a" 1))
;=> "x1"
(with-output-to-string (s) (format s "abc~%") (format s "~&def"))
;=> "abc⏎def"
(with-output-to-string (s) (format s "abc") (format s "~&def"))
;=> "abc⏎def"
(format t "")
;=> NIL
;departs: no output
(let ((x '(1 2 3))) (format nil "~a items: ~{~a~^, ~}" (length x) x))
;=> "3 items: 1, 2, 3"
(format nil "TOOL [~a] RESULT: ~s" :x "out")
;=> "TOOL [X] RESULT: \"out\""
(format nil "ERROR [~a]: ~a" 'tool "bad")
;=> "ERROR [TOOL]: bad"
(format nil "LLM error (~a): ~a" :openai "timeout")
;=> "LLM error (OPENAI): timeout"
(format nil "~%~%PREVIOUS PROPOSAL REJECTED: ~a" "no")
;=> "⏎⏎PREVIOUS PROPOSAL REJECTED: no"
(format nil "~a" (list :type :log :payload (list :text "x")))
;=> "(TYPE LOG PAYLOAD (TEXT x))"
(format nil "~s" (list :type :log :payload (list :text "x")))
;=> "(:TYPE :LOG :PAYLOAD (:TEXT \"x\"))"
(format nil "~s" '(:path "/tmp/x" :n 1))
;=> "(:PATH \"/tmp/x\" :N 1)"
(format nil "~{~(~a~)~^-~}" '(:foo bar))
;=> "foo-bar"
(format nil "~{~2,'0d~^:~}" '(1 2 30))
;=> "01:02:30"
(format nil "~2,'0d:~2,'0d" 5 7)
;=> "05:07"
(format nil "~3d%" 50)
;=> " 50%"
(format nil "~10@a|~10a|" "right" "left")
;=> "     right|left      |"
(format nil "~{|~5a~}|" '(a b c))
;=> "|A    |B    |C    |"
(format nil "~a" t)
;=> "T"
(format nil "~a ~a" 'a 'B)
;=> "A B"
(format nil "~a" '|Mixed|)
;=> "Mixed"
(format nil "~s" '|Mixed|)
;=> "|Mixed|"
(format nil "~s" 'a.b)
;=> "A.B"
(format nil "~s" '||)
;=> "||"
(format nil "~a" '||)
;=> ""
(format nil "~s" :|a b|)
;=> ":|a b|"
(format nil "~s" '(a . (b . (c))))
;=> "(A B C)"
(format nil "~s" '`(a ,b))
;=> "(SB-INT:QUASIQUOTE (A #S(SB-IMPL::COMMA :EXPR B :KIND 0)))"
;departs: backquote
(format nil "~a" -0.0)
;=> "-0.0"
(format nil "~a ~a" 1e-3 1e-4)
;=> "0.001 1.0e-4"
(format nil "~a ~a" 1e6 1e7)
;=> "1000000.0 1.0e7"
(format nil "~a" 123456789.123d0)
;=> "1.23456789123d8"
(format nil "~{~,1f~^ ~}" '(1 2.25 3.75))
;=> "1.0 2.3 3.8"
(format nil "~5,1f|~5,1f|" 1.25 -1.25)
;=> "  1.3| -1.3|"
(format nil "~6,1f%" 99.95)
;=> "  99.9%"
(format nil (concatenate 'string "~a" "-~a") 1 2)
;=> "1-2"
(apply #'format nil "~a ~a" '(1 2))
;=> "1 2"
(funcall #'format nil "~a" 1)
;=> "1"
(mapcar (lambda (x) (format nil "~2,'0x" x)) '(1 16 255))
;=> ("01" "10" "FF")
(length (format nil "~100a" 1))
;=> 100
(length (format nil "~1000d" 1))
;=> 1000
(string= (format nil "~a" "x") "x")
;=> T
(format nil "~@:d" 1000)
;=> "+1,000"
(format nil "~+5d|" 1)
;=> "    1|"
(format nil "~5,+3a|" 1)
;=> "1      |"
(format nil "~,d" 1)
;=> "1"
(format nil "~,,,d" 1)
;=> "1"
(format nil "~a~a~a" 1 (values 2 3) 4)
;=> "124"
(format nil "~'" 1)
;=> ERROR
(format nil "~5,'" 1)
;=> ERROR
(format nil "~{~a~^ ~a~^;~}" '(1 2 3))
;=> "1 2;3"
(format nil "~@{~{~a~}~^-~}" '(1 2) '(3))
;=> "12-3"
(format nil "~a ~{~a~} ~a" 1 '(2 3) 4)
;=> "1 23 4"
(format nil "~@?~a" "~a~^~a" 1)
;=> ERROR
(format nil "~?b" "a~^c" nil)
;=> "ab"
;departs: absent
(format nil "~{~?~}" '("~a" (1) "~a~a" (2 3)))
;=> "123"
;departs: absent
(format nil "~a" #\Newline)
;=> "⏎"
(format nil "~s" #\Newline)
;=> "#\\Newline"
(format nil "~s" (code-char 0))
;=> "#\\Nul"
(format nil "~a" (string #\a))
;=> "a"
(format nil "日本~5a|" "語")
;=> "日本語    |"
(format nil "~5a|" "é")
;=> "é    |"
(format nil "~x ~b" '(10 (11 . 12) "a" b) #(5 -6))
;=> "(A (B . C) a B) #(101 -110)"
;departs: absent
(format nil "~8,3@f|" nil)
;=> "NIL     |"
(format nil "~8f|" '(1 0))
;=> "(1 0)   |"
(format nil "~8,2,,,'*@f|" "ab")
;=> "ab******|"
(format nil "~2,3,8$|" "ab")
;=> "      ab|"
;departs: absent
(format nil "~,,8@$|" nil)
;=> "     NIL|"
;departs: absent
(format nil "~,,8:$|" 1/2)
;=> "    0.50|"
;departs: absent
(format nil "~10,2,3f|" 1.5)
;=> "   1500.00|"
;departs: absent
(format nil "~6,2@f|~6,2@f|" 1.5 -1.5)
;=> " +1.50| -1.50|"
