;;; Types, coercion, predicates.
(typep 1 'integer)
;=> T
(typep 1 'fixnum)
;=> T
(typep 1.5 'float)
;=> T
(typep 1.5 'single-float)
;=> T
(typep 1.5d0 'double-float)
;=> T
(typep 1/2 'ratio)
;=> T
(typep 1/2 'real)
;=> T
(typep 1/2 'number)
;=> T
(typep (expt 2 70) 'integer)
;=> T
(typep "a" 'string)
;=> T
(typep "a" 'simple-string)
;=> T
(typep "a" 'vector)
;=> T
(typep "a" 'array)
;=> T
(typep "a" 'sequence)
;=> T
(typep #(1 2) 'vector)
;=> T
(typep #(1 2) 'simple-vector)
;=> T
(typep #(1 2) 'string)
;=> NIL
(typep '(1) 'list)
;=> T
(typep '(1) 'cons)
;=> T
(typep nil 'list)
;=> T
(typep nil 'null)
;=> T
(typep nil 'symbol)
;=> T
(typep nil 'cons)
;=> NIL
(typep nil 'boolean)
;=> T
(typep t 'boolean)
;=> T
(typep 'a 'boolean)
;=> NIL
(typep 'a 'symbol)
;=> T
(typep :a 'symbol)
;=> T
(typep :a 'keyword)
;=> T
(typep 'a 'keyword)
;=> NIL
(typep #\a 'character)
;=> T
(typep 'a 'atom)
;=> T
(typep '(1) 'atom)
;=> NIL
(typep #'car 'function)
;=> T
(typep 'car 'function)
;=> NIL
(typep (lambda () 1) 'function)
;=> T
(typep (make-hash-table) 'hash-table)
;=> T
(typep 5 't)
;=> T
(typep 5 'nil)
;=> NIL
(typep 5 '(or string integer))
;=> T
(typep 5 '(and integer (satisfies oddp)))
;=> T
(typep 4 '(and integer (satisfies oddp)))
;=> NIL
(typep 5 '(not string))
;=> T
(typep 5 '(member 1 5))
;=> T
(typep :a '(member :a :b))
;=> T
(typep :c '(member :a :b))
;=> NIL
(typep 5 '(eql 5))
;=> T
(typep 5 '(satisfies oddp))
;=> T
(typep 5 'no-such-type)
;=> ERROR
(typep 5 '(no-such 1))
;=> ERROR
(typep 5 "string")
;=> ERROR
(typep nil '(or null string))
;=> T
(typep "x" '(or null string))
;=> T
(typep 5 '*)
;=> T
;departs: undefined consequences
(typep 5 '(values integer))
;=> ERROR
(coerce 5 'float)
;=> 5.0
(coerce 5 'integer)
;=> 5
(coerce "abc" 'list)
;=> (#\a #\b #\c)
(coerce '(1 2 3) 'vector)
;=> #(1 2 3)
(coerce '(#\a) 'string)
;=> "a"
(coerce 5 'string)
;=> ERROR
(coerce "a" 'character)
;=> #\a
(coerce 'car 'function)
;=> #<FUNCTION CAR>
(coerce nil 'list)
;=> NIL
(coerce nil 'vector)
;=> #()
(coerce nil 'string)
;=> ""
(coerce 1/3 'float)
;=> 0.33333334
(coerce 1/3 'double-float)
;=> 0.3333333333333333d0
(coerce 1.5d0 'single-float)
;=> 1.5
(coerce 5 'number)
;=> 5
(coerce 5 'real)
;=> 5
(coerce 5 'symbol)
;=> ERROR
(coerce 5 'bogus)
;=> ERROR
(subtypep 'integer 'number)
;=> T ;; T
;departs: absent
(subtypep 'string 'number)
;=> NIL ;; T
;departs: absent
(numberp 5)
;=> T
(integerp "5")
;=> NIL
(stringp "a")
;=> T
(symbolp 'a)
;=> T
(keywordp :a)
;=> T
(consp '(1))
;=> T
(listp nil)
;=> T
(atom 5)
;=> T
(characterp #\a)
;=> T
(functionp #'car)
;=> T
(hash-table-p 5)
;=> NIL
(vectorp "a")
;=> T
(rationalp 1/2)
;=> T
(floatp 1.5)
;=> T
(realp 1.5)
;=> T
(null nil)
;=> T
(not 5)
;=> NIL
(typecase 5 (fixnum :fix) (integer :int))
;=> :FIX
(typecase "s" ((or symbol string) :named) (t :other))
;=> :NAMED
(typecase '(1) (cons :cons) (null :null))
;=> :CONS
(typecase :x ((member :x :y) :xy) (keyword :k))
;=> :XY
(typecase nil (list :l) (t :t))
;=> :L
(typecase (lambda ()) (function :f))
;=> :F
(typecase 5 (nil :never) (t :yes))
;=> :YES
(mapcar (lambda (x) (typecase x (integer :i) (string :s) (symbol :y) (list :l) (t :o))) '(1 "a" b (1) #\c 1.5))
;=> (:I :S :Y :L :O :O)
(etypecase 'a (string :s) (symbol :y))
;=> :Y
(check-type 5 integer)
;=> NIL
(let ((x 5)) (check-type x (member 1 2)))
;=> ERROR
(let ((x :a)) (check-type x (or keyword null)) x)
;=> :A
(the fixnum 5)
;=> 5
(the string 5)
;=> ERROR
(equal 1 1)
;=> T
(equal 'a 'a)
;=> T
(equal nil '())
;=> T
(equal #\a #\a)
;=> T
(equal "abc" "abc")
;=> T
(equal '(1 "a" (b)) '(1 "a" (b)))
;=> T
(eql 'a 'a)
;=> T
(eql "a" "a")
;=> NIL
(eql 1.5 1.5)
;=> T
(eq nil '())
;=> T
(eq "a" "a")
;=> NIL
(constantp 5)
;=> T
;departs: absent
(symbol-package :a)
;=> #<PACKAGE "KEYWORD">
;departs: interning
(describe 5)
;=> ;; none
;departs: absent
(documentation 'car 'function)
;=> "Return the 1st object in a list."
;departs: absent
(upgraded-array-element-type 'character)
;=> CHARACTER
;departs: absent
(class-of 5)
;=> #<BUILT-IN-CLASS COMMON-LISP:FIXNUM>
;departs: absent
(class-name (class-of 5))
;=> FIXNUM
;departs: absent
