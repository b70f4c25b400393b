;;; CL-PPCRE.
(ppcre:scan "a+" "baaab")
;=> 1 ;; 4 ;; #() ;; #()
(cl-ppcre:scan "a+" "baaab")
;=> 1 ;; 4 ;; #() ;; #()
(ppcre:scan "x" "abc")
;=> NIL
(ppcre:scan "^b" "abc")
;=> NIL
(ppcre:scan "c$" "abc")
;=> 2 ;; 3 ;; #() ;; #()
(ppcre:scan "(a)(b)?" "ac")
;=> 0 ;; 1 ;; #(0 NIL) ;; #(1 NIL)
(ppcre:scan "(a)|(b)" "b")
;=> 0 ;; 1 ;; #(NIL 0) ;; #(NIL 1)
(ppcre:scan "a" "bab" :start 2)
;=> NIL
(ppcre:scan "a" "aba" :start 1)
;=> 2 ;; 3 ;; #() ;; #()
(ppcre:scan "b" "aab" :end 2)
;=> NIL
(ppcre:scan "^a" "ba" :start 1)
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "" "abc")
;=> 0 ;; 0 ;; #() ;; #()
(ppcre:scan "a*" "baa")
;=> 0 ;; 0 ;; #() ;; #()
(ppcre:scan "A" "a")
;=> NIL
(ppcre:scan "(?i)A" "a")
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "\\d+" "ab12c")
;=> 2 ;; 4 ;; #() ;; #()
(ppcre:scan "\\w+" "  foo_1 ")
;=> 2 ;; 7 ;; #() ;; #()
(ppcre:scan "\\s" "a b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "[a-c]+" "xxabcx")
;=> 2 ;; 5 ;; #() ;; #()
(ppcre:scan "[^a-c]" "abcd")
;=> 3 ;; 4 ;; #() ;; #()
(ppcre:scan "a.c" "abc")
;=> 0 ;; 3 ;; #() ;; #()
(ppcre:scan "a.c" (format nil "a~%c"))
;=> NIL
(ppcre:scan "(?s)a.c" (format nil "a~%c"))
;=> 0 ;; 3 ;; #() ;; #()
(ppcre:scan "^b" (format nil "a~%b"))
;=> NIL
(ppcre:scan "(?m)^b" (format nil "a~%b"))
;=> 2 ;; 3 ;; #() ;; #()
(ppcre:scan "a{2}" "aaa")
;=> 0 ;; 2 ;; #() ;; #()
(ppcre:scan "a{2,}" "aaaa")
;=> 0 ;; 4 ;; #() ;; #()
(ppcre:scan "a{1,2}" "aaaa")
;=> 0 ;; 2 ;; #() ;; #()
(ppcre:scan "a{,2}" "a{,2}")
;=> 0 ;; 5 ;; #() ;; #()
(ppcre:scan "a+?" "aaa")
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "a*?b" "aab")
;=> 0 ;; 3 ;; #() ;; #()
(ppcre:scan "(?:ab)+" "ababx")
;=> 0 ;; 4 ;; #() ;; #()
(ppcre:scan "\\bfoo\\b" "a foo b")
;=> 2 ;; 5 ;; #() ;; #()
(ppcre:scan "\\bfoo\\b" "afoob")
;=> NIL
(ppcre:scan "\\Boo" "foo")
;=> 1 ;; 3 ;; #() ;; #()
(ppcre:scan "a|ab" "ab")
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "(a|ab)(c|bcd)" "abcd")
;=> 0 ;; 4 ;; #(0 1) ;; #(1 4)
(ppcre:scan "\\." "a.b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "\\\\" "a\\b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "[.]" "a.b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "\\Aab\\z" "ab")
;=> 0 ;; 2 ;; #() ;; #()
(ppcre:scan "ab\\Z" "ab")
;=> 0 ;; 2 ;; #() ;; #()
;departs: regular expressions
(ppcre:scan "b$" (format nil "ab~%"))
;=> 1 ;; 2 ;; #() ;; #()
;departs: regular expressions
(ppcre:scan "\\x41" "xA")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "\\t" (string #\Tab))
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "é" "caf\é")
;=> 3 ;; 4 ;; #() ;; #()
(ppcre:scan "日" "a日b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "." "日")
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "\\d" "٣")
;=> NIL
(ppcre:scan "\\w" "é")
;=> 0 ;; 1 ;; #() ;; #()
;departs: regular expressions
(ppcre:scan "[[:alpha:]]+" "12ab")
;=> NIL
;departs: regular expressions
(ppcre:scan "(" "a")
;=> ERROR
(ppcre:scan "[" "a")
;=> ERROR
(ppcre:scan "*" "a")
;=> ERROR
(ppcre:scan "a**" "a")
;=> ERROR
(ppcre:scan "a{2,1}" "aa")
;=> 0 ;; 2 ;; #() ;; #()
;departs: regular expressions
(ppcre:scan "\\" "a")
;=> NIL
;departs: regular expressions
(ppcre:scan "a" 5)
;=> ERROR
(ppcre:scan 'a "a")
;=> ERROR
(ppcre:scan "(a+)+$" "aaaaaaab")
;=> NIL
(ppcre:scan-to-strings "b+" "abbc")
;=> "bb" ;; #()
(ppcre:scan-to-strings "(a)(b)" "xaby")
;=> "ab" ;; #("a" "b")
(ppcre:scan-to-strings "(a)(x)?" "ab")
;=> "a" ;; #("a" NIL)
(ppcre:scan-to-strings "z" "ab")
;=> NIL
(multiple-value-list (ppcre:scan-to-strings "(\\d+)-(\\d+)" "10-20"))
;=> ("10-20" #("10" "20"))
(ppcre:scan-to-strings "([a-z]+)=([0-9]+)" "key=42 x")
;=> "key=42" ;; #("key" "42")
(aref (nth-value 1 (ppcre:scan-to-strings "v(\\d+)" "v12")) 0)
;=> "12"
(ppcre:split "," "a,b,c")
;=> ("a" "b" "c")
(ppcre:split "," "a,,c")
;=> ("a" "" "c")
(ppcre:split "," ",a,")
;=> ("" "a")
(ppcre:split "," "")
;=> NIL
(ppcre:split "," "abc")
;=> ("abc")
(ppcre:split "\\s+" "a b   c")
;=> ("a" "b" "c")
(ppcre:split "\\s+" " a b ")
;=> ("" "a" "b")
(ppcre:split "" "abc")
;=> ("a" "b" "c")
(ppcre:split "," "a,b,c" :limit 2)
;=> ("a" "b,c")
(ppcre:split "," "a,b,,," :limit 10)
;=> ("a" "b" "" "" "")
(ppcre:split "(,)" "a,b")
;=> ("a" "b")
(ppcre:split "," "a,b,c" :start 2)
;=> ("b" "c")
(ppcre:split "," "a,b,c" :end 3)
;=> ("a" "b")
(ppcre:split "\\n" (format nil "l1~%l2"))
;=> ("l1" "l2")
(ppcre:split "\\|" "a|b")
;=> ("a" "b")
(ppcre:split "[,;]" "a,b;c")
;=> ("a" "b" "c")
(ppcre:split "=" "k=v=w" :limit 2)
;=> ("k" "v=w")
(ppcre:all-matches "a" "banana")
;=> (1 2 3 4 5 6)
(ppcre:all-matches "x" "banana")
;=> NIL
(ppcre:all-matches "an" "banana")
;=> (1 3 3 5)
(ppcre:all-matches "" "ab")
;=> (0 0 1 1 2 2)
(ppcre:all-matches "a*" "baa")
;=> (0 0 1 3 3 3)
(ppcre:all-matches "a" "banana" :start 2)
;=> (3 4 5 6)
(ppcre:all-matches-as-strings "a." "abacad")
;=> ("ab" "ac" "ad")
(ppcre:all-matches-as-strings "\\d+" "1 22 333")
;=> ("1" "22" "333")
(ppcre:all-matches-as-strings "z" "abc")
;=> NIL
(ppcre:all-matches-as-strings "\\w+" "git push --force")
;=> ("git" "push" "force")
(ppcre:all-matches-as-strings "[^ ]+" "git push --force")
;=> ("git" "push" "--force")
(ppcre:all-matches-as-strings "a*" "baac")
;=> ("" "aa" "" "")
(ppcre:all-matches-as-strings "\\b\\w" "the quick fox")
;=> ("t" "q" "f")
(ppcre:all-matches-as-strings "(?i)todo" "TODO todo Todo")
;=> ("TODO" "todo" "Todo")
(length (ppcre:all-matches-as-strings "TODO" "TODO a TODO"))
;=> 2
(ppcre:regex-replace "a" "banana" "o")
;=> "bonana" ;; T
(ppcre:regex-replace "x" "banana" "o")
;=> "banana" ;; NIL
(ppcre:regex-replace-all "a" "banana" "o")
;=> "bonono" ;; T
(ppcre:regex-replace-all "x" "banana" "o")
;=> "banana" ;; NIL
(ppcre:regex-replace-all "(a)(n)" "banana" "\\2\\1")
;=> "bnanaa" ;; T
(ppcre:regex-replace-all "n" "banana" "<\\&>")
;=> "ba<n>a<n>a" ;; T
(ppcre:regex-replace-all "(a)" "banana" "{\\1}")
;=> "b{a}n{a}n{a}" ;; T
(ppcre:regex-replace "n" "banana" "[\\`|\\']")
;=> "ba[ba|ana]ana" ;; T
(ppcre:regex-replace-all "\\s+" "a  b   c" " ")
;=> "a b c" ;; T
(ppcre:regex-replace-all "^\\s+|\\s+$" "  a b  " "")
;=> "a b" ;; T
(ppcre:regex-replace-all "" "ab" "-")
;=> "-a-b-" ;; T
(ppcre:regex-replace-all "a*" "baac" "-")
;=> "-b--c-" ;; T
(ppcre:regex-replace-all "a" "aAa" "x")
;=> "xAx" ;; T
(ppcre:regex-replace-all "(?i)a" "aAa" "x")
;=> "xxx" ;; T
(ppcre:regex-replace-all "a" "banana" "o" :start 2)
;=> "nono" ;; T
(ppcre:regex-replace-all "a" "banana" "\\\\")
;=> "b\\n\\n\\" ;; T
(ppcre:regex-replace-all "^```[a-z]*\\n" (format nil "```lisp~%(a)~%```") "")
;=> "(a)⏎```" ;; T
(ppcre:regex-replace-all "\\n```$" (format nil "(a)~%```") "")
;=> "(a)" ;; T
(ppcre:regex-replace-all "```" "```x```" "")
;=> "x" ;; T
(multiple-value-list (ppcre:regex-replace "a" "ba" "c"))
;=> ("bc" T)
(multiple-value-list (ppcre:regex-replace-all "x" "ba" "c"))
;=> ("ba" NIL)
(ppcre:register-groups-bind (a b) ("(\\w+)=(\\w+)" "k=v") (list a b))
;=> ("k" "v")
(ppcre:register-groups-bind (a b) ("(\\w+)=(\\w+)" "nope") (list a b))
;=> NIL
(ppcre:register-groups-bind (a) ("(x)?b" "b") (list a))
;=> (NIL)
(ppcre:register-groups-bind (nil b) ("(\\w)(\\w)" "xy") b)
;=> "y"
(ppcre:register-groups-bind ((#'parse-integer y m)) ("(\\d+)-(\\d+)" "2024-05") (list y m))
;=> (2024 5)
(ppcre:register-groups-bind (first (#'parse-integer n)) ("(\\w+) (\\d+)" "a 5") (list first n))
;=> ("a" 5)
(ppcre:register-groups-bind (a b c) ("(a)(b)" "ab") (list a b c))
;=> ERROR
(ppcre:register-groups-bind (host port) ("^([^:]+):(\\d+)$" "localhost:80") (format nil "~a ~a" host port))
;=> "localhost 80"
(if (ppcre:scan "force" "git push --force") :ask :pass)
;=> :ASK
(when (ppcre:scan "^(sudo|doas)\\b" "sudo rm") :deny)
;=> :DENY
(some (lambda (p) (ppcre:scan p "rm -rf /")) '("^ls" "rm\\s+-rf"))
;=> 0
(loop for line in (ppcre:split "\\n" (format nil "a=1~%b=2")) collect (ppcre:split "=" line))
;=> (("a" "1") ("b" "2"))
(mapcar (lambda (w) (ppcre:regex-replace "^-+" w "")) (ppcre:split " " "git --force -q"))
;=> ("git" "force" "q")
(remove-if-not (lambda (x) (ppcre:scan "\\.lisp$" x)) '("a.lisp" "b.org"))
;=> ("a.lisp")
(let ((p "^[a-z]+$")) (list (ppcre:scan p "abc") (ppcre:scan p "ab1")))
;=> (0 NIL)
(ppcre:scan "(?<name>a)" "a")
;=> ERROR
;departs: regular expressions
(ppcre:scan "a(?#comment)b" "ab")
;=> 0 ;; 2 ;; #() ;; #()
;departs: regular expressions
(ppcre:scan "(?x) a b " "ab")
;=> 0 ;; 2 ;; #() ;; #()
;departs: regular expressions
(ppcre:scan "[\\d-]+" "a1-2")
;=> 1 ;; 4 ;; #() ;; #()
(ppcre:scan "[]a]" "a]")
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "[a\\]]" "]")
;=> 0 ;; 1 ;; #() ;; #()
(ppcre:scan "\\/" "a/b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "a\\-b" "a-b")
;=> 0 ;; 3 ;; #() ;; #()
(ppcre:scan "\\Qa.b\\E" "a.b")
;=> NIL
;departs: regular expressions
(ppcre:scan "\\W" "a b")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "\\D" "1a")
;=> 1 ;; 2 ;; #() ;; #()
(ppcre:scan "\\S+" " ab ")
;=> 1 ;; 3 ;; #() ;; #()
(ppcre:scan "(a)(b)(c)" "abc")
;=> 0 ;; 3 ;; #(0 1 2) ;; #(1 2 3)
(ppcre:scan "((a)b)" "ab")
;=> 0 ;; 2 ;; #(0 0) ;; #(2 1)
(ppcre:scan "(a)*" "aaa")
;=> 0 ;; 3 ;; #(2) ;; #(3)
(ppcre:scan "(?:a|(b))+" "ab")
;=> 0 ;; 2 ;; #(1) ;; #(2)
(ppcre:scan "(a?)*" "b")
;=> 0 ;; 0 ;; #(0) ;; #(0)
(ppcre:scan "x*" "aaa" :start 1)
;=> 1 ;; 1 ;; #() ;; #()
(ppcre:scan "$.*" "ab")
;=> NIL
;departs: regular expressions
