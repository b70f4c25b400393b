;;; Strings and characters.
(string-upcase "hello")
;=> "HELLO"
(string-downcase "HeLLo")
;=> "hello"
(string-capitalize "hello world")
;=> "Hello World"
(string-capitalize "HELLO-world foo's 3rd")
;=> "Hello-World Foo'S 3rd"
(string-upcase "hello" :start 1 :end 3)
;=> "hELlo"
(string-downcase "HELLO" :start 2)
;=> "HEllo"
(string-upcase 'abc)
;=> "ABC"
(string-downcase 'abc)
;=> "abc"
(string-downcase :key)
;=> "key"
(string-upcase #\a)
;=> "A"
(string-upcase "é")
;=> "É"
(string-upcase "straße")
;=> "STRAßE"
(string-upcase 5)
;=> ERROR
(string= "a" "a")
;=> T
(string= "a" "A")
;=> NIL
(string= "a" 'a)
;=> NIL
(string= 'a 'a)
;=> T
(string= :a "A")
;=> T
(string= #\a "a")
;=> T
(string= "abc" "xbc" :start1 1 :start2 1)
;=> T
(string= "abc" "ab" :end1 2)
;=> T
(string= 5 "a")
;=> ERROR
(string= nil "NIL")
;=> T
(string/= "a" "b")
;=> 0
(string/= "abc" "abd")
;=> 2
(string/= "a" "a")
;=> NIL
(string< "a" "b")
;=> 0
(string< "b" "a")
;=> NIL
(string< "abc" "abd")
;=> 2
(string< "ab" "abc")
;=> 2
(string< "abc" "ab")
;=> NIL
(string< "a" "a")
;=> NIL
(string<= "a" "a")
;=> 1
(string<= "b" "a")
;=> NIL
(string> "b" "a")
;=> 0
(string> "abd" "abc")
;=> 2
(string>= "a" "a")
;=> 1
(string< 'a 'b)
;=> 0
(string-equal "a" "A")
;=> T
(string-equal "abc" "ABD")
;=> NIL
(string-not-equal "a" "b")
;=> 0
(string-lessp "a" "B")
;=> 0
(string-greaterp "B" "a")
;=> 0
(string-not-lessp "b" "A")
;=> 0
(string-not-greaterp "a" "B")
;=> 0
(string-equal "xab" "AB" :start1 1)
;=> T
(string-trim " " "  a b  ")
;=> "a b"
(string-trim '(#\Space #\Tab) " a ")
;=> "a"
(string-trim "xy" "xyaxy")
;=> "a"
(string-trim "" " a ")
;=> " a "
(string-trim " " "")
;=> ""
(string-trim " " "   ")
;=> ""
(string-left-trim " " "  a  ")
;=> "a  "
(string-right-trim " " "  a  ")
;=> "  a"
(string-trim '(#\Space #\Newline #\Tab) "
 a
;=> ERROR
")
;=> ERROR
(string-trim " " 'a)
;=> "A"
(string-trim 5 "a")
;=> ERROR
(string "a")
;=> "a"
(string 'a)
;=> "A"
(string :a)
;=> "A"
(string #\a)
;=> "a"
(string nil)
;=> "NIL"
(string 5)
;=> ERROR
(stringp "a")
;=> T
(stringp 'a)
;=> NIL
(stringp #\a)
;=> NIL
(char "abc" 1)
;=> #\b
(char "abc" 3)
;=> ERROR
(char "abc" -1)
;=> ERROR
(char 'a 0)
;=> ERROR
(aref "abc" 2)
;=> #\c
(length "")
;=> 0
(length "a\"b")
;=> 3
(make-string 2 :initial-element #\z)
;=> "zz"
(make-string 0)
;=> ""
(string-concat "a")
;=> ERROR
(concatenate 'string "a" "b" "c")
;=> "abc"
(subseq "abc" 1 2)
;=> "b"
(search "b" "abc")
;=> 1
(position #\b "abc")
;=> 1
(reverse "abc")
;=> "cba"
(char= #\a #\a)
;=> T
(char= #\a #\A)
;=> NIL
(char= #\a #\a #\b)
;=> NIL
(char/= #\a #\b)
;=> T
(char< #\a #\b)
;=> T
(char< #\a #\b #\c)
;=> T
(char> #\b #\a)
;=> T
(char<= #\a #\a)
;=> T
(char>= #\b #\a)
;=> T
(char-equal #\a #\A)
;=> T
(char-lessp #\a #\B)
;=> T
(char-greaterp #\b #\A)
;=> T
(char-not-equal #\a #\b)
;=> T
(char= #\a "a")
;=> ERROR
(char= #\a)
;=> T
(char-code #\a)
;=> 97
(char-code #\Newline)
;=> 10
(char-code #\é)
;=> 233
(code-char 97)
;=> #\a
(code-char 955)
;=> #\GREEK_SMALL_LETTER_LAMDA
(code-char -1)
;=> ERROR
(char-upcase #\a)
;=> #\A
(char-downcase #\A)
;=> #\a
(char-upcase #\1)
;=> #\1
(char-upcase #\é)
;=> #\LATIN_CAPITAL_LETTER_E_WITH_ACUTE
(char-upcase #\ß)
;=> #\LATIN_SMALL_LETTER_SHARP_S
(alpha-char-p #\a)
;=> T
(alpha-char-p #\1)
;=> NIL
(alpha-char-p #\é)
;=> T
(alphanumericp #\1)
;=> T
(alphanumericp #\-)
;=> NIL
(digit-char-p #\5)
;=> 5
(digit-char-p #\x)
;=> NIL
(digit-char-p #\f 16)
;=> 15
(digit-char-p #\F 16)
;=> 15
(digit-char-p #\8 8)
;=> NIL
(upper-case-p #\A)
;=> T
(upper-case-p #\a)
;=> NIL
(lower-case-p #\a)
;=> T
(lower-case-p #\1)
;=> NIL
(characterp #\a)
;=> T
(characterp "a")
;=> NIL
(digit-char 7)
;=> #\7
(digit-char 12 16)
;=> #\C
#\a
;=> #\a
#\Space
;=> #\ 
#\Newline
;=> #\Newline
#\Tab
;=> #\Tab
#\(
;=> #\(
#\A
;=> #\A
#\é
;=> #\LATIN_SMALL_LETTER_E_WITH_ACUTE
#\Nul
;=> #\Nul
#\Rubout
;=> #\Rubout
#\Backspace
;=> #\Backspace
#\Return
;=> #\Return
#\Page
;=> #\Page
"a\\b"
;=> "a\\b"
"tab	here"
;=> "tab	here"
"日本語"
;=> "日本語"
'|hello world|
;=> |hello world|
'|a\|b|
;=> |a\|b|
:|foo bar|
;=> :|foo bar|
'foo\ bar
;=> |FOO BAR|
(symbol-name 'abc)
;=> "ABC"
(symbol-name :abc)
;=> "ABC"
(symbol-name '|abc|)
;=> "abc"
(symbol-name nil)
;=> "NIL"
(symbol-name "a")
;=> ERROR
(intern "ABC")
;=> ABC ;; NIL
;departs: interning
(intern "abc")
;=> |abc| ;; NIL
;departs: interning
(intern "FOO" :keyword)
;=> :FOO ;; :EXTERNAL
;departs: interning
(intern "foo" :keyword)
;=> :|foo| ;; NIL
;departs: interning
(intern (string-upcase "tool") :keyword)
;=> :TOOL ;; :EXTERNAL
;departs: interning
(eq (intern "FOO" :keyword) :foo)
;=> T
(eq (intern "CAR") 'car)
;=> T
(keywordp :a)
;=> T
(keywordp 'a)
;=> NIL
(keywordp "a")
;=> NIL
(symbolp 'a)
;=> T
(symbolp :a)
;=> T
(symbolp nil)
;=> T
(symbolp "a")
;=> NIL
(make-symbol "X")
;=> #:X
(symbol-name (make-symbol "X"))
;=> "X"
(symbol-name (gensym))
;=> "G101"
;departs: counters
(symbolp (gensym))
;=> T
(eq (gensym) (gensym))
;=> NIL
(find-symbol "CAR")
;=> CAR ;; :INHERITED
;departs: interning
(princ-to-string "a")
;=> "a"
(princ-to-string 'a)
;=> "A"
(princ-to-string :a)
;=> "A"
(princ-to-string 1.5)
;=> "1.5"
(princ-to-string '(a "b" #\c))
;=> "(A b c)"
(princ-to-string nil)
;=> "NIL"
(prin1-to-string "a")
;=> "\"a\""
(prin1-to-string 'a)
;=> "A"
(prin1-to-string :a)
;=> ":A"
(prin1-to-string '(a "b" #\c))
;=> "(A \"b\" #\\c)"
(prin1-to-string "a\"b\\c")
;=> "\"a\\\"b\\\\c\""
(prin1-to-string #\Space)
;=> "#\\ "
(prin1-to-string '|a b|)
;=> "|a b|"
(prin1-to-string 'a.b)
;=> "A.B"
(prin1-to-string '|1|)
;=> "|1|"
(prin1-to-string '|a|)
;=> "|a|"
(prin1-to-string '(quote a))
;=> "(QUOTE A)"
(prin1-to-string '(function a))
;=> "(FUNCTION A)"
(prin1-to-string '(a . b))
;=> "(A . B)"
(prin1-to-string #(1 "a"))
;=> "#(1 \"a\")"
(write-to-string 'a)
;=> "A"
(write-to-string "a")
;=> "\"a\""
(write-to-string 255 :base 16)
;=> "FF"
;departs: absent
(write-to-string "a" :escape nil)
;=> "a"
(write-to-string 10 :radix t)
;=> "10."
;departs: absent
(with-output-to-string (s) (princ "a" s) (prin1 "b" s) (write-char #\c s))
;=> "a\"b\"c"
(with-output-to-string (s) (terpri s))
;=> "⏎"
(with-output-to-string (s) (print 'a s))
;=> "⏎A "
(with-output-to-string (s) (write-string "abc" s))
;=> "abc"
(with-output-to-string (s) (write-string "abc" s :start 1))
;=> "bc"
(with-output-to-string (s) (write-line "abc" s))
;=> "abc⏎"
(with-output-to-string (s) (fresh-line s) (princ "a" s) (fresh-line s) (princ "b" s))
;=> "a⏎b"
(with-output-to-string (s) (write 'a :stream s))
;=> "A"
;departs: absent
(with-output-to-string (s))
;=> ""
(with-output-to-string (s) (dolist (x '(1 2 3)) (format s "~a;" x)))
;=> "1;2;3;"
(let ((s (make-string-output-stream))) (princ 1 s) (princ 2 s) (get-output-stream-string s))
;=> "12"
(read-from-string "(a b)")
;=> (A B) ;; 5
(read-from-string "42")
;=> 42 ;; 2
(read-from-string "foo bar")
;=> FOO ;; 4
(read-from-string ":key")
;=> :KEY ;; 4
(read-from-string "\"str\"")
;=> "str" ;; 5
(read-from-string "")
;=> ERROR
(read-from-string "" nil)
;=> NIL ;; 0
(read-from-string "" nil :eof)
;=> :EOF ;; 0
(read-from-string "(a")
;=> ERROR
(read-from-string "(a" nil :eof)
;=> ERROR
(read-from-string ")")
;=> ERROR
(read-from-string "a b" t nil :start 1)
;=> B ;; 3
(read-from-string "'a")
;=> (QUOTE A) ;; 2
(read-from-string "#'car")
;=> (FUNCTION CAR) ;; 5
(read-from-string "(:type :request :payload (:text \"hi\"))")
;=> (:TYPE :REQUEST :PAYLOAD (:TEXT "hi")) ;; 38
(read-from-string "1.5")
;=> 1.5 ;; 3
(read-from-string "#\\a")
;=> #\a ;; 3
(read-from-string "#.(+ 1 2)")
;=> ERROR
(read-from-string "; comment
 5")
;=> 5 ;; 12
(read-from-string "#(1 2)")
;=> #(1 2) ;; 6
(read-from-string "`(a ,b)")
;=> (SB-INT:QUASIQUOTE (A #S(SB-IMPL::COMMA :EXPR B :KIND 0))) ;; 7
;departs: backquote
(multiple-value-list (read-from-string "(a b) c"))
;=> ((A B) 6)
(multiple-value-list (read-from-string "abc  def"))
;=> (ABC 4)
(multiple-value-list (read-from-string "42"))
;=> (42 2)
(getf (read-from-string "(:a 1 :b 2)") :b)
;=> 2
(read-from-string 5)
;=> ERROR
(ignore-errors (read-from-string "(1 2"))
;=> NIL ;; #<END-OF-FILE {}>
(listp (read-from-string "(1)"))
;=> T
(string< "apple" "banana")
;=> 0
(string-lessp "Apple" "banana")
;=> 0
(char (string-upcase "abc") 0)
;=> #\A
(equal "abc" (concatenate 'string "a" "bc"))
;=> T
(eq 'abc (intern "ABC"))
;=> T
(remove #\- "a-b-c")
;=> "abc"
(substitute #\_ #\- "a-b-c")
;=> "a_b_c"
(position #\Space "hello world")
;=> 5
(subseq "hello world" (1+ (position #\Space "hello world")))
;=> "world"
(defun split (s c) (let ((p (position c s))) (if p (cons (subseq s 0 p) (split (subseq s (1+ p)) c)) (list s)))) (split "a,b,c" #\,)
;=> ("a" "b" "c")
(defun join (l sep) (reduce (lambda (a b) (concatenate 'string a sep b)) l)) (join '("a" "b" "c") ", ")
;=> "a, b, c"
(defun starts-with (p s) (and (>= (length s) (length p)) (string= p (subseq s 0 (length p))))) (list (starts-with "git" "git push") (starts-with "x" ""))
;=> (T NIL)
(defun ends-with (x s) (let ((d (- (length s) (length x)))) (and (>= d 0) (string= x s :start2 d)))) (list (ends-with ".lisp" "a.lisp") (ends-with "abc" "c"))
;=> (T NIL)
(defun blank-p (s) (every (lambda (c) (member c '(#\Space #\Tab #\Newline))) s)) (list (blank-p "  ") (blank-p " a"))
;=> (T NIL)
(defun palindrome-p (s) (string= s (reverse s))) (list (palindrome-p "abba") (palindrome-p "ab"))
;=> (T NIL)
(defun caesar (s n) (map 'string (lambda (c) (if (alpha-char-p c) (code-char (+ 97 (mod (+ n (- (char-code (char-downcase c)) 97)) 26))) c)) s)) (caesar "hello" 3)
;=> "khoor"
(defun count-words (s) (let ((n 0) (in nil)) (loop for c across s do (if (char= c #\Space) (setf in nil) (unless in (setf in t) (incf n)))) n)) (count-words " a bb  c ")
;=> 3
(defun repeat-string (s n) (apply #'concatenate 'string (loop repeat n collect s))) (repeat-string "ab" 3)
;=> "ababab"
(string (char "abc" 1))
;=> "b"
(coerce "abc" 'list)
;=> (#\a #\b #\c)
(coerce '(#\a) 'string)
;=> "a"
(map 'list #'char-upcase "abc")
;=> (#\A #\B #\C)
(char-upcase (char "abc" 0))
;=> #\A
(parse-integer (subseq "abc42" 3))
;=> 42 ;; 2
(format nil "~a" (string-trim " " " x "))
;=> "x"
(string= (symbol-name :shell) "SHELL")
;=> T
(string-equal :shell "shell")
;=> T
(string= "a" nil)
;=> NIL
(string-upcase nil)
;=> "NIL"
(search "FORCE" (string-upcase "push --force"))
;=> 7
(find #\= "key=value")
;=> #\=
(let* ((s "key=value") (p (position #\= s))) (list (subseq s 0 p) (subseq s (1+ p))))
;=> ("key" "value")
(nth-value 1 (parse-integer "12abc" :junk-allowed t))
;=> 2
(string< "Zebra" "apple")
;=> 0
(string< "" "a")
;=> 0
(string> "" "a")
;=> NIL
(string< "abc" "abc" :end1 2)
;=> 2
(stringp (make-string 1))
;=> T
(subseq "añb" 1 2)
;=> "ñ"
(length (string #\é))
;=> 1
(char-code (char "€" 0))
;=> 8364
(string-upcase "ñandú")
;=> "ÑANDÚ"
(string-capitalize "élan vital")
;=> "Élan Vital"
(string-capitalize "abc def" :start 4)
;=> "abc Def"
(equal (string-downcase "ÀÉ") "àé")
;=> T
(eql #\a #\a)
;=> T
(eq #\a #\a)
;=> T
(list #\a "a" 'a :a)
;=> (#\a "a" A :A)
(string-left-trim "0" "007")
;=> "7"
(let ((s "abc")) (eq s s))
;=> T
(write-to-string '(1 "a" :b))
;=> "(1 \"a\" :B)"
(char "abc" 'x)
;=> ERROR
(subseq "abc" 1.0)
;=> ERROR
(string-trim '(#\") "\"quoted\"")
;=> "quoted"
(concatenate 'string (list #\a #\b))
;=> "ab"
(some #'upper-case-p "abC")
;=> T
(every #'alphanumericp "ab1")
;=> T
(string/= "abc" "abcd")
;=> 3
(string-not-equal "abc" "ABD")
;=> 2
(char<= #\a #\b #\b)
;=> T
(sort (list "b" "a" "C") #'string<)
;=> ("C" "a" "b")
(sort (list "b" "a" "C") #'string-lessp)
;=> ("a" "b" "C")
(position #\a "banana" :from-end t)
;=> 5
(elt "héllo" 1)
;=> #\LATIN_SMALL_LETTER_E_WITH_ACUTE
(make-string 0 :initial-element 1)
;=> ERROR
