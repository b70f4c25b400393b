;;; Special forms, binding, places, multiple values, lambda lists.
1
;=> 1
"a"
;=> "a"
:k
;=> :K
nil
;=> NIL
t
;=> T
'()
;=> NIL
'a
;=> A
'(1 . 2)
;=> (1 . 2)
()
;=> NIL
(quote a)
;=> A
(progn)
;=> NIL
(progn 1 2 3)
;=> 3
(prog1 1 2 3)
;=> 1
(prog2 1 2 3)
;=> 2
(if t 1 2)
;=> 1
(if nil 1 2)
;=> 2
(if nil 1)
;=> NIL
(if 0 1 2)
;=> 1
(if)
;=> ERROR
(if 1)
;=> ERROR
(if 1 2 3 4)
;=> ERROR
(when t 1 2)
;=> 2
(when nil 1 2)
;=> NIL
(when t)
;=> NIL
(unless t 1 2)
;=> NIL
(unless nil 1 2)
;=> 2
(and)
;=> T
(and 1)
;=> 1
(and 1 2 3)
;=> 3
(and 1 nil 3)
;=> NIL
(or)
;=> NIL
(or nil 2 3)
;=> 2
(or nil nil)
;=> NIL
(not nil)
;=> T
(not 1)
;=> NIL
(cond)
;=> NIL
(cond (nil 1))
;=> NIL
(cond (nil 1) (t 2))
;=> 2
(cond (1))
;=> 1
(cond ((+ 1 1)) (t 3))
;=> 2
(cond (nil) (5))
;=> 5
(cond ((= 1 2) :a) ((= 1 1) :b :c) (t :d))
;=> :C
(cond (t))
;=> T
(case 1 (1 :one) (2 :two))
;=> :ONE
(case 3 (1 :one) (2 :two))
;=> NIL
(case 3 (1 :one) (otherwise :other))
;=> :OTHER
(case 3 (1 :one) (t :other))
;=> :OTHER
(case 'b ((a b) :ab) (c :c))
;=> :AB
(case nil (nil :never) (t :other))
;=> :OTHER
(case nil ((nil) :nil) (t :other))
;=> :NIL
(case t ((t) :t) (otherwise :o))
;=> :T
(case "a" ("a" 1) (t 2))
;=> 2
(case #\a (#\a 1) (t 2))
;=> 1
(case 1.0 (1 :int) (1.0 :float))
;=> :FLOAT
(case 'x ((x y) ))
;=> NIL
(case 2 ((1 2) 1 2 3))
;=> 3
(case 'list (list :l) (t :o))
;=> :L
(ecase 1 (1 :one))
;=> :ONE
(ecase 3 (1 :one))
;=> ERROR
(ecase :b ((:a :b) 1) (:c 2))
;=> 1
(typecase 1 (string :s) (integer :i) (t :o))
;=> :I
(typecase "a" (string :s) (integer :i))
;=> :S
(typecase nil (null :null) (list :list))
;=> :NULL
(typecase nil (symbol :sym) (list :list))
;=> :SYM
(typecase 'a (keyword :k) (symbol :s))
;=> :S
(typecase :a (keyword :k) (symbol :s))
;=> :K
(typecase 1.5 (integer :i) (float :f))
;=> :F
(typecase #\a ((or string character) :text))
;=> :TEXT
(typecase 5 (otherwise :o))
;=> :O
(typecase 5 (string :s))
;=> NIL
(etypecase 5 (string :s))
;=> ERROR
(etypecase 5 (number :n))
;=> :N
(let ((x 1)) x)
;=> 1
(let (x) x)
;=> NIL
(let ((x)) x)
;=> NIL
(let ((x 1) (y 2)) (+ x y))
;=> 3
(let ((x 1)) (let ((x 2) (y x)) (list x y)))
;=> (2 1)
(let ((x 1)) (let* ((x 2) (y x)) (list x y)))
;=> (2 2)
(let* () 5)
;=> 5
(let () )
;=> NIL
(let ((x 1)) (setq x 2) x)
;=> 2
(let ((x 1) (y 2)) (setq x y y x) (list x y))
;=> (2 2)
(let ((x 1) (y 2)) (psetq x y y x) (list x y))
;=> (2 1)
(let ((x 1)) (setq) )
;=> NIL
(let ((x 1)) (setq x))
;=> ERROR
(let ((x 1)) (declare (ignore x)) 5)
;=> 5
(let ((x 1)) (declare (type fixnum x) (optimize speed)) (+ x 1))
;=> 2
(let ((1 2)) 3)
;=> ERROR
(let ((nil 2)) 3)
;=> ERROR
(let ((t 2)) 3)
;=> ERROR
(let ((:k 2)) 3)
;=> ERROR
(let x x)
;=> ERROR
x
;=> ERROR
(+ x 1)
;=> ERROR
(foo 1)
;=> ERROR
(setq :k 1)
;=> ERROR
(setq nil 1)
;=> ERROR
(setf 5 1)
;=> ERROR
(1 2)
;=> ERROR
("a" 1)
;=> ERROR
((lambda (x) (* x 2)) 4)
;=> 8
((lambda (&rest r) r) 1 2)
;=> (1 2)
(funcall (lambda (x) (* x 2)) 4)
;=> 8
(funcall #'+ 1 2)
;=> 3
(funcall '+ 1 2)
;=> 3
(funcall #'(lambda (x) x) 3)
;=> 3
(funcall 5)
;=> ERROR
(funcall "car" '(1))
;=> ERROR
(funcall 'no-such-function)
;=> ERROR
(apply #'+ '(1 2 3))
;=> 6
(apply #'+ 1 2 '(3 4))
;=> 10
(apply #'+ nil)
;=> 0
(apply #'list 1 '(2 . 3))
;=> ERROR
(apply '+ 1 '(2))
;=> 3
(apply #'+ 1)
;=> ERROR
(apply #'max 3 1 '(2))
;=> 3
(flet ((f (x) (* x 2))) (f 4))
;=> 8
(flet ((f (x) (* x 2)) (g (x) (+ x 1))) (f (g 1)))
;=> 4
(flet ((f (x) 1)) (flet ((f (x) (if (= x 0) :end (f (- x 1))))) (f 3)))
;=> 1
(labels ((f (x) (if (= x 0) :end (f (- x 1))))) (f 3))
;=> :END
(labels ((ev (n) (if (= n 0) t (od (- n 1)))) (od (n) (if (= n 0) nil (ev (- n 1))))) (ev 10))
;=> T
(labels ((fact (n) (if (< n 2) 1 (* n (fact (1- n)))))) (fact 20))
;=> 2432902008176640000
(labels ((fact (n) (if (< n 2) 1 (* n (fact (1- n)))))) (fact 30))
;=> 265252859812191058636308480000000
(flet ((f (&optional (x 1) &key (y 2)) (list x y))) (list (f) (f 3) (f 3 :y 4)))
;=> ((1 2) (3 2) (3 4))
(flet ((f () 1)) (funcall #'f))
;=> 1
(flet ((f () 1)) (funcall 'f))
;=> ERROR
(symbol-macrolet ((x 5)) (+ x 1))
;=> 6
;departs: absent
(block b (return-from b 5) 6)
;=> 5
(block b 5)
;=> 5
(block nil (return 5) 6)
;=> 5
(block nil (return) 6)
;=> NIL
(block a (block b (return-from a 1)) 2)
;=> 1
(block a (+ 1 (block b (return-from b 1))))
;=> 2
(return-from nowhere 1)
;=> ERROR
(block b (mapcar (lambda (x) (when (= x 2) (return-from b :found))) '(1 2 3)))
;=> :FOUND
(block b (flet ((out (x) (return-from b x))) (out 3) 4))
;=> 3
(funcall (block b (lambda () (return-from b 1))))
;=> ERROR
(defun f (x) (when (> x 3) (return-from f :big)) :small) (list (f 1) (f 5))
;=> (:SMALL :BIG)
(tagbody 1 2 3)
;=> NIL
;departs: absent
(prog1 (values 1 2) 3)
;=> 1
(multiple-value-list (prog1 (values 1 2) 3))
;=> (1)
(values 1 2)
;=> 1 ;; 2
(values)
;=> ;; none
(values 1)
;=> 1
(list (values 1 2) (values))
;=> (1 NIL)
(multiple-value-list (values 1 2 3))
;=> (1 2 3)
(multiple-value-list (values))
;=> NIL
(multiple-value-list 5)
;=> (5)
(multiple-value-bind (a b) (values 1 2) (list a b))
;=> (1 2)
(multiple-value-bind (a b c) (values 1 2) (list a b c))
;=> (1 2 NIL)
(multiple-value-bind (a) (values 1 2) a)
;=> 1
(multiple-value-bind (q r) (floor 17 5) (list q r))
;=> (3 2)
(multiple-value-bind () (values 1 2) 5)
;=> 5
(let (a b) (multiple-value-setq (a b) (values 1 2)) (list a b))
;=> (1 2)
(let (a b) (list (multiple-value-setq (a b) (values 1 2)) a b))
;=> (1 1 2)
(nth-value 1 (values 1 2 3))
;=> 2
(nth-value 5 (values 1 2 3))
;=> NIL
(nth-value 0 (floor 7 2))
;=> 3
(nth-value 1 (floor 7 2))
;=> 1
(values-list '(1 2))
;=> 1 ;; 2
(multiple-value-list (values-list '(1 2 3)))
;=> (1 2 3)
(if (values nil t) 1 2)
;=> 2
(let ((x (values 1 2))) x)
;=> 1
(multiple-value-list (let ((x 1)) (values x 2)))
;=> (1 2)
(multiple-value-list (cond ((values 1 2))))
;=> (1)
(multiple-value-list (cond (t (values 1 2))))
;=> (1 2)
(multiple-value-list (and 1 (values 1 2)))
;=> (1 2)
(multiple-value-list (or (values 1 2) 3))
;=> (1)
(multiple-value-list (or nil (values 1 2)))
;=> (1 2)
(multiple-value-list (when t (values 1 2)))
;=> (1 2)
(multiple-value-list (funcall (lambda () (values 1 2))))
;=> (1 2)
(multiple-value-list (progn (values 1 2)))
;=> (1 2)
(multiple-value-list (block b (return-from b (values 1 2))))
;=> (1 2)
(multiple-value-list (case 1 (1 (values 1 2))))
;=> (1 2)
(multiple-value-list (if t (values 1 2)))
;=> (1 2)
(multiple-value-list (the integer 5))
;=> (5)
(multiple-value-list (setq *x* 5))
;=> (5)
;departs: checked when loaded
(destructuring-bind (a b) '(1 2) (list a b))
;=> (1 2)
(destructuring-bind (a b) '(1) (list a b))
;=> ERROR
(destructuring-bind (a b) '(1 2 3) (list a b))
;=> ERROR
(destructuring-bind (a . b) '(1 2 3) (list a b))
;=> (1 (2 3))
(destructuring-bind (a &optional b) '(1) (list a b))
;=> (1 NIL)
(destructuring-bind (a &optional (b 5 b-p)) '(1) (list a b b-p))
;=> (1 5 NIL)
(destructuring-bind (a &rest b) '(1 2 3) (list a b))
;=> (1 (2 3))
(destructuring-bind (a &body b) '(1 2 3) (list a b))
;=> (1 (2 3))
(destructuring-bind (&key x y) '(:x 1 :y 2) (list x y))
;=> (1 2)
(destructuring-bind (&key x y) '(:x 1 :z 2) (list x y))
;=> ERROR
(destructuring-bind (&key x &allow-other-keys) '(:x 1 :z 2) x)
;=> 1
(destructuring-bind (&key (x 5)) '() x)
;=> 5
(destructuring-bind ((a b) c) '((1 2) 3) (list a b c))
;=> (1 2 3)
(destructuring-bind (a (b &optional (c 9)) &key d) '(1 (2) :d 4) (list a b c d))
;=> (1 2 9 4)
(destructuring-bind (a b) "ab" a)
;=> ERROR
(destructuring-bind () nil 1)
;=> 1
(destructuring-bind () '(1) 1)
;=> ERROR
(destructuring-bind (type &key payload meta) '(:request :payload (:a 1)) (list type payload meta))
;=> (:REQUEST (:A 1) NIL)
(destructuring-bind ((&key a) b) '((:a 1) 2) (list a b))
;=> (1 2)
(destructuring-bind (a &rest r &key b) '(1 :b 2) (list a r b))
;=> (1 (:B 2) 2)
(defun f (a b) (list a b)) (f 1 2)
;=> (1 2)
(defun f (a b) (list a b)) (f 1)
;=> ERROR
(defun f (a b) (list a b)) (f 1 2 3)
;=> ERROR
(defun f () 1)
;=> F
(defun f () "doc" 1) (f)
;=> 1
(defun f () "only") (f)
;=> "only"
(defun f ()) (f)
;=> NIL
(defun f (&optional a) a) (list (f) (f 1))
;=> (NIL 1)
(defun f (&optional (a 5)) a) (list (f) (f 1) (f nil))
;=> (5 1 NIL)
(defun f (&optional (a 5 a-p)) (list a a-p)) (list (f) (f nil))
;=> ((5 NIL) (NIL T))
(defun f (a &optional (b (* a 2)) (c (+ a b))) (list a b c)) (list (f 1) (f 1 5) (f 1 5 0))
;=> ((1 2 3) (1 5 6) (1 5 0))
(defun f (&rest r) r) (list (f) (f 1 2))
;=> (NIL (1 2))
(defun f (a &rest r) (list a r)) (f 1 2 3)
;=> (1 (2 3))
(defun f (&key a b) (list a b)) (list (f) (f :a 1) (f :b 2 :a 1))
;=> ((NIL NIL) (1 NIL) (1 2))
(defun f (&key (a 1) (b (+ a 1) b-p)) (list a b b-p)) (list (f) (f :a 5) (f :b nil))
;=> ((1 2 NIL) (5 6 NIL) (1 NIL T))
(defun f (&key a) a) (f :b 1)
;=> ERROR
(defun f (&key a) a) (f :a)
;=> ERROR
(defun f (&key a) a) (f 1 2)
;=> ERROR
(defun f (&key a) a) (f :a 1 :a 2)
;=> 1
(defun f (&key a &allow-other-keys) a) (f :b 1 :a 2)
;=> 2
(defun f (&key a) a) (f :b 1 :allow-other-keys t)
;=> NIL
(defun f (&key ((:key var) 5)) var) (list (f) (f :key 1))
;=> (5 1)
(defun f (&key ((:key var) 5 p)) (list var p)) (list (f) (f :key 1))
;=> ((5 NIL) (1 T))
(defun f (a &optional b &rest r &key c) (list a b r c)) (f 1 2 :c 3)
;=> (1 2 (:C 3) 3)
(defun f (&rest r &key a &allow-other-keys) (list r a)) (f :a 1 :z 2)
;=> ((:A 1 :Z 2) 1)
(defun f (x) (declare (ignorable x)) "doc?" 5) (f 1)
;=> 5
(defun f (x) "doc" (declare (type integer x)) (* x 2)) (f 3)
;=> 6
(defun f (x) (if (= x 0) 0 (+ x (f (1- x))))) (f 100)
;=> 5050
(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 15)
;=> 610
(defun g (x) (h x)) (defun h (x) (* x 2)) (g 4)
;=> 8
(defun f (x) (setq x (+ x 1)) x) (let ((y 1)) (list (f y) y))
;=> (2 1)
(defun f (x) (flet ((g () (incf x))) (g) (g) x)) (f 1)
;=> 3
(defun counter () (let ((n 0)) (lambda () (incf n)))) (let ((c (counter))) (funcall c) (funcall c) (funcall c))
;=> 3
(defun adder (n) (lambda (x) (+ x n))) (mapcar (adder 10) '(1 2))
;=> (11 12)
(defun compose (f g) (lambda (x) (funcall f (funcall g x)))) (funcall (compose #'1+ #'abs) -5)
;=> 6
(let ((fs (list (lambda (x) (+ x 1)) (lambda (x) (* x 2))))) (mapcar (lambda (f) (funcall f 5)) fs))
;=> (6 10)
(let ((x 1)) (flet ((get () x) (put (v) (setq x v))) (put 5) (get)))
;=> ERROR
(mapcar (let ((n 0)) (lambda (x) (list (incf n) x))) '(a b))
;=> ((1 A) (2 B))
(let ((x 1)) (let ((f (lambda () x))) (let ((x 2)) (funcall f))))
;=> 1
(defvar *v* 5) *v*
;=> 5
(defparameter *p* '(1 2)) (car *p*)
;=> 1
(defconstant +c+ 3) (* +c+ 2)
;=> 6
(defvar *v*)
;=> *V*
;departs: globals
(defvar *v* 1) (defun f () *v*) (let ((*v* 2)) (f))
;=> 2
(defvar *v* 1) (defun f () *v*) (let* ((*v* 2) (y (f))) (list y *v*))
;=> (2 2)
(defvar *v* 1) (defun f () *v*) (list (let ((*v* 2)) (f)) (f))
;=> (2 1)
(defparameter *p* 1) (flet ((f (*p*) (g))) (defun g () *p*) (f 7))
;=> 7
(dolist (x '(1 2 3)) x)
;=> NIL
(let ((r nil)) (dolist (x '(1 2 3)) (push x r)) r)
;=> (3 2 1)
(let ((r nil)) (dolist (x '(1 2 3) r) (push x r)))
;=> (3 2 1)
(dolist (x '(1 2 3)) (when (= x 2) (return :two)))
;=> :TWO
(dolist (x '(1 2 3) x))
;=> NIL
(dolist (x nil :empty) (error "never"))
;=> :EMPTY
(dolist (x 5) x)
;=> ERROR
(dolist (x '(1 . 2)) x)
;=> ERROR
(let ((n 0)) (dotimes (i 5) (incf n i)) n)
;=> 10
(dotimes (i 3 i))
;=> 3
(dotimes (i 0 :none) (error "never"))
;=> :NONE
(dotimes (i -1 i))
;=> 0
(dotimes (i 5) (when (= i 3) (return i)))
;=> 3
(let ((fs nil)) (dotimes (i 3) (let ((j i)) (push (lambda () j) fs))) (mapcar #'funcall fs))
;=> (2 1 0)
(do ((i 0 (1+ i))) ((= i 3) i))
;=> 3
(do ((i 0 (1+ i)) (acc nil (cons i acc))) ((= i 3) acc))
;=> (2 1 0)
(do ((x 1 y) (y 2 x) (n 0 (1+ n))) ((= n 1) (list x y)))
;=> (2 1)
(do* ((x 1 (1+ x)) (y x (* 2 x))) ((> x 3) (list x y)))
;=> (4 8)
(do ((i 0 (1+ i))) ((= i 3)))
;=> NIL
(do ((i 0 (1+ i))) ((= i 9) :end) (when (= i 4) (return :early)))
;=> :EARLY
(do (x (i 0 (1+ i))) ((= i 2) x) (push i x))
;=> (1 0)
(let ((x 5)) (setf x 6) x)
;=> 6
(let ((x 5)) (setf x 6 x (1+ x)) x)
;=> 7
(let ((x (list 1 2 3))) (setf (car x) 9) x)
;=> (9 2 3)
(let ((x (list 1 2 3))) (setf (cdr x) nil) x)
;=> (1)
(let ((x (list 1 2 3))) (setf (cadr x) 9) x)
;=> (1 9 3)
(let ((x (list 1 2 3))) (setf (cddr x) '(7 8)) x)
;=> (1 2 7 8)
(let ((x (list 1 2 3))) (setf (first x) 9 (second x) 8 (third x) 7) x)
;=> (9 8 7)
(let ((x (list 1 2 3))) (setf (nth 1 x) 9) x)
;=> (1 9 3)
(let ((x (list 1 2 3))) (setf (elt x 2) 9) x)
;=> (1 2 9)
(let ((x (list 1 2 3))) (setf (rest x) '(5)) x)
;=> (1 5)
(let ((x (list 1 2 3))) (setf (nth 5 x) 9) x)
;=> ERROR
(let ((x (list (list 1 2) 3))) (setf (caar x) 9) x)
;=> ((9 2) 3)
(let ((x (vector 1 2 3))) (setf (aref x 1) 9) x)
;=> #(1 9 3)
(let ((x (vector 1 2 3))) (setf (elt x 1) 9) x)
;=> #(1 9 3)
(let ((x (vector 1 2 3))) (setf (aref x 3) 9) x)
;=> ERROR
(let ((s (copy-seq "abc"))) (setf (char s 1) #\z) s)
;=> "azc"
(let ((s (copy-seq "abc"))) (setf (aref s 1) #\z) s)
;=> "azc"
(let ((s (copy-seq "abc"))) (setf (char s 1) 5) s)
;=> ERROR
(let ((p (list :a 1))) (setf (getf p :a) 2) p)
;=> (:A 2)
(let ((p (list :a 1))) (setf (getf p :b) 2) p)
;=> (:B 2 :A 1)
(let ((p nil)) (setf (getf p :b) 2) p)
;=> (:B 2)
(let ((p (list :a 1 :b 2))) (remf p :a) p)
;=> (:B 2)
(let ((p (list :a 1 :b 2))) (list (remf p :z) p))
;=> (NIL (:A 1 :B 2))
(let ((p (list :a (list :b 1)))) (setf (getf (getf p :a) :b) 2) p)
;=> (:A (:B 2))
(let ((p (list :a (list :b 1)))) (incf (getf (getf p :a) :b) 5) p)
;=> (:A (:B 6))
(let ((p (list :a 1))) (incf (getf p :c 10)) p)
;=> (:C 11 :A 1)
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (incf (gethash :a h)) (incf (gethash :b h 10)) (list (gethash :a h) (gethash :b h)))
;=> (2 11)
(let ((h (make-hash-table))) (push 1 (gethash :a h)) (push 2 (gethash :a h)) (gethash :a h))
;=> (2 1) ;; T
(let ((x 5)) (incf x))
;=> 6
(let ((x 5)) (incf x 3) x)
;=> 8
(let ((x 5)) (decf x 3) x)
;=> 2
(let ((x 5)) (incf x 0.5) x)
;=> 5.5
(let ((x (list 1 2))) (incf (car x) 10) x)
;=> (11 2)
(let ((x (list 1 2))) (incf (nth 1 x)) x)
;=> (1 3)
(let ((l nil)) (push 1 l) (push 2 l) l)
;=> (2 1)
(let ((l (list 1 2))) (list (pop l) l))
;=> (1 (2))
(let ((l nil)) (list (pop l) l))
;=> (NIL NIL)
(let ((l (list 1 2))) (pushnew 2 l) (pushnew 3 l) l)
;=> (3 1 2)
(let ((l (list "a"))) (pushnew "a" l :test #'equal) (pushnew "a" l) (length l))
;=> 2
(let ((l (list '(a 1)))) (pushnew '(a 2) l :key #'car) l)
;=> ((A 1))
(let ((x (list (list 1)))) (push 0 (car x)) x)
;=> ((0 1))
(let ((x (list (list 1 2)))) (list (pop (car x)) x))
;=> (1 ((2)))
(let (a b) (setf (values a b) (values 1 2)) (list a b))
;=> (1 2)
(let (a b) (setf (values a b) (floor 7 2)) (list a b))
;=> (3 1)
(let ((i 0) (v (vector 0 0 0))) (setf (aref v (incf i)) 5) (list i v))
;=> (1 #(0 5 0))
(let ((i 0) (v (vector 1 1 1))) (incf (aref v (incf i)) 5) (list i v))
;=> (1 #(1 6 1))
(let ((x 5)) (setf (car x) 1))
;=> ERROR
(let ((x 1)) (list (setf x 2) (setf) x))
;=> (2 NIL 2)
(let ((l (list 1 2 3))) (setf (car (last l)) 9) l)
;=> (1 2 9)
(the integer 5)
;=> 5
(the (or string null) nil)
;=> NIL
(declaim (optimize speed))
;=> NIL
(assert (= 1 1))
;=> NIL
(assert (= 1 2))
;=> ERROR
(assert (= 1 2) () "bad ~a" 1)
;=> ERROR
(let ((x 5)) (check-type x integer) x)
;=> 5
(let ((x 5)) (check-type x string) x)
;=> ERROR
(let ((x 5)) (check-type x (or null string) "text") x)
;=> ERROR
(identity 5)
;=> 5
(mapcar #'identity '(1 2))
;=> (1 2)
(let ((x '(1 2))) (setf x (append x '(3))) x)
;=> (1 2 3)
(let* ((a 1) (b (+ a 1)) (c (* b 2))) (list a b c))
;=> (1 2 4)
(let ((f #'car)) (funcall f '(1 2)))
;=> 1
(let ((list '(1 2))) (list (car list) list))
;=> (1 (1 2))
(let ((string "x") (car 1)) (list string (car '(2)) car))
;=> ("x" 2 1)
(flet ((double (x) (* x 2))) (mapcar #'double '(1 2 3)))
;=> (2 4 6)
(function-that-does-not-exist)
;=> ERROR
(defun f (x x) x)
;=> ERROR
(lambda)
;=> ERROR
(let ((x 1) (x 2)) x)
;=> ERROR
(flet ((f (x) x)) (f))
;=> ERROR
(labels ((f (x) x)) (f 1 2))
;=> ERROR
((lambda (x) x))
;=> ERROR
((lambda () 1) 2)
;=> ERROR
(car)
;=> ERROR
(car 1 2)
;=> ERROR
(cons 1)
;=> ERROR
(mapcar #'car)
;=> ERROR
(setq x 1 y)
;=> ERROR
(let ((x)) (or x (setq x 5)) x)
;=> 5
(progv '(*zz*) '(1) 5)
;=> 5
;departs: absent
(let ((n 3)) (loop (when (zerop n) (return :done)) (decf n)))
;=> :DONE
(boundp '*nope*)
;=> NIL
;departs: absent
(functionp #'car)
;=> T
(functionp 'car)
;=> NIL
(functionp (lambda () 1))
;=> T
(symbol-function 'car)
;=> #<FUNCTION CAR>
;departs: absent
(special-operator-p 'if)
;=> T
;departs: absent
(eq 'a 'A)
;=> T
(eq :a :a)
;=> T
(let ((i 10)) (flet ((i (i) (* i 2))) (i i)))
;=> 20
(do-symbols (s) s)
;=> NIL
;departs: absent
(case 5 ((1 2 3) :low) ((4 5 6) :mid) (t :high))
;=> :MID
(case (car '(add 1 2)) (add :plus) (sub :minus))
;=> :PLUS
(case 'add (:add 1) (add 2))
;=> 2
(let ((x 3)) (cond ((> x 5) :big) ((> x 2) :medium) (t :small)))
;=> :MEDIUM
(let ((action '(:type :request :payload (:tool "shell" :cmd "ls")))) (getf (getf action :payload) :cmd))
;=> "ls"
