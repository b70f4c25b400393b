;;; Numbers.
(+)
;=> 0
(+ 1)
;=> 1
(+ 1 2 3)
;=> 6
(+ 1 2.5)
;=> 3.5
(+ 1/2 1/3)
;=> 5/6
(+ 1/2 0.5)
;=> 1.0
(+ 1 2d0)
;=> 3.0d0
(+ 1.5 2d0)
;=> 3.5d0
(+ 9223372036854775807 1)
;=> 9223372036854775808
(+ -9223372036854775808 -1)
;=> -9223372036854775809
(+ 1/2 1/2)
;=> 1
(+ 'a)
;=> ERROR
(+ "1" 2)
;=> ERROR
(+ nil 1)
;=> ERROR
(-)
;=> ERROR
(- 5)
;=> -5
(- 5 3)
;=> 2
(- 5 3 1)
;=> 1
(- 1/2)
;=> -1/2
(- -9223372036854775808)
;=> 9223372036854775808
(- 0.0)
;=> -0.0
(- 5 2.5)
;=> 2.5
(*)
;=> 1
(* 2)
;=> 2
(* 2 3 4)
;=> 24
(* 1/2 4)
;=> 2
(* 1.5 2)
;=> 3.0
(* 4294967296 4294967296)
;=> 18446744073709551616
(* 0 1.5)
;=> 0.0
(* -1 0.0)
;=> -0.0
(/ 2)
;=> 1/2
(/ 6 3)
;=> 2
(/ 6 4)
;=> 3/2
(/ 1 3.0)
;=> 0.33333334
(/ 1 0)
;=> ERROR
(/ 0)
;=> ERROR
(/ 1.0 0)
;=> ERROR
(/ 1.0 0.0)
;=> ERROR
(/ 0 5)
;=> 0
(/ 24 2 3)
;=> 4
(/ -6 4)
;=> -3/2
(/ 1/2 1/4)
;=> 2
(/)
;=> ERROR
(1+ 5)
;=> 6
(1- 5)
;=> 4
(1+ 1/2)
;=> 3/2
(1- 0.5)
;=> -0.5
(= 1 1)
;=> T
(= 1 1.0)
;=> T
(= 1 1.0 1d0)
;=> T
(= 1/2 0.5)
;=> T
(= 1 2)
;=> NIL
(= 1)
;=> T
(=)
;=> ERROR
(= 1 'a)
;=> ERROR
(= 0.0 -0.0)
;=> T
(= 0.1 1/10)
;=> NIL
(/= 1 2)
;=> T
(/= 1 2 1)
;=> NIL
(/= 1 1)
;=> NIL
(< 1 2)
;=> T
(< 1 2 3)
;=> T
(< 1 3 2)
;=> NIL
(< 1 1)
;=> NIL
(< 1 1.5)
;=> T
(<= 1 1 2)
;=> T
(> 3 2 1)
;=> T
(> 3 3)
;=> NIL
(>= 3 3 1)
;=> T
(>= 1 2)
;=> NIL
(< 'a 1)
;=> ERROR
(> 1/3 0.33)
;=> T
(min 3 1 2)
;=> 1
(max 3 1 2)
;=> 3
(max 1 2.0)
;=> 2.0
(max 2 2.0)
;=> 2
(min 1 1.0)
;=> 1
(max 1/2 0.25)
;=> 1/2
(max)
;=> ERROR
(min 'a)
;=> ERROR
(max 5)
;=> 5
(abs -5)
;=> 5
(abs 5)
;=> 5
(abs -1/2)
;=> 1/2
(abs -2.5)
;=> 2.5
(abs -9223372036854775808)
;=> 9223372036854775808
(zerop 0)
;=> T
(zerop 0.0)
;=> T
(zerop 1)
;=> NIL
(zerop 'a)
;=> ERROR
(plusp 1)
;=> T
(plusp 0)
;=> NIL
(minusp -1)
;=> T
(minusp 0.0)
;=> NIL
(evenp 4)
;=> T
(evenp 3)
;=> NIL
(oddp 3)
;=> T
(oddp -3)
;=> T
(evenp 0)
;=> T
(oddp 1.5)
;=> ERROR
(evenp 'a)
;=> ERROR
(floor 7 2)
;=> 3 ;; 1
(floor -7 2)
;=> -4 ;; 1
(floor 7 -2)
;=> -4 ;; -1
(floor -7 -2)
;=> 3 ;; -1
(floor 7)
;=> 7 ;; 0
(floor 7.5)
;=> 7 ;; 0.5
(floor -7.5)
;=> -8 ;; 0.5
(floor 7/2)
;=> 3 ;; 1/2
(floor 7.5 2)
;=> 3 ;; 1.5
(floor 7 2.5)
;=> 2 ;; 2.0
(floor 1 0)
;=> ERROR
(ceiling 7 2)
;=> 4 ;; -1
(ceiling -7 2)
;=> -3 ;; -1
(ceiling 7.2)
;=> 8 ;; -0.8000002
(ceiling 6 3)
;=> 2 ;; 0
(truncate 7 2)
;=> 3 ;; 1
(truncate -7 2)
;=> -3 ;; -1
(truncate 7.9)
;=> 7 ;; 0.9000001
(truncate -7.9)
;=> -7 ;; -0.9000001
(truncate 7 -2)
;=> -3 ;; 1
(round 7 2)
;=> 4 ;; -1
(round 5 2)
;=> 2 ;; 1
(round 3 2)
;=> 2 ;; -1
(round 2.5)
;=> 2 ;; 0.5
(round 3.5)
;=> 4 ;; -0.5
(round -2.5)
;=> -2 ;; -0.5
(round 7/2)
;=> 4 ;; -1/2
(round 10 4)
;=> 2 ;; 2
(round 1e10)
;=> 10000000000 ;; 0.0
(mod 7 3)
;=> 1
(mod -7 3)
;=> 2
(mod 7 -3)
;=> -2
(mod 7.5 2)
;=> 1.5
(mod -1/2 1)
;=> 1/2
(rem 7 3)
;=> 1
(rem -7 3)
;=> -1
(rem 7 -3)
;=> 1
(rem 7.5 2)
;=> 1.5
(mod 5 0)
;=> ERROR
(rem 5 0)
;=> ERROR
(mod 1000000000000000000000 7)
;=> 6
(expt 2 10)
;=> 1024
(expt 2 100)
;=> 1267650600228229401496703205376
(expt 2 -2)
;=> 1/4
(expt 2 0)
;=> 1
(expt 0 0)
;=> 1
(expt 2.0 3)
;=> 8.0
;departs: absent
(expt 1/2 3)
;=> 1/8
(expt -2 3)
;=> -8
(expt 0 -1)
;=> ERROR
(expt 4 1/2)
;=> 2.0
;departs: absent
(exp 0)
;=> 1.0
;departs: absent
(exp 1)
;=> 2.7182817
;departs: absent
(exp 1d0)
;=> 2.718281828459045d0
;departs: absent
(log 1)
;=> 0.0
;departs: absent
(log 8 2)
;=> 3.0
;departs: absent
(log 100 10)
;=> 2.0
;departs: absent
(log 2.718281828)
;=> 0.99999994
;departs: absent
(log 0)
;=> ERROR
(sin 0)
;=> 0.0
;departs: absent
(cos 0)
;=> 1.0
;departs: absent
(tan 0)
;=> 0.0
;departs: absent
(sin 1d0)
;=> 0.8414709848078965d0
;departs: absent
(atan 1)
;=> 0.7853982
;departs: absent
(atan 1 1)
;=> 0.7853982
;departs: absent
(asin 1)
;=> 1.5707964
;departs: absent
(acos 1)
;=> 0.0
;departs: absent
pi
;=> 3.141592653589793d0
(* 2 pi)
;=> 6.283185307179586d0
(float 1)
;=> 1.0
(float 1/3)
;=> 0.33333334
(float 1 1d0)
;=> 1.0d0
(float 1.5d0)
;=> 1.5d0
(float 1.5 1d0)
;=> 1.5d0
(coerce 1 'float)
;=> 1.0
(coerce 1 'double-float)
;=> 1.0d0
(coerce 1/2 'single-float)
;=> 0.5
(coerce 1.5 'integer)
;=> ERROR
(coerce 1.5 'double-float)
;=> 1.5d0
(coerce 1 'single-float)
;=> 1.0
(coerce 1 'integer)
;=> 1
(rationalize 0.1)
;=> 1/10
;departs: absent
(rationalize 0.333)
;=> 333/1000
;departs: absent
6/4
;=> 3/2
4/2
;=> 2
-6/4
;=> -3/2
#xff
;=> 255
#b1010
;=> 10
#o17
;=> 15
#3r102
;=> 11
1e3
;=> 1000.0
1d3
;=> 1000.0d0
1.0e-3
;=> 0.001
1.5f0
;=> 1.5
-0.0
;=> -0.0
1.
;=> 1
.5
;=> 0.5
+5
;=> 5
1e7
;=> 1.0e7
1e6
;=> 1000000.0
123456789.0
;=> 1.2345679e8
0.1d0
;=> 0.1d0
1d-10
;=> 1.0d-10
1d20
;=> 1.0d20
1.0e20
;=> 1.0e20
100000000000000000000
;=> 100000000000000000000
(random 10)
;=> 6
;departs: absent
(logandc2 12 10)
;=> 4
;departs: absent
(numberp 1)
;=> T
(numberp 'a)
;=> NIL
(integerp 1)
;=> T
(integerp 1.0)
;=> NIL
(integerp 100000000000000000000)
;=> T
(rationalp 1/2)
;=> T
(rationalp 0.5)
;=> NIL
(floatp 0.5)
;=> T
(floatp 1)
;=> NIL
(realp 1)
;=> T
(eql 1 1)
;=> T
(eql 1 1.0)
;=> NIL
(eql 1.0 1.0)
;=> T
(eql 1.0 1d0)
;=> NIL
(eql 0.0 -0.0)
;=> NIL
(eql 1/2 2/4)
;=> T
(eql 100000000000000000000 100000000000000000000)
;=> T
(equal 1 1.0)
;=> NIL
(eq 5 5)
;=> T
(parse-integer "42")
;=> 42 ;; 2
(parse-integer " 42 ")
;=> 42 ;; 4
(parse-integer "-42")
;=> -42 ;; 3
(parse-integer "+42")
;=> 42 ;; 3
(parse-integer "42abc")
;=> ERROR
(parse-integer "42abc" :junk-allowed t)
;=> 42 ;; 2
(parse-integer "abc" :junk-allowed t)
;=> NIL ;; 0
(parse-integer "")
;=> ERROR
(parse-integer "" :junk-allowed t)
;=> NIL ;; 0
(parse-integer "ff" :radix 16)
;=> 255 ;; 2
(parse-integer "FF" :radix 16)
;=> 255 ;; 2
(parse-integer "102" :radix 3)
;=> 11 ;; 3
(parse-integer "19" :radix 8)
;=> ERROR
(parse-integer "a42b" :start 1 :end 3)
;=> 42 ;; 3
(parse-integer "a42" :start 1)
;=> 42 ;; 3
(parse-integer "4 2")
;=> ERROR
(parse-integer "4 2" :junk-allowed t)
;=> 4 ;; 1
(parse-integer "1.5")
;=> ERROR
(parse-integer "123456789012345678901234567890")
;=> 123456789012345678901234567890 ;; 30
(parse-integer "-")
;=> ERROR
(parse-integer 42)
;=> ERROR
(parse-integer "12" :start 5)
;=> ERROR
(parse-integer "  7  " :junk-allowed t)
;=> 7 ;; 3
(incf 5)
;=> ERROR
(let ((x 1)) (incf x 1/2) x)
;=> 3/2
(* 1.1 1.1)
;=> 1.21
(+ 0.1 0.2)
;=> 0.3
(+ 0.1d0 0.2d0)
;=> 0.30000000000000004d0
(/ 1 3)
;=> 1/3
(/ 1.0 3)
;=> 0.33333334
(/ 1d0 3)
;=> 0.3333333333333333d0
(* 100 1.1)
;=> 110.0
(- 0.3 0.1)
;=> 0.20000002
(+ 1e10 1)
;=> 1.0e10
(* 1e20 1e20)
;=> ERROR
(* 1d200 1d200)
;=> ERROR
(* 1e-30 1e-30)
;=> 0.0
(float 1/7)
;=> 0.14285715
(+ 16777216 1.0)
;=> 1.6777216e7
(= 16777217 1.6777216e7)
;=> NIL
(< 1/3 0.33333334)
;=> T
(truncate 1e10)
;=> 10000000000 ;; 0.0
(floor 1d15)
;=> 1000000000000000 ;; 0.0d0
(round 0.5)
;=> 0 ;; 0.5
(round 1.5)
;=> 2 ;; -0.5
(round -0.5)
;=> 0 ;; -0.5
(floor -0.5)
;=> -1 ;; 0.5
(ceiling -0.5)
;=> 0 ;; -0.5
(truncate -0.5)
;=> 0 ;; -0.5
(floor 5 3/2)
;=> 3 ;; 1/2
(round 5.5 2)
;=> 3 ;; -0.5
(mod 5.5 2.5)
;=> 0.5
(rem -5.5 2)
;=> -1.5
(expt 10 20)
;=> 100000000000000000000
(expt 10 -3)
;=> 1/1000
(expt 2 1000)
;=> 10715086071862673209484250490600018105614048117055336074437503883703510511249361224931983788156958581275946729175531468251871452856923140435984577574698574803934567774824230985421074605062371141877954182153046474983581941267398767559165543946077062914571196477686542167660429831652624386837205668069376
(mod (expt 7 100) 13)
;=> 9
(apply #'max '(3 9 2))
;=> 9
(reduce #'+ '(1 2 3 4))
;=> 10
(reduce #'* '(1 2 3 4 5))
;=> 120
(reduce #'max '(3 9 2))
;=> 9
(mapcar #'1+ '(1 2 3))
;=> (2 3 4)
(float 123456789)
;=> 1.2345679e8
(float 1234567890123456789)
;=> 1.234568e18
(float 1234567890123456789 1d0)
;=> 1.2345678901234568d18
1234567.8
;=> 1234567.8
12345678.9
;=> 1.2345679e7
0.001
;=> 0.001
0.0001
;=> 1.0e-4
1e-7
;=> 1.0e-7
1.0d7
;=> 1.0d7
12345678901234567890.0d0
;=> 1.2345678901234567d19
(list 1.0 1d0 1e0 1f0)
;=> (1.0 1.0d0 1.0 1.0)
(decode-float 1.0)
;=> 0.5 ;; 1 ;; 1.0
;departs: absent
(integer-decode-float 1.5)
;=> 12582912 ;; -23 ;; 1
;departs: absent
(scale-float 1.0 3)
;=> 8.0
;departs: absent
(float-digits 1.0)
;=> 24
;departs: absent
most-positive-fixnum
;=> 4611686018427387903
most-negative-fixnum
;=> -4611686018427387904
(typep most-positive-fixnum 'fixnum)
;=> T
(typep (1+ most-positive-fixnum) 'fixnum)
;=> NIL
(ldb (byte 8 4) 65280)
;=> 240
;departs: absent
(dpb 5 (byte 4 0) 240)
;=> 245
;departs: absent
(byte 8 4)
;=> (8 . 4)
;departs: absent
(boole boole-and 12 10)
;=> 8
;departs: absent
(conjugate 5)
;=> 5
;departs: absent
(realpart 5)
;=> 5
;departs: absent
(imagpart 5)
;=> 0
;departs: absent
(phase 5)
;=> 0.0
;departs: absent
(cis 0)
;=> #C(1.0 0.0)
;departs: complex numbers
(complex 1 0)
;=> 1
;departs: complex numbers
(expt -1 0.5)
;=> #C(6.123234e-17 1.0)
;departs: complex numbers
(log -1)
;=> #C(0.0 3.1415927)
;departs: complex numbers
(asin 2)
;=> #C(1.5707964 -1.3169578)
;departs: complex numbers
(digit-char 5)
;=> #\5
(digit-char 11 16)
;=> #\B
(digit-char 11)
;=> NIL
(digit-char-p #\7)
;=> 7
(digit-char-p #\a)
;=> NIL
(digit-char-p #\a 16)
;=> 10
(number-of-things 5)
;=> ERROR
(defun square (x) (* x x)) (square 1/2)
;=> 1/4
(defun avg (&rest ns) (/ (reduce #'+ ns) (length ns))) (avg 1 2 3 4)
;=> 5/2
(defun fact (n) (if (<= n 1) 1 (* n (fact (1- n))))) (fact 25)
;=> 15511210043330985984000000
(defun percent (a b) (round (* 100 a) b)) (percent 1 3)
;=> 33 ;; 1
(defun clamp (x lo hi) (max lo (min hi x))) (list (clamp 5 0 3) (clamp -1 0 3) (clamp 2 0 3))
;=> (3 0 2)
(defun powmod (b e m) (let ((r 1)) (dotimes (i e r) (setf r (mod (* r b) m))))) (powmod 3 50 1000)
;=> 249
(multiple-value-list (floor 10 3))
;=> (3 1)
(multiple-value-list (round 7.5 2))
;=> (4 -0.5)
(multiple-value-list (truncate -10 3))
;=> (-3 -1)
(multiple-value-list (parse-integer "12abc" :junk-allowed t))
;=> (12 2)
(let ((n 12345) (s 0)) (loop while (> n 0) do (multiple-value-bind (q r) (floor n 10) (incf s r) (setf n q))) s)
;=> 15
