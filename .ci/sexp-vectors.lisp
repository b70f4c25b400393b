;;;; What SBCL reads, prints and knows of Unicode; see sexp-vectors. The last argument says what to write:
;;;;   vectors   the recorded inputs and answers
;;;;   answer    answers to inputs from standard input, each a line of UTF-8 in hexadecimal
;;;;   names     the table of character names
;;;;   unicode   the tables of case and digits, as Go

(setf *read-eval* nil
      *print-pretty* nil
      *default-pathname-defaults* #p"")
(defvar *out* (sb-sys:make-fd-stream 1 :output t :buffering :full :external-format :utf-8))

;;; Answers

(defun refuse (stream char number)
  (declare (ignore char number))
  (error 'simple-error :format-control "refused on ~a" :format-arguments (list stream)))
(set-dispatch-macro-character #\# #\= #'refuse)
(set-dispatch-macro-character #\# #\# #'refuse)

(defun quasi-p (x)
  (and (consp x) (eq (car x) 'sb-int:quasiquote) (consp (cdr x)) (null (cddr x))))

(defun has-quasi-p (x)
  (typecase x
    (sb-impl::comma t)
    (cons (or (quasi-p x) (has-quasi-p (car x)) (has-quasi-p (cdr x))))
    (simple-vector (some #'has-quasi-p x))))

(defun write-comma (x out)
  (write-string (svref #("," ",." ",@") (sb-impl::comma-kind x)) out)
  (let ((form (with-output-to-string (s) (show (sb-impl::comma-expr x) s))))
    (when (and (zerop (sb-impl::comma-kind x)) (find (char form 0) "@."))
      (write-char #\Space out))
    (write-string form out)))

(defun show (x out)
  "Print X with backquote and comma as they are written, all else as PRIN1 does."
  (cond ((not (has-quasi-p x)) (prin1 x out))
        ((quasi-p x) (write-char #\` out) (show (second x) out))
        ((consp x)
         (write-char #\( out)
         (loop (show (pop x) out)
               (cond ((null x) (return))
                     ((or (atom x) (quasi-p x)) (write-string " . " out) (show x out) (return)))
               (write-char #\Space out))
         (write-char #\) out))
        ((simple-vector-p x)
         (write-string "#(" out)
         (dotimes (i (length x))
           (unless (zerop i) (write-char #\Space out))
           (show (svref x i) out))
         (write-char #\) out))
        (t (write-comma x out))))

(defun use-package-anyway (condition outer)
  "Go on as if the package were there and the symbol external, by the reader's own restarts, not those OUTER to it."
  (flet ((own (name)
           (let ((restart (find-restart name condition)))
             (and restart (not (member restart outer)) restart))))
    (let ((package (package-error-package condition)))
      (cond ((and (stringp package) (own 'sb-impl::retry))
             (unless (find-package package) (make-package package :use nil))
             (invoke-restart (own 'sb-impl::retry)))
            ((own 'continue) (invoke-restart (own 'continue)))))))

(defun answer (text)
  "What the forms of TEXT print as, and why reading ended."
  (let ((printed '()) (marker (list nil)) (outer (compute-restarts)))
    (values-list
     (handler-case
         (handler-bind ((sb-int:simple-reader-package-error (lambda (c) (use-package-anyway c outer)))
                        (warning #'muffle-warning))
           (with-input-from-string (in text)
             (loop
               (let ((x (read in nil marker)))
                 (when (eq x marker) (return (list (reverse printed) "end")))
                 (push (with-output-to-string (s) (show x s)) printed)))))
       (end-of-file () (list (reverse printed) "incomplete"))
       (serious-condition () (list (reverse printed) "error"))))))

(defun write-json-string (s)
  (write-char #\" *out*)
  (loop for c across s
        do (case c
             ((#\" #\\) (format *out* "\\~a" c))
             (t (if (or (< (char-code c) 32) (= (char-code c) 127) (<= #x2028 (char-code c) #x2029))
                    (format *out* "\\u~4,'0x" (char-code c))
                    (write-char c *out*)))))
  (write-char #\" *out*))

(defun write-answer (text)
  (multiple-value-bind (printed end) (answer text)
    (write-char #\[ *out*)
    (write-json-string text)
    (write-string ",[" *out*)
    (loop for (p . more) on printed
          do (write-json-string p)
             (when more (write-char #\, *out*)))
    (format *out* "],\"~a\"]~%" end)))

(defun answer-lines ()
  (loop for line = (read-line *standard-input* nil)
        while line
        do (let ((octets (make-array (floor (length line) 2) :element-type '(unsigned-byte 8))))
             (dotimes (i (length octets))
               (setf (aref octets i) (parse-integer line :start (* 2 i) :end (+ 2 (* 2 i)) :radix 16)))
             (write-answer (sb-ext:octets-to-string octets :external-format :utf-8)))
           (finish-output *out*)))

;;; Recorded inputs

(defvar *inputs* '())
(defvar *seen* (make-hash-table :test 'equal))

(defun add (&rest parts)
  (let ((text (format nil "~{~a~}" parts)))
    (unless (gethash text *seen*)
      (setf (gethash text *seen*) t)
      (push text *inputs*))))

(defparameter *by-hand*
  '(;; quotes
    "'a" "''a" "'()" "' a" "'" "')" "(')" "(a . 'b)" "(a . ')" "(quote x)" "(quote)" "(quote x y)" "(quote . x)"
    "(function x)" "#'foo" "#'(lambda (x) x)" "#'" "#'#'a" "#'a'b" "'#|c|#a" "'a;b" "#5'a"
    ;; backquotes
    "`a" "``a" "`(a ,b)" "`(a ,@b ,.c)" "`,a" "`,@a" "`,.a" "`,'a" "`',a" "`(quote ,a)" "``(a ,b ,,c)" "``,,@a" "``,,a"
    "`(a . ,b)" "`(a . ,@b)" "`(a . ,.b)" "`#(a ,b)" "`#(a ,@b)" "`#3(a ,b)" "`#(a . ,b)" ",a" "(,a)" "`(,,a)"
    "`(,(a . ,b))" "`(,)" "`(, )" "`(,@)" "`(,. )" "`," "`,@" "`" "`)" "`, @a" "`,|@a|" "`,|.a|" "`,\\@a" "`,.5"
    "`, .5" "`(, .5)" "`,;c
a" "`,#|c|#a" "`1" "`nil" "`()" "`\"s\"" "`:k" "`(a `(b ,(c ,d)))" "`(,a . b)" "`(1 ,@'(2) 3)" "`#\\a" "(a `b . c)"
    ;; lists and dots
    "()" "( )" "(())" "(a)" "(a b)" "(a (b (c)))" "(a . b)" "(a .b)" "(a. b)" "(a.b)" "(a .(b))" "(a . (b c))"
    "(a . (b . (c . ())))" "(a . nil)" "(a . ())" "(a b . c)" "(. a)" "(a .)" "(a . )" "(a . b c)" "(a . b (c"
    "(a . b . c)" "(a . . b)" "(a ..)" "(a ... b)" "(.)" "( . )" "(. )" "(." "(a ." "(a . " "(a . b" "(a . b " "(.a)"
    "(a .\"b\")" "(a .'b)" "(a .`b)" "(a .#(b))" "(a .;c
b)" "(a . ;c
)" "(a . #|c|# b)" "(a . b #|c|# ;d
)" "(a . b ;c" "('. a)" "(a '. b)" "." ".." "..." ".a" "a." "'." "#(. a)" "(a . #(b))" "(a . \"s\")" "(a . 1.5)"
    ")" "(a))" "(a) )" "(a" "((a)" "a b c" "(a)(b)" "a(b)c" "1(2)3" "\"a\"b" "a\"b\"" "a'b" "a`b" "a,b" "a;b" "a#b"
    "(nil . nil)" "(t . t)" "(a . |b|)" "(a #|x|# . b)" "(. #|x|# a)" "(#|x|# . a)"
    ;; comments
    "" " " "
" ";" ";a" ";a
b" "a;b
c" "(a;)
b)" "#||#" "#|a|#" "#|a|#b" "#|#|x|#|#b" "#|#|#" "#|||#b" "#||||#b" "#|#||#" "#|a||#b" "#|a#|b|#c|#d" "#|" "#|a" "#|a|"
    "#|#" "#|##||#|#b" "#|\"|#\"b\"" "#|;|#b" ";#|
b" "a#|b|#c" "a #|b|# c" "#5|a|#b" "#|é|#b" ";é
b" "#|a|# #|b|#" "(#|a|#)" "(a #|b|#)" "#| |#;
a"
    ;; strings
    "\"\"" "\"a\"" "\"a b\"" "\"a\\\"b\"" "\"a\\\\b\"" "\"\\n\"" "\"\\" "\"" "\"a" "\"a\\\"" "\"a
b\"" "\"é\"" "\"\\é\"" "\"日本\"" "\"ﬁ\"" "\"\\|\"" "\"|\"" "\"a;b\"" "\"(\"" "\"a\"\"b\"" "\"😀\"" "\"	\""
    ;; characters
    "#\\a" "#\\A" "#\\ " "#\\" "#\\space" "#\\SPACE" "#\\Space" "#\\sp" "#\\newline" "#\\linefeed" "#\\lf" "#\\nl"
    "#\\tab" "#\\ht" "#\\page" "#\\ff" "#\\formfeed" "#\\return" "#\\cr" "#\\backspace" "#\\bs" "#\\rubout" "#\\del"
    "#\\delete" "#\\nul" "#\\null" "#\\escape" "#\\esc" "#\\altmode" "#\\bel" "#\\bell" "#\\^a" "#\\^@" "#\\^[" "#\\^\\" "#\\^\\\\"
    "#\\x41" "#\\u41" "#\\U41" "#\\U+41" "#\\u+0041" "#\\U0041" "#\\u" "#\\u+" "#\\U+" "#\\ug" "#\\U10FFFF"
    "#\\U110000" "#\\UD800" "#\\UDFFF" "#\\UFFFD" "#\\UFFFFFFFFFFFFFFFFFFF" "#\\u00000000041" "#\\C80" "#\\U80" "#\\U9F" "#\\UA0" "#\\UAD"
    "#\\é" "#\\É" "#\\ß" "#\\λ" "#\\日" "#\\😀" "#\\ﬁ" "#\\Å" "#\\가" "#\\LATIN_SMALL_LETTER_E_WITH_ACUTE"
    "#\\latin_small_letter_e_with_acute" "#\\Latin_Small_Letter_A" "#\\GREEK_SMALL_LETTER_LAMDA" "#\\GREEK_SMALL_LETTER_LAMBDA"
    "#\\HANGUL_SYLLABLE_GA" "#\\U4E00" "#\\NO-BREAK_SPACE" "#\\No-Break-Permitted" "#\\LINE_FEED" "#\\NO_SUCH_NAME"
    "#\\latin small" "#\\(" "#\\)" "#\\;" "#\\\"" "#\\'" "#\\`" "#\\," "#\\#" "#\\|" "#\\\\" "#\\:" "#\\a(b)" "#\\()" "#\\))"
    "#\\ab" "#\\|a|" "#\\\\a" "#\\a|b|" "#\\N\\ewline" "#\\N|ewlin|e" "#\\a:b" "#\\new:line" "(#\\a)" "(#\\a#\\b)" "#\\a#\\b" "#\\a\"b\"" "#5\\a"
    "#\\а" "#\\a̧" "#\\ａ" "#\\Ｎewline" "#\\１" "#\\u１" "#\\u+٤1" "#\\SNOWMAN" "#\\snowman" "#\\POUND_SIGN" "#\\EURO_SIGN"
    "#\\U+20AC" "#\\VARIATION_SELECTOR-256" "#\\CJK_COMPATIBILITY_IDEOGRAPH-F900"
    ;; symbols
    "a" "A" "aB" "|a|" "|A|" "a|b|c" "|a b|" "||" "a||b" "|a\\|b|" "|a\\\\b|" "|a\\b|" "\\a" "a\\b" "\\" "a\\" "|" "|a" "|a\\" "|a\\|"
    "a|b c|d" "|a
b|" "\\ " "a\\ b" "\\(" "\\1" "1\\2" "|1|" "|1|2" "nil" "NIL" "Nil" "|nil|" "|NIL|" "t" "T" "|t|" "\\nil"
    "+" "-" "*" "/" "=" "<" ">" "<=" "1+" "1-" "-1+" "+1+" "+-" "-+" "--" "/=" "a/b" "/1" "1/" "1/a" "a1" "1a" "1ab" "-a" "+a"
    "&optional" "*foo*" "%a" "$" "a$b" "!" "?" "@" "[" "]" "{" "}" "~" "^" "_" "a_b" "a^b" "1_2" "1^" "^1" "_1" "a->b" "set!" "a<b"
    "foo-bar" "foo.bar" "foo/bar" "...a" "a..." "..a" ".a." "+.a" "-." "+." "+.+" "+.1+" "1.+" "1.a" "1.a1" "1.5a" "1.5.2"
    "a]b" "[a" "#a" "#!a" "a!" "a#|b|#c" "a#'b" "|#|" "|;|" "|(|" "|'|" "|\"|" "|,|" "|`|" "|:|" "|a:b|" "a\\:b" "\\:a" "|:a|"
    ;; keywords and packages
    ":a" ":A" ":|a|" ":|a b|" ":\\a" ":a\\b" ":a|b|" ":" ": " ":)" ":a:" ":a:b" "::a" ":::a" "::" "::a:b" ":12" ":1.5" ":+" ":." ":.." ":||"
    ":nil" ":t" ":a.b" ":a/b" "(:a :b)" "(:a:b)" ":'a" ":(a)" ":\"a\"" ":;a" "keyword:a" "keyword::a" "KEYWORD:A" "|KEYWORD|:a" "key\\WORD:a"
    "pp:a" "pp::a" "pp:|a|" "|pp|:a" "|p p|::|a b|" "|a:b|:c" "pp:12" "pp:nil" "pp:t" "pp::" "pp:" "pp: a" "pp:)" "pp:a:b" "pp::a:b"
    "pp:::a" "pp:::" "pp:::)" "1:2" "1.5:a" ".:a" "..:a" "+:a" "+.:a" "-.:a:b" "+.::a" "pp:+.:a" "a|b|:c" "a:|" "a:\\" "a:|b" "a\\:b:c"
    "cl:car" "cl::car" "CL:NIL" "cl:t" "common-lisp:list" "cl-user::foo" "cl-user:foo" "common-lisp-user::foo" "|cl|:car" "pp:+1" "(pp:a pp:a)"
    "#:a" "#:A" "#:|a|" "#:|a b|" "#:" "#: a" "#:)" "#:a:b" "#:a|b|c" "#:\\a" "#:|" "#:\\" "#:12" "#:+12" "#:-1" "#:1." "#:1.5" "#:1/2"
    "#:+" "#:." "#:.." "#:1a" "#:|1|2" "#:1\\2" "#:||" "#:12||" "#::a" "#:a:" "#:nil" "#5:a" "#:é" "#:Ａ" "#:١" "#:a'b" "#:a#b" "#:a(b)"
    ;; vectors
    "#()" "#( )" "#(a)" "#(a b)" "#(a . b)" "#(a . nil)" "#(a . (b))" "#(a . 'b)" "#(#(a) #(b))" "#3(a)" "#3(a b)" "#3(a b c)" "#2(a b c)"
    "#0()" "#0(a)" "#3()" "#1(a)" "#03(a)" "#3(a" "#(a" "#(" "#( . )" "#3(#3(a))" "#10(())" "#3('a)" "(#(a))" "#(nil)" "#(1 2.0 \"x\" #\\a)"
    "#٣(a)" "#3 (a)" "#-1(a)" "(a . #3(b))"
    ;; radix
    "#x10" "#X1f" "#xFf" "#x-1F" "#x+1F" "#x1/2" "#x-a/b" "#x" "#x " "#x)" "#xg" "#x1g" "#x1.5" "#x1." "#x10." "#x1f." "#x.5" "#x(1)" "#x\"1\""
    "#x'a" "#x a" "#x;c
a" "#x#|c|#a" "#x#x10" "#o#x1f" "#x#o10" "#x#(a)" "#xa:b" "#x:a" "#x|a|" "#x\\a" "#x1r2" "#x1e5" "#x1e+5" "#x1d+2" "#x1E-2" "#xe" "#xe+2"
    "#xee+2" "#x1ee+2" "#x1e/2" "#x1e5/2" "#x+e5" "#x1e." "#x1/e" "#x1/g" "#x1/" "#x+" "#x-" "#x+/1" "#x1//2" "#x1+" "#x." "#x.." "#x１" "#xＦ" "#x٣a"
    "#o17" "#o18" "#o-7/10" "#o8." "#o8" "#o9.5" "#O7" "#o1e2" "#o1r2" "#o8r2" "#o8/1" "#b101" "#b102" "#B1" "#b12." "#b2" "#b2/1" "#b2." "#b٢" "#b٢." "#b٢٢."
    "#b1/10" "#b12r2" "#b21r2" "#b21e2" "#b1٢r2" "#b٢1r2" "#2r101" "#3r12" "#36rZZ" "#36Rzz" "#37r1" "#1r1" "#0r1" "#r1" "#10r12" "#10r1.5" "#10r1r1"
    "#36r1r+2" "#36r1r2" "#36r1r-2" "#36r1r+" "#36r1rr+2" "#36r1ar+2" "#36rr+2" "#36r12r+2" "#36r+1r+2" "#36r1r+2a" "#30r1r+2" "#15re+2" "#15r1e+2" "#14rd" "#14r1d+1"
    "#16r" "#16r)" "#99999999999999999999r1" "#x10 20" "(#x10 10)" "#5x10" "#x nil"
    ;; refused, and what no reader knows
    "#.a" "#.(+ 1 2)" "#." "(a #.b)" "#5.a" "#1=a" "#1#" "#1=(a . #1#)" "#=" "##" "#*101" "#*" "#5*1" "#*2" "#p\"a\"" "#P\"a\"" "#c(1 2)" "#C(1 2)"
    "#2a((1 2))" "#a(1)" "#s(foo)" "#S(foo :a 1)" "#+sbcl a" "#-sbcl a" "#+(or) a b" "#-(or) a b" "#<a>" "#)" "# " "#	" "#!" "#`a" "#,a" "#;a"
    "#\"a\"" "#{" "#}" "#[" "#]" "#?" "#$" "#&" "#@a" "#^a" "#_a" "#%a" "#/a/" "#~" "#e" "#E1" "#é" "#日" "#" "#2" "#22" "(#)" "(#" "#>" "#d1" "#f1" "#i1"
    ;; numbers
    "0" "-0" "+0" "00" "007" "1" "+1" "-1" "12345678901234567890" "-12345678901234567890" "9223372036854775807" "9223372036854775808"
    "-9223372036854775808" "-9223372036854775809" "999999999999999999" "1000000000000000000" "123456789012345678901234567890123456789012345678901234567890"
    "1." "-1." "+1." "12345678901234567890." "1.." "1..2" "1/2" "2/4" "4/2" "-1/2" "+1/2" "0/5" "-0/5" "1/0" "0/0" "1/-2" "1/+2" "1/2/3" "1/2." "1./2" "1/1" "-6/4"
    "123456789012345678901/123456789012345678902" "1 /2" "1/ 2" "01/02" "1/2e5" "1/2a"
    "0.0" "-0.0" "+0.0" "0.5" ".5" "-.5" "+.5" "1.5" "-1.5" "1.50" "00.5" "1.0" "100.0" "123456.7" "1234567.8" "999999.9" "9999999.0" "10000000.0" "0.001" "0.0001" "0.00099"
    "1e0" "1e1" "1e6" "1e7" "1e10" "1e38" "1e39" "-1e39" "1e-1" "1e-3" "1e-4" "1e-38" "1e-39" "1e-44" "1e-45" "1e-46" "1.4e-45" "1.5e-45" "2e-45" "2.8e-45" "2.9e-45" "1e-50" "1.e5" ".5e5" "1e+5" "1E5" "1e05" "1e-05"
    "1e" "1e+" "1e-" "1ee5" "1e5e" "1e5.0" "1e5." "1.5e" ".e5" "e5" "+e5" "1e5/2" "1e٣" "1e 5"
    "1s0" "1f0" "1d0" "1l0" "1r0" "1S0" "1F0" "1D0" "1L0" "1R0" "1.5s1" "1.5f1" "1.5d1" "1.5l1" "1.5r1" "1r2" "1r-2" "-1r2" "1.25r0" "1.25r-1" "0r5" "-0r5" "0r0" ".5r0" "1.r2" "1r+2" "1d" "1s" "1f" "1l" "1r" "1g0" "1x0"
    "3.4028235e38" "3.4028236e38" "3.40282355e38" "1.1754944e-38" "1.1754943e-38" "1.1754942e-38" "1.17549435e-38" "1.17549434e-38" "1.17549428e-38" "1.17549425e-38" "5.877472e-39" "2.3509887e-38" "2.3509886e-38"
    "1.7976931348623157d308" "1.7976931348623158d308" "1.7976931348623159d308" "1d308" "1d309" "2.2250738585072014d-308" "2.2250738585072013d-308" "2.2250738585072011d-308" "2.225073858507201d-308" "4.450147717014403d-308" "1.1125369292536007d-308" "5d-324" "4.9d-324" "3d-324" "2d-324" "1d-323" "1d-310" "1d-320" "1d-400"
    "0d0" "-0d0" "0e999" "0d999" "0e-999" "0.0e99999999" "1e-99999999" "1e99999999" "1d99999999" "-1e-99999999" "1d-99999999" "0.1" "0.2" "0.3" "0.1d0" "0.2d0" "0.3d0" "1/3" "0.33333334" "0.333333333333333333d0"
    "16777216.0" "16777217.0" "16777218.0" "16777219.0" "1.0e23" "1d23" "9.5d21" "9007199254740993d0" "9007199254740992d0" "123456789.0" "123456789d0" "8.5e9" "1.1e7" "9.9999999e6" "9999999.5" "2.5e-3" "9.999e-4" "5e-324"
    "1149606.25" "-1149606.25" "1971921.25" "2415587.75" "1125899906842624.25d0" "1125899906842624.75d0" "8388607.5" "16777215.5" "4503599627370497.5d0" "2d22" "2.5d22" "33554432.0" "67108864.0" "5e9"
    "1.0d10" "1d7" "1d6" "1d-3" "1d-4" "100d0" "12.5d0" "1234567.0d0" "12345678.0d0" "0.001d0" "3.141592653589793d0" "2.718281828459045d0" "3.1415927" "-3.1415927e10"
    "٣" "１２" "१२३" "٣/٤" "٣.5" "1.٣" "٣e4" "-٣" "+１２" "1２" "１a" "٣." "³" "²" "½" "Ⅻ" "|٣a|" "|１|" "𝟙𝟚" "߁" "|½|"
    ;; beyond ASCII
    "é" "É" "|é|" "\\é" "ß" "|ß|" "ſ" "|ſ|" "ﬁ" "|ﬁ|" "：a" "Ａ" ":Ａ" "|Ａ|" "\\Ａ" "a\\Ａb" "Ａ|b|Ａ" "Ω" "ω" "ⅷ" "Å" "ǆ" "ǅ" "Ǆ" "|ǆ|" "|ǅ|" "ᾳ" "ᾼ" "ı" "İ" "µ" "ÿ" "Ÿ" "ŉ" "ǰ" "ΐ" "ﬀ" "ﬃ" "Ⅷ"
    "日本語" ":日本語" "|日 本|" "日\\ 本" "ａｂｃ" "ＮＩＬ" ":ＡＰＰＲＯＶＥＤ" ":ａｐｐｒｏｖｅｄ" "ＣＬ:car" "k：v" "（a）" "＂a＂" "＇a" "；a" "＃a" "＼a" "｜a｜" "a．b" "．" "．．" "１＋" "＋１" "＋" "a b" "a　b" "　" "a​b" "‍" "﻿a" "a­b"
    "é" "e\\́" "é̂" "ậ" "가" "가" "각" "각" "नि" "ﷺ" "㌀" "㎏" "①" "ª" "º" "¨" "´" "ﹰ" "ＫＥＹＷＯＲＤ:a" "😀" ":😀" "(😀 . 😀)" "𝐀" "𝒜𝓫" "Ꭰ" "ꭰ" "Ა" "ა" "Ⴀ" "ⴀ" "Ᏸ" "ᏸ" "ჺ" "Ɡ" "ɡ" "Ꞔ" "ꞔ" "𐐀" "𐐨" "𞤀" "𞤢" "ŀ" "ﬆ"
    "+É1" "+日1" ".É" ".É1" "1É" "É1" "1é" "1日" "+é" "é+" "1é+" "|É é|" "|日|" "" "a b" "|a|" "͏a" "à́" "a﻿" "�" "|�|" "￼" "￾"
    ;; where package sexp departs
    "cl:foo" "(cl:car cl::foo)" "cl-user::(a b)" "::(a)" ":: a" "||:a" "sb-ext:quit" "(a . `b)" "#(a . `b)" "(a . `(b ,c))" "𞀰" ":𞀰a" "㋿"
    "11605622.525" "6.199972164e8" "0.4784860396731376414d17" "1r400" "1r-400" "1.5r299" "1r300" "1267650675784127096637128998913.0"
    ;; messages
    "(:TYPE :EVENT :PAYLOAD (:ACTION :HANDSHAKE))" "(:type :request :target :cli :payload (:action :message :text \"Hi\"))"
    "(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD \"git log -3\" :EXPLANATION \"…\"))" "(:a 1 :b (2 3) :c \"x\" :d #\\y :e 1.5 :f 1/2 :g nil :h t)"))

(defparameter *cut*
  '("(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL \"read-file\" :ARGS (:FILEPATH \"go.mod\" :LINES (1 . 20))))"
    "(a |b c| d\\ e . #(1 2/3 4.5e6 #\\Space \"f\\\"g\" #x1F))"
    "`(a ,b ,@c ,.d . ,e) #'f ''g #:h pp::i :|j k|"
    "#|a #|b|# c|# (d ;e
 f) #3(g) #36rZZ #\\LATIN_SMALL_LETTER_A \"\\\\\" |\\||"
    "1 -2 +3 4. .5 -6.7 8e9 1d-2 3/4 12345678901234567890 1+ 1- + - ... "
    "(é \"日本\" |ß| #\\λ :ＡＢ 'ﬁ `(ς ,ω) #(😀) ½)"))

(defparameter *places*
  '(("" "") ("a" "b") ("a" "") ("(" ")") ("(a " " b)") ("(a ." "b)") ("#" "") ("#" "a") ("#2" "a") ("#" "(a)") ("\\" "") ("a\\" "b") ("|" "|")
    ("|a" "b|") ("\"" "\"") ("\"\\" "\"") ("#\\" "") ("#\\" "a") ("#\\a" "") (":" "") (":a" "b") ("pp:" "") ("pp::a" "") ("#:" "") ("#:a" "b") ("'" "a") ("`" "a")
    ("`," "a") ("`(," ")") ("1" "") ("1" "2") ("1." "5") ("1e" "5") ("+" "") ("+" "1") ("-." "5") ("." "") ("." "5") ("#x" "") ("#xa" "b") ("#b1" "0") ("#36r1" "+2") ("1/" "2")
    ("#|" "|#a") ("|1" "|") ("|+" "|") ("|." "1|") ("|1." "|") ("|-A" "1|")))

(defun cut-at-every-character ()
  (dolist (text *cut*)
    (dotimes (i (1+ (length text)))
      (add (subseq text 0 i)))))

(defun every-character ()
  (loop for (before after) in *places*
        do (dotimes (i 128)
             (add before (code-char i) after))
           (loop for c across "éßǆⅷ٣１ＡΩ：日😀́"
                 do (add before c after))))

(defun number-grid ()
  (dolist (sign '("" "+" "-"))
    (dolist (whole '("" "0" "1" "12" "007" "9999999"))
      (dolist (point '("" "." ".0" ".5" ".25" ".0001" ".99999999"))
        (dolist (exponent '("" "e0" "e5" "E-3" "d7" "D-10" "f2" "s-1" "l3" "r1" "e+10" "e38" "d300" "e-44" "d-320"))
          (add sign whole point exponent))))))

;;; A linear congruential generator, so that every Lisp makes the same inputs.
(defvar *seed* 20240229)
(defun pick (n)
  (setf *seed* (mod (+ (* *seed* 6364136223846793005) 1442695040888963407) (expt 2 64)))
  (mod (ash *seed* -33) n))
(defun pick-from (list) (nth (pick (length list)) list))

(defparameter *pieces*
  '("a" "b" "Foo" ":k" "pp:x" "pp::y" "|z w|" "\\q" "1" "-2" "3.5" "1/3" "1e3" "2d-3" "12345678901234567890" "\"s\"" "\"\\\"\"" "#\\a" "#\\Space"
    "(" "(" "(" ")" ")" ")" ")" "#(" "#2(" "'" "`" "," ",@" "#'" " . " " " " " " " "
" ";c
" "#|c|#" "#x1F" "#b101" "#o17" "#:g" "nil" "t" "1+" "+" "-" "." "é" "日" "Ａ" "|" "\\" "\"" "#" "e" "5" "/" "^" "_" "A" "Z"))

(defun random-texts (count)
  (dotimes (i count)
    (apply #'add (loop repeat (+ 2 (pick 10)) collect (pick-from *pieces*)))))

(defparameter *name-characters* "A1.+-/^_E$aé9Z ")
(defun random-names (count)
  (dotimes (i count)
    (let ((name (map 'string (lambda (c) (declare (ignore c)) (char *name-characters* (pick (length *name-characters*))))
                     (make-string (+ 1 (pick 6))))))
      (add "|" name "|")
      (add (remove #\Space name)))))

(defun random-floats (count)
  (dotimes (i count)
    (add (pick 10) "." (pick 100000000) (pick-from '("e" "d")) (- (pick 76) 38))
    (add (pick 10) "." (pick 1000000000) (pick 100000000) "d" (- (pick 616) 308))
    (add (pick 10) "." (pick 100000000) "e-" (+ 38 (pick 8)))
    (add (pick 10) "." (pick 1000000000) (pick 100000000) "d-" (+ 308 (pick 17)))))

(defun write-vectors ()
  (mapc #'add *by-hand*)
  (add "a" (make-string 40 :initial-element (code-char #x301)))
  (add (make-string 500 :initial-element #\1) "d1")
  (cut-at-every-character)
  (every-character)
  (number-grid)
  (random-texts 1500)
  (random-names 400)
  (random-floats 150)
  (mapc #'write-answer (reverse *inputs*)))

;;; Tables

(defun old-names ()
  "The names of Unicode 1.0 that NAME-CHAR also takes, by code."
  (let ((table (make-hash-table)) (v sb-impl::+unicode-1-name-char-database+))
    (loop for i below (length v) by 2
          do (let ((name (sb-impl::huffman-decode (aref v i) sb-unicode::+unicode-character-name-huffman-tree+)))
               (when (eql (aref v (1+ i)) (char-code (name-char name)))
                 (push name (gethash (aref v (1+ i)) table)))))
    table))

(defun write-names ()
  "A line for each character that has names: its code unless it is the next one, a blank, a character that says how
much the names share with the beginning of those before them, from ! for nothing on, and the rest of them."
  (let ((old (old-names)) (last -2) (before ""))
    (dotimes (code char-code-limit)
      (let* ((printed (char-name (code-char code)))
             (names (remove-duplicates
                     (append (list printed)
                             (rest (assoc code sb-impl::*base-char-name-alist*))
                             (remove-if-not (lambda (n) (eql (name-char n) (code-char code))) (gethash code old)))
                     :test #'string-equal :from-end t)))
        (when (string= printed (format nil "U~X" code)) (pop names))
        (when names
          (let* ((text (format nil "~{~a~^ ~}" names))
                 (shared (min 93 (or (mismatch text before) (length text)))))
            (format *out* "~:[~x~;~*~] ~c~a~%" (= code (1+ last)) code (code-char (+ 33 shared)) (subseq text shared))
            (setf last code before text)))))))

(defun case-pairs ()
  (loop for code from 128 below char-code-limit
        for c = (code-char code)
        when (char/= c (char-upcase c)) collect (cons code (- (char-code (char-upcase c)) code))))

(defun row-end (n per-row)
  "What stands after the Nth of the elements of a table with PER-ROW of them on a line."
  (if (zerop (mod n per-row)) (string #\Newline) " "))

(defun write-case-ranges ()
  (format *out* "// caseRanges are the pairs of lower-case and upper-case characters beyond ASCII.~%var caseRanges = []caseRange{~%")
  (let ((pairs (case-pairs)) (n 0))
    (loop while pairs
          do (destructuring-bind (lo . delta) (pop pairs)
               (let* ((next (first pairs))
                      (step (if (and next (= (cdr next) delta) (<= (- (car next) lo) 2)) (- (car next) lo) 1))
                      (hi lo))
                 (loop while (and pairs (= (cdr (first pairs)) delta) (= (car (first pairs)) (+ hi step)))
                       do (setf hi (car (pop pairs))))
                 (format *out* "{0x~x, 0x~x, ~d, ~d},~a" lo hi step delta (row-end (incf n) 4)))))
    (format *out* "~a}~2%" (row-end n 1))))

(defun write-unicode ()
  (format *out* "// Code generated by .ci/sexp-vectors tables; DO NOT EDIT.~2%package sexp~2%")
  (write-case-ranges)
  (format *out* "// digitZeros are the zeros beyond ASCII; the digits up to 9 follow each.~%var digitZeros = []rune{~%")
  (loop for code from 128 below char-code-limit
        when (eql 0 (digit-char-p (code-char code)))
          count t into n
          and do (format *out* "0x~x,~a" code (row-end n 12))
        finally (format *out* "~a}~%" (row-end n 1))))

(let ((mode (car (last sb-ext:*posix-argv*))))
  (cond ((string= mode "vectors") (write-vectors))
        ((string= mode "answer") (answer-lines))
        ((string= mode "names") (write-names))
        ((string= mode "unicode") (write-unicode))
        (t (format *error-output* "sexp-vectors.lisp: vectors, answer, names or unicode~%") (sb-ext:exit :code 64)))
  (finish-output *out*))
