;;; How values are printed.
1
;=> 1
-1
;=> -1
1/2
;=> 1/2
1.0
;=> 1.0
1.5
;=> 1.5
1d0
;=> 1.0d0
1.5d3
;=> 1500.0d0
1e20
;=> 1.0e20
1e-5
;=> 1.0e-5
0.1
;=> 0.1
123456.78
;=> 123456.78
1234567.8
;=> 1234567.8
12345678.0
;=> 1.2345678e7
100.0
;=> 100.0
1000000.0
;=> 1000000.0
10000000.0
;=> 1.0e7
0.001
;=> 0.001
0.0001
;=> 1.0e-4
-0.5
;=> -0.5
1.0e10
;=> 1.0e10
3.14159d0
;=> 3.14159d0
3.141592653589793d0
;=> 3.141592653589793d0
'a
;=> A
'A
;=> A
'|a|
;=> |a|
'|A|
;=> A
'|a b|
;=> |a b|
'|A B|
;=> |A B|
'a-b
;=> A-B
'a.b
;=> A.B
'|a.b|
;=> |a.b|
'+
;=> +
'1+
;=> 1+
'-
;=> -
'|1|
;=> |1|
'|1A|
;=> |1A|
'|+1|
;=> |+1|
'|1.5|
;=> |1.5|
'|.|
;=> |.|
'|..|
;=> |..|
'||
;=> ||
'|a:b|
;=> |a:b|
'|a;b|
;=> |a;b|
'|a(b|
;=> |a(b|
'|a'b|
;=> |a'b|
'|a"b|
;=> |a"b|
'|a\\b|
;=> |a\\b|
'|#a|
;=> |#a|
'|a#|
;=> |a#|
'a\b
;=> |Ab|
:a
;=> :A
:|a|
;=> :|a|
:|a b|
;=> :|a b|
'cl:car
;=> CAR
nil
;=> NIL
t
;=> T
"abc"
;=> "abc"
"a\"b"
;=> "a\"b"
"a\\b"
;=> "a\\b"
"a
;=> ERROR
b"
;=> ERROR
""
;=> ""
"tab	x"
;=> "tab	x"
#\a
;=> #\a
#\Space
;=> #\ 
#\Newline
;=> #\Newline
#\Tab
;=> #\Tab
#\"
;=> #\"
#\\
;=> #\\
#\é
;=> #\LATIN_SMALL_LETTER_E_WITH_ACUTE
#\日
;=> #\U65E5
(code-char 0)
;=> #\Nul
(code-char 127)
;=> #\Rubout
(code-char 160)
;=> #\NO-BREAK_SPACE
'(a b c)
;=> (A B C)
'(a . b)
;=> (A . B)
'(a b . c)
;=> (A B . C)
'(a (b) nil)
;=> (A (B) NIL)
'(quote a)
;=> (QUOTE A)
'(quote)
;=> (QUOTE)
'(quote a b)
;=> (QUOTE A B)
'(function f)
;=> (FUNCTION F)
'(function f g)
;=> (FUNCTION F G)
'''a
;=> (QUOTE (QUOTE A))
'#'f
;=> (FUNCTION F)
'(a 'b)
;=> (A (QUOTE B))
'(a . 'b)
;=> (A QUOTE B)
'`a
;=> (SB-INT:QUASIQUOTE A)
;departs: backquote
'`(a ,b)
;=> (SB-INT:QUASIQUOTE (A #S(SB-IMPL::COMMA :EXPR B :KIND 0)))
;departs: backquote
'`(a ,@b)
;=> (SB-INT:QUASIQUOTE (A #S(SB-IMPL::COMMA :EXPR B :KIND 2)))
;departs: backquote
'(quasiquote a)
;=> (QUASIQUOTE A)
#()
;=> #()
#(1 2)
;=> #(1 2)
#(a "b" #\c)
;=> #(A "b" #\c)
#(#(1) (2))
;=> #(#(1) (2))
(vector 'a '(b))
;=> #(A (B))
(list "a" 'b :c #\d 1.5 nil)
;=> ("a" B :C #\d 1.5 NIL)
(make-symbol "FOO")
;=> #:FOO
(gensym "X")
;=> #:X101
(list 'a (make-symbol "B"))
;=> (A #:B)
(princ-to-string "a")
;=> "a"
(princ-to-string '("a" #\b))
;=> "(a b)"
(princ-to-string '|a b|)
;=> "a b"
(princ-to-string :|a b|)
;=> "a b"
(princ-to-string #\a)
;=> "a"
(princ-to-string (list #\a "b" '|c d|))
;=> "(a b c d)"
(princ-to-string (make-symbol "FOO"))
;=> "FOO"
(princ-to-string #("a"))
;=> "#(a)"
(princ-to-string ''a)
;=> "(QUOTE A)"
(prin1-to-string ''a)
;=> "(QUOTE A)"
(prin1-to-string '(:a "b" . c))
;=> "(:A \"b\" . C)"
(prin1-to-string (list nil t))
;=> "(NIL T)"
(prin1-to-string 1.0d10)
;=> "1.0d10"
(prin1-to-string 1/3)
;=> "1/3"
(prin1-to-string "日本\"")
;=> "\"日本\\\"\""
(list 1e0 1d0 1f0)
;=> (1.0 1.0d0 1.0)
(list 1.0e7 1.0d7 12345678.9 0.00012)
;=> (1.0e7 1.0d7 1.2345679e7 1.2e-4)
(/ 22 7.0)
;=> 3.142857
(/ 22 7d0)
;=> 3.142857142857143d0
(exp 1d0)
;=> 2.718281828459045d0
;departs: absent
(* 1.0 1/3)
;=> 0.33333334
(float 2/3 1d0)
;=> 0.6666666666666666d0
(expt 2 64)
;=> 18446744073709551616
(- (expt 2 64))
;=> -18446744073709551616
(intern "x y")
;=> |x y| ;; NIL
;departs: interning
(intern "Foo" :keyword)
;=> :|Foo| ;; NIL
;departs: interning
(list 'foo 'Foo '|Foo|)
;=> (FOO FOO |Foo|)
(values 1 'a "b")
;=> 1 ;; A ;; "b"
(cons 1 (cons 2 3))
;=> (1 2 . 3)
'(1 . (2 . (3 . nil)))
;=> (1 2 3)
'((a . b) (c . d))
;=> ((A . B) (C . D))
(list (list) (list nil))
;=> (NIL (NIL))
#'car
;=> #<FUNCTION CAR>
(make-hash-table)
;=> #<HASH-TABLE :TEST EQL :COUNT 0 {}>
(make-condition 'simple-error :format-control "x")
;=> #<SIMPLE-ERROR "x" {}>
(write-to-string '|a b| :escape nil)
;=> "a b"
(write-to-string 'abc :case :downcase)
;=> "abc"
;departs: absent
(format nil "~s" (list 'a "b" #\c))
;=> "(A \"b\" #\\c)"
(format nil "~a" (list 'a "b" #\c))
;=> "(A b c)"
(prin1-to-string '|foo|)
;=> "|foo|"
(string 'abc)
;=> "ABC"
(coerce '(#\a #\") 'string)
;=> "a\""
'(1 2 . (3))
;=> (1 2 3)
'#:foo
;=> #:FOO
(list :type :request :target :tool :payload '(:action "x"))
;=> (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION "x"))
(list 'ppcre:scan '(cl-ppcre:split "," x))
;=> (CL-PPCRE:SCAN (CL-PPCRE:SPLIT "," X))
'(ppcre:regex-replace-all "a" b "c")
;=> (CL-PPCRE:REGEX-REPLACE-ALL "a" B "c")
'no-such-package:foo
;=> ERROR
(list 'no-such-package::foo 1)
;=> ERROR
(read-from-string "foo:bar")
;=> ERROR
(handler-case (read-from-string "foo:bar") (error () :no-package))
;=> :NO-PACKAGE
'cl:car
;=> CAR
