;;; The LOOP macro.
(loop for x in '(1 2 3) collect x)
;=> (1 2 3)
(loop for x in '(1 2 3) collect (* x x))
;=> (1 4 9)
(loop for x in '() collect x)
;=> NIL
(loop for x in nil do (error "never"))
;=> NIL
(loop for x in '(a b c) for i from 0 collect (list i x))
;=> ((0 A) (1 B) (2 C))
(loop for i from 0 for x in '(a b c) collect (list i x))
;=> ((0 A) (1 B) (2 C))
(loop for x in '(1 2 3 4) by #'cddr collect x)
;=> (1 3)
(loop for x in '(1 2 3 4) by 'cddr collect x)
;=> (1 3)
(loop for x in '(1 2 3 4 5) by (lambda (l) (nthcdr 3 l)) collect x)
;=> (1 4)
(loop for x in '(1 2 3) when (oddp x) collect x)
;=> (1 3)
(loop for x in '(1 2 3) if (oddp x) collect x else collect (- x))
;=> (1 -2 3)
(loop for x in '(1 2 3 4) unless (oddp x) collect x)
;=> (2 4)
(loop for x in '(1 2 3 4) if (oddp x) collect x into odd else collect x into even finally (return (list odd even)))
;=> ((1 3) (2 4))
(loop for (a b) in '((1 2) (3 4)) collect (+ a b))
;=> (3 7)
(loop for (a . b) in '((1 . 2) (3 . 4)) collect (cons b a))
;=> ((2 . 1) (4 . 3))
(loop for (a b c) in '((1 2) (3)) collect (list a b c))
;=> ((1 2 NIL) (3 NIL NIL))
(loop for (a (b c) . d) in '((1 (2 3) 4 5) (6 (7 8))) collect (list a b c d))
;=> ((1 2 3 (4 5)) (6 7 8 NIL))
(loop for (nil b) in '((1 2) (3 4)) collect b)
;=> (2 4)
(loop for (a nil) in '((1 2) (3 4)) collect a)
;=> (1 3)
(loop for nil in '(1 2 3) count t)
;=> 3
(loop for (a b) in '(1 2) collect a)
;=> ERROR
(loop for (k v) on '(:a 1 :b 2) by #'cddr collect (cons k v))
;=> ((:A . 1) (:B . 2))
(loop for (k v) on '(:a 1 :b) by #'cddr collect (cons k v))
;=> ((:A . 1) (:B))
(loop for (k . rest) on '(type request payload (a b)) by #'cddr collect (intern (string k) :keyword) collect (car rest))
;=> (:TYPE REQUEST :PAYLOAD (A B))
(loop for x on '(1 2 3) collect x)
;=> ((1 2 3) (2 3) (3))
(loop for x on '(1 2 . 3) collect x)
;=> ((1 2 . 3) (2 . 3))
(loop for x on '(1 2 3) by #'cddr collect x)
;=> ((1 2 3) (3))
(loop for x in '(1 2 . 3) collect x)
;=> ERROR
(loop for x in 5 collect x)
;=> ERROR
(loop for x on 5 collect x)
;=> NIL
(loop for x from 1 to 5 collect x)
;=> (1 2 3 4 5)
(loop for x from 1 to 5 by 2 collect x)
;=> (1 3 5)
(loop for x from 1 below 5 collect x)
;=> (1 2 3 4)
(loop for x from 5 downto 1 collect x)
;=> (5 4 3 2 1)
(loop for x from 5 downto 1 by 2 collect x)
;=> (5 3 1)
(loop for x from 5 above 1 collect x)
;=> (5 4 3 2)
(loop for x downfrom 5 to 1 collect x)
;=> (5 4 3 2 1)
(loop for x downfrom 3 repeat 3 collect x)
;=> (3 2 1)
(loop for x upfrom 3 to 5 collect x)
;=> (3 4 5)
(loop for x upfrom 3 upto 5 collect x)
;=> (3 4 5)
(loop for x to 3 collect x)
;=> (0 1 2 3)
(loop for x below 3 collect x)
;=> (0 1 2)
(loop for x upto 3 collect x)
;=> (0 1 2 3)
(loop for x by 2 to 6 collect x)
;=> (0 2 4 6)
(loop for x to 6 by 2 from 1 collect x)
;=> (1 3 5)
(loop for x downto 3 collect x)
;=> ERROR
(loop for x from 1 to 0 collect x)
;=> NIL
(loop for x from 0 to 1 by 1/4 collect x)
;=> (0 1/4 1/2 3/4 1)
(loop for x from 0.0 to 1.0 by 0.25 collect x)
;=> (0.0 0.25 0.5 0.75 1.0)
(loop for x from 1.5 to 4 collect x)
;=> (1.5 2.5 3.5)
(loop for x from 3 to 1 collect x)
;=> NIL
(loop for x from 'a to 3 collect x)
;=> ERROR
(loop for x from 1 to 'b collect x)
;=> ERROR
(loop for x from 1 to nil collect x)
;=> NIL
;departs: undefined consequences
(loop as x from 1 to 3 collect x)
;=> (1 2 3)
(loop for x from 1 to 3 finally (return x))
;=> 4
(loop for x in '(1 2 3) finally (return x))
;=> 3
(loop for x on '(1 2 3) finally (return x))
;=> NIL
(loop for x across "abc" finally (return x))
;=> #\c
(loop for x from 1 below 3 finally (return x))
;=> 3
(loop for i from 0 for x in '(a b) finally (return (list i x)))
;=> (2 B)
(loop for x in '(a b) for i from 0 finally (return (list i x)))
;=> (1 B)
(loop for x = 1 then (* 2 x) while (< x 100) collect x)
;=> (1 2 4 8 16 32 64)
(loop for x = 1 then (* 2 x) until (> x 100) collect x)
;=> (1 2 4 8 16 32 64)
(loop for x = 5 repeat 3 collect x)
;=> (5 5 5)
(loop repeat 3 for x = 5 collect x)
;=> (5 5 5)
(loop for x in '(1 2 3) for y = (* x 10) collect y)
;=> (10 20 30)
(loop for x in '(1 2 3) for y = x then (+ y x) collect y)
;=> (1 3 6)
(loop for x in '(1 2 3) and y = 0 then x collect (list x y))
;=> ((1 0) (2 1) (3 2))
(loop for x = 0 then y for y = 1 then (+ x y) repeat 6 collect x)
;=> (0 1 2 4 8 16)
(loop for a = 0 then b and b = 1 then (+ a b) repeat 10 collect a)
;=> (0 1 1 2 3 5 8 13 21 34)
(loop for x in '(1 2 3) for y in '(a b) collect (list x y))
;=> ((1 A) (2 B))
(loop for x in '(1 2) for y in '(a b c) collect (list x y))
;=> ((1 A) (2 B))
(loop for x in '(1 2 3) and y in '(a b c) collect (list x y))
;=> ((1 A) (2 B) (3 C))
(loop for (a b) = '(1 2) repeat 2 collect (+ a b))
;=> (3 3)
(loop for (q r) = (multiple-value-list (floor 17 5)) repeat 1 collect (list q r))
;=> ((3 2))
(loop for x across "hello" collect x)
;=> (#\h #\e #\l #\l #\o)
(loop for x across #(1 2 3) collect x)
;=> (1 2 3)
(loop for x across #() collect x)
;=> NIL
(loop for x across "" collect x)
;=> NIL
(loop for (a b) across #((1 2) (3 4)) collect (+ a b))
;=> (3 7)
(loop for x across '(1 2) collect x)
;=> ERROR
(loop for x across nil collect x)
;=> NIL
;departs: undefined consequences
(loop for x across "héllo" collect (char-code x))
;=> (104 233 108 108 111)
(loop for c across "a1b2" when (digit-char-p c) collect it)
;=> (1 2)
(loop for c across "a1b2" when (digit-char-p c) sum it)
;=> 3
(loop for c across "banana" count (char= c #\a))
;=> 3
(loop for c across "abc" for i from 1 collect (cons i c))
;=> ((1 . #\a) (2 . #\b) (3 . #\c))
(loop repeat 3 collect 'x)
;=> (X X X)
(loop repeat 0 collect 'x)
;=> NIL
(loop repeat -1 collect 'x)
;=> NIL
(loop repeat 2.5 collect 'x)
;=> (X X X)
(loop repeat 3 sum 2)
;=> 6
(let ((n 0)) (loop repeat 4 do (incf n)) n)
;=> 4
(let ((n 0)) (loop (when (> (incf n) 5) (return n))))
;=> 6
(let ((n 0)) (loop while (< n 5) do (incf n)) n)
;=> 5
(let ((n 0)) (loop until (= n 5) do (incf n) finally (return (list n :done))))
;=> (5 :DONE)
(let ((l '(1 2 3))) (loop while l collect (pop l)))
;=> (1 2 3)
(let ((l '(1 2 3))) (loop for x = (pop l) while x collect x))
;=> (1 2 3)
(let ((x 5)) (loop while (plusp x) do (decf x) collect x))
;=> (4 3 2 1 0)
(loop while nil do (error "never"))
;=> NIL
(loop for x in '(1 2 3 4) while (< x 3) collect x)
;=> (1 2)
(loop for x in '(1 2 3 4) until (= x 3) collect x)
;=> (1 2)
(loop for x in '(1 2 3 4) collect x until (= x 3))
;=> (1 2 3)
(loop for x in '(1 2 3 4) do (when (= x 3) (return x)))
;=> 3
(loop for x in '(1 2 3 4) when (= x 3) return (* 10 x))
;=> 30
(loop for x in '(1 2 3 4) when (= x 9) return x)
;=> NIL
(loop for x in '(1 2 3 4) thereis (and (> x 2) x))
;=> 3
(loop for x in '(1 2) thereis (> x 2))
;=> NIL
(loop for x in '(1 2 3) always (numberp x))
;=> T
(loop for x in '(1 a 3) always (numberp x))
;=> NIL
(loop for x in '() always nil)
;=> T
(loop for x in '(1 2 3) never (symbolp x))
;=> T
(loop for x in '(1 a 3) never (symbolp x))
;=> NIL
(loop for x in '(1 2) always x never (null x))
;=> T
(loop for x in '(1 2) always x finally (return 5))
;=> 5
(loop for x in '(nil 2) always x finally (return 5))
;=> NIL
(loop for x in '(1 2) thereis nil finally (return 5))
;=> 5
(loop for x in '(1 2) collect x always x)
;=> ERROR
(loop for x in '(1 2) always x collect x)
;=> ERROR
(loop for x in '(1 2) always x collect x into y)
;=> T
(loop for x in '(1 2) collect x into y always x finally (return y))
;=> (1 2)
(loop for x in '(1 2) when t always x)
;=> ERROR
(loop for x in '(1 2 3) sum x)
;=> 6
(loop for x in '(1 2 3) summing x)
;=> 6
(loop for x in '(1 2 3) sum (* x x))
;=> 14
(loop for x in '(1 2.5 1/2) sum x)
;=> 4.0
(loop for x in '() sum x)
;=> 0
(loop for x in '(a) sum x)
;=> ERROR
(loop for x in '(1 nil 3) count x)
;=> 2
(loop for x in '(1 nil 3) counting x)
;=> 2
(loop for x in '(1 nil 3) count (null x))
;=> 1
(loop for x in '(3 1 2) maximize x)
;=> 3
(loop for x in '(3 1 2) minimize x)
;=> 1
(loop for x in '(3 1 2) maximizing x)
;=> 3
(loop for x in '(3 1 2) minimizing x)
;=> 1
(loop for x in '(1 1.0 2 2.0) maximize x)
;=> 2
(loop for x in '(2.0 2 1.0 1) minimize x)
;=> 1.0
(loop for x in '() maximize x)
;=> 0
(loop for x in '() minimize x)
;=> 0
(loop for x in '() maximize x into m finally (return m))
;=> 0
(loop for x in '(a) maximize x)
;=> ERROR
(loop for x in '(1 nil) maximize x)
;=> ERROR
(loop for x in '(1 2) maximize x sum x)
;=> ERROR
(loop for x in '(1 5 2) maximize x into hi minimize x into lo finally (return (list hi lo)))
;=> (5 1)
(loop for x in '(5 1 2) maximize x minimize x)
;=> 2
(loop for x in '(1 2 3) sum x into s count t into c finally (return (/ s c)))
;=> 2
(loop for x in '(1 2 3) sum x count x)
;=> 9
(loop for x in '((1) (2 3)) append x)
;=> (1 2 3)
(loop for x in '((1) (2 3)) appending x)
;=> (1 2 3)
(loop for x in '((1) nil (2 3)) append x)
;=> (1 2 3)
(loop for x in '(1 2) append (list x x))
;=> (1 1 2 2)
(loop for x in '(1 2) nconc (list x x))
;=> (1 1 2 2)
(loop for x in '(1 2) nconcing (list x))
;=> (1 2)
(loop for x in '((1) 2) append x)
;=> ERROR
(loop for x in '(1) append x)
;=> ERROR
(loop for x in '(1 2) append x)
;=> ERROR
(loop for x in '(1 2 3) append (list x) collect (- x))
;=> (1 -1 2 -2 3 -3)
(loop for x in '(1 2 3) collect x append (list x x))
;=> (1 1 1 2 2 2 3 3 3)
(loop for x in '(1 2) collecting x)
;=> (1 2)
(loop for x in '(1 2) collect x into y finally (return (cons :all y)))
;=> (:ALL 1 2)
(loop for x in '(1 2) collect x into y collect (length y) into z finally (return (list y z)))
;=> ((1 2) (1 2))
(loop for x in '(1 2 3) collect x into y do (setq y y) finally (return y))
;=> (1 2 3)
(loop for x in '(1 2) collect x into y count x into y)
;=> ERROR
(loop for x in '(1 2) collect x count x)
;=> ERROR
(loop for x in '(1 2) collect x into x)
;=> ERROR
(loop for x in '(1 2) collect x sum x into s finally (return s))
;=> 3
(loop for x in '(1 2) collect x finally (return 5))
;=> 5
(loop for x in '(1 2) collect x finally 5)
;=> ERROR
(loop for x in '(1 2) collect x finally return 5)
;=> ERROR
(loop for x in '(1 2) do 5)
;=> ERROR
(loop for x in '(1 2) do)
;=> ERROR
(loop for x in '(1 2) collect)
;=> ERROR
(loop for x)
;=> ERROR
(loop for)
;=> ERROR
(loop for x in)
;=> ERROR
(loop for x in '(1 2) frobnicate x)
;=> ERROR
(loop 5 collect 3)
;=> ERROR
(loop collect 1 repeat 3)
;=> (1 1 1)
(loop for x in '(1 2) do (list x) (list x) collect x)
;=> (1 2)
(loop for x in '(1 2 3) doing (list x) finally (return :ok))
;=> :OK
(let ((r nil)) (loop for x in '(1 2) do (push x r) (push x r)) r)
;=> (2 2 1 1)
(let ((r nil)) (loop initially (push :start r) for x in '(1 2) do (push x r) finally (push :end r)) (nreverse r))
;=> (:START 1 2 :END)
(let ((r nil)) (loop for x in '(1 2) initially (push x r) do (push x r)) r)
;=> (2 1 NIL)
(let ((r nil)) (loop initially (push 1 r) (push 2 r) repeat 1 do (push 3 r) finally (push 4 r) (push 5 r)) r)
;=> (5 4 3 2 1)
(loop with a = 1 and b = 2 for x in '(1 2) collect (+ a b x))
;=> (4 5)
(loop with a = 1 with b = (+ a 1) repeat 1 collect (list a b))
;=> ((1 2))
(loop with a repeat 1 collect a)
;=> (NIL)
(loop with (a b) = '(1 2) repeat 1 collect (list a b))
;=> ((1 2))
(loop with (a . b) = '(1 2 3) return (list a b))
;=> (1 (2 3))
(loop with (a b) return (list a b))
;=> (NIL NIL)
(loop with ((a b) c) = '((1 2) 3) return (list a b c))
;=> (1 2 3)
(loop with (a b) = '(1 2) and c = 3 return (list a b c))
;=> (1 2 3)
(let ((a 5)) (loop with a = 1 and b = a return (list a b)))
;=> (1 5)
(let ((a 5)) (loop with a = 1 with b = a return (list a b)))
;=> (1 1)
(loop with x = 3 while (plusp x) collect x do (decf x))
;=> (3 2 1)
(loop named outer for x in '(1 2) do (loop for y in '(3 4) when (= y 4) do (return-from outer (list x y))))
;=> (1 4)
(loop named outer for x in '(1 2) do (return-from outer x))
;=> 1
(loop named outer for x in '(1 2) do (return 5))
;=> ERROR
(block nil (loop named outer for x in '(1 2) do (return 5)) 6)
;=> 5
(loop for x in '(1 2) do (loop for y in '(3 4) do (return y)) collect x)
;=> (1 2)
(loop for x in '(1 2) collect (loop for y in '(3 4) collect (* x y)))
;=> ((3 4) (6 8))
(loop for x in '(1 2) append (loop for y in '(3 4) collect (* x y)))
;=> (3 4 6 8)
(loop for x from 1 to 3 collect (loop for y from 1 to x sum y))
;=> (1 3 6)
(loop for x in '(1 2 3 4) when (evenp x) collect x and collect (* 10 x))
;=> (2 20 4 40)
(loop for x in '(1 2 3 4) when (evenp x) collect x and do (list x) else collect :odd)
;=> (:ODD 2 :ODD 4)
(loop for x in '(1 2 3 4) if (evenp x) collect x and if (> x 3) collect :big end else collect :odd)
;=> (:ODD 2 :ODD 4 :BIG)
(loop for x in '(1 2 3 4) when (> x 1) when (< x 4) collect x)
;=> (2 3)
(loop for x in '(1 2 3 4) when (> x 1) if (< x 4) collect x else collect :no end end)
;=> (2 3 :NO)
(loop for x in '(1 2 3 4) if (= x 1) collect :one else if (= x 2) collect :two else collect :many)
;=> (:ONE :TWO :MANY :MANY)
(loop for x in '(1 2 3) when (= x 2) do (list x) and collect x end collect :end)
;=> (:END 2 :END :END)
(loop for x in '((:a 1) (:b 2)) when (eq (car x) :b) return (cadr x))
;=> 2
(loop for x in '(1 2 3) when (> x 1) collect it)
;=> (T T)
(loop for x in '(1 2 3) when (and (> x 1) x) collect it)
;=> (2 3)
(loop for x in '(1 2 3) when (find x '(2 3)) collect it and collect it)
;=> ERROR
(loop for x in '(1 2 3) unless (oddp x) collect it)
;=> (NIL)
(loop for x in '(1 2 3) if (find x '(2)) collect it else collect :none)
;=> (:NONE 2 :NONE)
(loop for x in '((a . 1) (b . 2)) when (assoc 'b (list x)) return it)
;=> (B . 2)
(let ((it 7)) (loop for x in '(1 2) collect it))
;=> (7 7)
(loop for x in '(1 2) when (> x 1) do (return it))
;=> ERROR
(loop for x in '(1 2 3) when (> x 1) while t collect x)
;=> ERROR
(loop when t collect 1 repeat 3)
;=> (1 1 1)
(loop for x in '(1 2 3) when (oddp x))
;=> ERROR
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (loop for k being the hash-keys of h collect k))
;=> (:A)
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (loop for v being the hash-values of h collect v))
;=> (1)
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (loop for k being each hash-key in h collect k))
;=> (:A)
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (loop for k being the hash-keys of h using (hash-value v) collect (list k v)))
;=> ((:A 1))
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (loop for v being the hash-values of h using (hash-key k) collect (list k v)))
;=> ((:A 1))
(let ((h (make-hash-table))) (dotimes (i 5) (setf (gethash i h) (* i i))) (loop for v being the hash-values of h sum v))
;=> 30
(let ((h (make-hash-table))) (dotimes (i 5) (setf (gethash i h) (* i i))) (loop for k being the hash-keys of h using (hash-value v) maximize (- v k)))
;=> 12
(let ((h (make-hash-table))) (loop for k being the hash-keys of h collect k))
;=> NIL
(let ((h (make-hash-table))) (setf (gethash 'a h) '(1 2)) (loop for (x y) being the hash-values of h collect (+ x y)))
;=> (3)
(loop for k being the hash-keys of 5 collect k)
;=> ERROR
(loop for k being hash-keys of (make-hash-table) collect k)
;=> ERROR
(loop for k being the frobs of (make-hash-table) collect k)
;=> ERROR
(loop :for x :in '(1 2) :collect x)
;=> (1 2)
(loop :for x :from 1 :to 3 :when (oddp x) :sum x)
;=> 4
(loop FOR x IN '(1 2) Collect x)
;=> (1 2)
(loop for x in '(1 2) "a" collect x)
;=> ERROR
(loop while t for x in '(1 2) collect x)
;=> (1 2)
(loop for x in '(1 2 3) while (< x 3) for y = (* x 2) collect y)
;=> (2 4)
(loop for x in '(1 2 3) for y = (progn (when (= x 3) (return :early)) x) collect y)
;=> :EARLY
(loop for i from 0 below 10 for j = (* i i) when (evenp j) collect j into evens finally (return (reverse evens)))
;=> (64 36 16 4 0)
(loop for i below 3 nconc (loop for j below i collect (list i j)))
;=> ((1 0) (2 0) (2 1))
(loop for i from 1 to 3 do (setq i (+ i 1)) collect i)
;=> (2 4)
(loop for i from 1 to 10 by 3 sum i)
;=> 22
(let ((n 3)) (loop for i from 1 to n do (setq n 5) collect i))
;=> (1 2 3)
(let ((l (list 1 2 3))) (loop for x in l do (setq l nil) collect x))
;=> (1 2 3)
(loop for x in '(1 2 3) for prev = nil then x collect prev)
;=> (NIL 2 3)
(loop for prev = nil then x for x in '(1 2 3) collect (list prev x))
;=> ((NIL 1) (1 2) (2 3))
(loop for x in '(b a c) for y in '(2 1 3) collect (cons x y) into pairs finally (return (sort pairs #'< :key #'cdr)))
;=> ((A . 1) (B . 2) (C . 3))
(loop for word in '("a" "bb" "ccc") sum (length word))
;=> 6
(loop for word in '("a" "bb" "ccc") maximize (length word))
;=> 3
(loop for word in '("apple" "bob") collect (char word 0))
;=> (#\a #\b)
(loop for s in '("x" "y") for first = t then nil unless first collect ", " collect s)
;=> ("x" ", " "y")
(loop for i from 0 to 3 collect (code-char (+ 97 i)))
;=> (#\a #\b #\c #\d)
(coerce (loop for c across "abc" collect (char-upcase c)) 'string)
;=> "ABC"
(loop for x in '(1 2 3) for y across #(4 5 6) collect (* x y))
;=> (4 10 18)
(loop for x in '(1 2 3) for i downfrom 10 collect (+ x i))
;=> (11 11 11)
(loop for (type . args) in '((:a 1 2) (:b)) collect (list type (length args)))
;=> ((:A 2) (:B 0))
(loop for ((a b) (c d)) in '(((1 2) (3 4))) collect (list a b c d))
;=> ((1 2 3 4))
(loop for (a b) in '((1 2 3)) collect (list a b))
;=> ((1 2))
(loop for (a . nil) in '((1 2 3)) collect a)
;=> (1)
(loop for x in '(1 2) for x in '(3 4) collect x)
;=> ERROR
(loop for x in '(1 2) and x in '(3 4) collect x)
;=> ERROR
(loop for :k in '(1 2) collect 1)
;=> ERROR
(loop for 5 in '(1 2) collect 1)
;=> ERROR
(loop for x from 1 from 2 to 3 collect x)
;=> ERROR
(loop for x from 1 to 3 below 2 collect x)
;=> (1 2)
;departs: undefined consequences
(loop for x upfrom 1 downto 0 collect x)
;=> ERROR
(loop for x in '(1 2) return x)
;=> 1
(loop return 5)
;=> 5
(loop for x in '(1 2) thereis x thereis (+ x 1))
;=> 1
(loop with sum = 0 for x in '(1 2 3) do (incf sum x) finally (return sum))
;=> 6
(loop for x in '(1 2 3) do (progn) finally (return (values 1 2)))
;=> 1 ;; 2
(loop repeat 1 do (return (values 1 2)))
;=> 1 ;; 2
(multiple-value-list (loop return (values 1 2)))
;=> (1 2)
(loop for e in '((:x 1) (:y 2)) collect (destructuring-bind (k v) e (list v k)))
;=> ((1 :X) (2 :Y))
(loop for x in (remove-if #'evenp '(1 2 3)) collect x)
;=> (1 3)
(let ((x 10)) (loop for x in '(1 2) collect x) x)
;=> 10
(let ((fs (loop for i from 0 below 3 collect (let ((j i)) (lambda () j))))) (mapcar #'funcall fs))
;=> (0 1 2)
(defun collatz (n) (loop until (= n 1) collect n do (setq n (if (evenp n) (/ n 2) (1+ (* 3 n)))))) (collatz 6)
;=> (6 3 10 5 16 8 4 2)
(defun primes (n) (loop for i from 2 to n when (loop for j from 2 below i never (zerop (mod i j))) collect i)) (primes 30)
;=> (2 3 5 7 11 13 17 19 23 29)
(defun split-by (c s) (loop for start = 0 then (1+ end) for end = (position c s :start start) collect (subseq s start end) while end)) (split-by #\, "a,b,,c")
;=> ("a" "b" "" "c")
(defun flatten (x) (loop for e in x if (listp e) append (flatten e) else collect e)) (flatten '(1 (2 (3 nil)) 4))
;=> (1 2 3 4)
(defun plist-keys (p) (loop for (k) on p by #'cddr collect k)) (plist-keys '(:a 1 :b 2 :c 3))
;=> (:A :B :C)
(defun fib-list (n) (loop repeat n for a = 0 then b and b = 1 then (+ a b) collect a)) (fib-list 12)
;=> (0 1 1 2 3 5 8 13 21 34 55 89)
(defun index-of (x l) (loop for i from 0 for e in l when (equal e x) return i)) (list (index-of "b" '("a" "b")) (index-of 3 '(1)))
;=> (1 NIL)
(defun zip (a b) (loop for x in a for y in b nconc (list x y))) (zip '(1 2 3) '(a b c))
;=> (1 A 2 B 3 C)
(defun histogram (l) (loop with a = nil for x in l do (incf (getf a x 0)) finally (return a))) (histogram '(a b a))
;=> (B 1 A 2)
(loop for x in '(1 2 3) as y = (* 2 x) sum y)
;=> 12
(loop as x in '(1 2) as y in '(3 4) collect (+ x y))
;=> (4 6)
(loop for x being the elements of '(1 2) collect x)
;=> (1 2)
;departs: undefined consequences
(loop for x from 1 to 3 for y from 10 downto 1 by 4 collect (cons x y))
;=> ((1 . 10) (2 . 6) (3 . 2))
(loop for x from 1 for y in '(a b) collect (cons x y))
;=> ((1 . A) (2 . B))
(loop for x in '(a b) for y from 1 to 1 collect (cons x y))
;=> ((A . 1))
(loop with found = nil for x in '(1 2 3) do (when (= x 2) (setf found t)) finally (return found))
;=> T
(loop for line in '("a=1" "b=2") collect (let ((p (position #\= line))) (list (subseq line 0 p) (subseq line (1+ p)))))
;=> (("a" "1") ("b" "2"))
(loop for depth from 0 for node = '(a (b (c))) then (cadr node) while node maximize depth)
;=> 2
(loop for x in '(3 1 2) collect x into l finally (return (sort l #'<)))
;=> (1 2 3)
(loop for i from 1 to 15 collect (cond ((zerop (mod i 15)) :fizzbuzz) ((zerop (mod i 5)) :buzz) ((zerop (mod i 3)) :fizz) (t i)))
;=> (1 2 :FIZZ 4 :BUZZ :FIZZ 7 8 :FIZZ :BUZZ 11 :FIZZ 13 14 :FIZZBUZZ)
(loop for x in '(1 2 3) collect (if (= x 2) (return :stop) x))
;=> :STOP
(handler-case (loop for x in '(1 2) do (error "at ~a" x)) (error (c) (princ-to-string c)))
;=> "at 1"
(loop for x in '(1 2) do (return-from nil x))
;=> 1
(loop for i from 10 downto 0 by 5 collect i)
;=> (10 5 0)
(loop for i from -3 to 3 by 3 collect i)
;=> (-3 0 3)
(loop for i from 2 to 1 finally (return i))
;=> 2
(loop for x in '(1 2) with y = 3 collect (+ x y))
;=> (4 5)
(loop for x in '(1 2) for y = (incf x 10) collect (list x y))
;=> ((11 11) (12 12))
(loop for i below 5 if (= i 3) do (return (list :found i)) end finally (return :none))
;=> (:FOUND 3)
(loop for c in '(#\a #\b) collect (char-upcase c) into cs finally (return (coerce cs 'string)))
;=> "AB"
(loop (return))
;=> NIL
(loop (return 1) (error "never"))
;=> 1
(let ((i 0)) (loop (incf i) (if (> i 2) (return i))))
;=> 3
(let ((i 0)) (loop do (incf i) (if (> i 2) (return i))))
;=> 3
(loop do (return 3))
;=> 3
(loop for i from 0 until (> i 3) collect i)
;=> (0 1 2 3)
(loop until t)
;=> NIL
(loop while nil)
;=> NIL
(loop while nil finally (return 3))
;=> 3
(loop for x in '(4 5) for i = 0 then (1+ i) collect (list i x))
;=> ((0 4) (1 5))
(loop with x = 1 for x in '(1 2) collect x)
;=> ERROR
(loop for x in '(1 2) with x = 3 collect x)
;=> ERROR
(loop with x = 1 with x = 2 return x)
;=> ERROR
(loop with x = 1 and x = 2 return x)
;=> ERROR
(loop for x = 1 for x = 2 repeat 1 collect x)
;=> ERROR
(loop for (x y) in '((1 2)) for x in '(5) collect x)
;=> ERROR
(loop with x = 1 for y in '(1) for z = 2 for y = 5 collect y)
;=> ERROR
(loop for x in '(1 2) collect 1 into x)
;=> ERROR
(let ((v nil)) (loop for x across v collect x))
;=> ERROR
(let ((v nil)) (loop for x from 1 to v collect x))
;=> ERROR
(loop for x from 1 to 3 for nil = 5 collect x)
;=> (1 2 3)
(loop repeat 2 for x in '(1 2 3) collect x)
;=> (1 2)
(loop for x in '(1 2 3) repeat 2 collect x)
;=> (1 2)
(loop for x in '(1 2 3) repeat 2 for y in '(4 5 6) collect (list x y) into l finally (return (list x y l)))
;=> (3 5 ((1 4) (2 5)))
(loop for i from 1 to 5 by 0 repeat 3 collect i)
;=> ERROR
(let ((s -1)) (loop for i from 5 downto 1 by s repeat 3 collect i))
;=> ERROR
(let ((s 1/2)) (loop for i from 1 to 2 by s collect i))
;=> (1 3/2 2)
(let ((s 2)) (loop for i from 9 downto 1 by (progn (incf s) s) collect i))
;=> (9 6 3)
(loop for i from 1 to 2 by 0.5 collect i)
;=> (1 1.5 2.0)
