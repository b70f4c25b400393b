;;; Macros and backquote.
`a
;=> A
`5
;=> 5
`"s"
;=> "s"
`(a b)
;=> (A B)
`()
;=> NIL
`(1 ,(+ 1 1) 3)
;=> (1 2 3)
`(1 ,@(list 2 3) 4)
;=> (1 2 3 4)
`(,@(list 1 2))
;=> (1 2)
`(,@nil)
;=> NIL
`(a ,@nil b)
;=> (A B)
`(a . ,(+ 1 2))
;=> (A . 3)
`(a ,@'(b . c))
;=> (A B . C)
`(a ,@5)
;=> (A . 5)
`(a ,@5 b)
;=> ERROR
`((a ,(car '(x))) . b)
;=> ((A X) . B)
(let ((x 1)) `(x ,x))
;=> (X 1)
(let ((x '(1 2))) `(,@x ,@x))
;=> (1 2 1 2)
(let ((x '(1 2))) `(,x ,@x . ,x))
;=> ((1 2) 1 2 1 2)
(let ((x 5)) `(a (b (c ,x))))
;=> (A (B (C 5)))
`#(1 ,(+ 1 1))
;=> #(1 2)
`#(1 ,@(list 2 3))
;=> #(1 2 3)
`(quote ,(car '(a)))
;=> (QUOTE A)
`',(+ 1 2)
;=> (QUOTE 3)
(let ((l '(b c))) `(a ,.(copy-list l) d))
;=> (A B C D)
(let ((x 3)) `(list ,x ',x))
;=> (LIST 3 (QUOTE 3))
(let ((name 'foo)) `(defun ,name (x) (* x 2)))
;=> (DEFUN FOO (X) (* X 2))
(let ((x 'y)) (eval `(let ((,x 1)) ,x)))
;=> 1
;departs: absent
``a
;=> (SB-INT:QUASIQUOTE A)
;departs: backquote
`(a `(b ,c))
;=> (A (SB-INT:QUASIQUOTE (B #S(SB-IMPL::COMMA :EXPR C :KIND 0))))
;departs: backquote
`(a `(b ,(c ,(+ 1 2))))
;=> (A (SB-INT:QUASIQUOTE (B #S(SB-IMPL::COMMA :EXPR (C 3) :KIND 0))))
;departs: backquote
(let ((x 5)) `(a `(b ,(c ,x))))
;=> (A (SB-INT:QUASIQUOTE (B #S(SB-IMPL::COMMA :EXPR (C 5) :KIND 0))))
;departs: backquote
(let ((x 'z)) `(1 `(2 ,',x)))
;=> (1 (SB-INT:QUASIQUOTE (2 #S(SB-IMPL::COMMA :EXPR (QUOTE Z) :KIND 0))))
;departs: backquote
,a
;=> ERROR
`(1 ,,a)
;=> ERROR
`,@(list 1)
;=> ERROR
`,(+ 1 2)
;=> 3
(car `(,(+ 1 2)))
;=> 3
(let ((k :a) (v 1)) `(,k ,v :rest (,@(list 1 2))))
;=> (:A 1 :REST (1 2))
(let ((path "x")) `(:type :request :payload (:tool "read" :args (:path ,path))))
;=> (:TYPE :REQUEST :PAYLOAD (:TOOL "read" :ARGS (:PATH "x")))
(eq (car `(a)) 'a)
;=> T
(let ((a 1) (b 2)) `((,a . ,b)))
;=> ((1 . 2))
(let ((a 1)) `(,a . (2 3)))
;=> (1 2 3)
`(nil ,nil ,t)
;=> (NIL NIL T)
(equal `(1 ,2) '(1 2))
;=> T
(defmacro m (x) x) (m 5)
;=> 5
(defmacro m (x) `(+ ,x ,x)) (m 3)
;=> 6
(defmacro m (x) `(list ,x ',x)) (m (+ 1 2))
;=> (3 (+ 1 2))
(defmacro m (&rest args) `(list ,@args)) (m 1 2 3)
;=> (1 2 3)
(defmacro m (&body body) `(progn ,@body)) (m 1 2)
;=> 2
(defmacro m (x &optional (y 5)) `(list ,x ,y)) (list (m 1) (m 1 2))
;=> ((1 5) (1 2))
(defmacro m (x &key y) `(list ,x ,y)) (m 1 :y 2)
;=> (1 2)
(defmacro m ((a b) c) `(list ,a ,b ,c)) (m (1 2) 3)
;=> (1 2 3)
(defmacro m ((a &key b) &body body) `(list ,a ,b ,@body)) (m (1 :b 2) 3 4)
;=> (1 2 3 4)
(defmacro m () 5) (m)
;=> 5
(defmacro m (x) x) (m)
;=> ERROR
(defmacro m (x) x) (m 1 2)
;=> ERROR
(defmacro m (x) "doc" x) (m 5)
;=> 5
(defmacro m (x) (declare (ignore x)) 5) (m (error "never"))
;=> 5
(defmacro my-if (c a b) `(cond (,c ,a) (t ,b))) (my-if t 1 (error "never"))
;=> 1
(defmacro my-when (c &body b) `(if ,c (progn ,@b))) (my-when (= 1 1) 1 2)
;=> 2
(defmacro while (c &body b) `(loop (unless ,c (return)) ,@b)) (let ((i 0)) (while (< i 3) (incf i)) i)
;=> 3
(defmacro with-x (v &body b) `(let ((x ,v)) ,@b)) (with-x 5 (* x x))
;=> 25
(defmacro aif (c a &optional b) `(let ((it ,c)) (if it ,a ,b))) (aif (+ 1 2) (* it 2))
;=> 6
(defmacro once (x) (let ((g (gensym))) `(let ((,g ,x)) (+ ,g ,g)))) (let ((n 0)) (once (incf n)))
;=> 2
(defmacro for ((v from a to b) &body body) (declare (ignore from to)) `(do ((,v ,a (1+ ,v))) ((> ,v ,b)) ,@body)) (let ((s 0)) (for (i from 1 to 4) (incf s i)) s)
;=> 10
(defmacro def (name v) `(defparameter ,name ,v)) (def *q* 5) *q*
;=> 5
(defmacro defdouble (name) `(defun ,name (x) (* 2 x))) (defdouble dbl) (dbl 4)
;=> 8
(defmacro m (x) (if (numberp x) (* x 2) `(list ,x))) (list (m 5) (m "a"))
;=> (10 ("a"))
(defmacro m (&rest l) (reduce #'+ l)) (m 1 2 3)
;=> 6
(defmacro m (l) `(list ,@(mapcar #'1+ l))) (m (1 2 3))
;=> (2 3 4)
(defun helper (x) (* x 10)) (defmacro m (x) (helper x)) (m 5)
;=> 50
(defmacro a (x) `(b ,x)) (defmacro b (x) `(+ ,x 1)) (a 5)
;=> 6
(defmacro rec (n) (if (= n 0) 0 `(+ 1 (rec ,(1- n))))) (rec 5)
;=> 5
(defmacro my-or (&rest l) (if (null l) nil (if (cdr l) (let ((g (gensym))) `(let ((,g ,(car l))) (if ,g ,g (my-or ,@(cdr l))))) (car l)))) (my-or nil 3 (error "x"))
;=> 3
(defmacro unless-zero ((var form) &body body) `(let ((,var ,form)) (unless (zerop ,var) ,@body))) (unless-zero (x 5) (/ 10 x))
;=> 2
(defmacro collect-into (var &body body) `(let ((,var nil)) ,@body (nreverse ,var))) (collect-into acc (push 1 acc) (push 2 acc))
;=> (1 2)
(defmacro defgate (name (arg) &body body) `(defun ,name (,arg) (block gate ,@body))) (defgate g (a) (when a (return-from gate :denied)) :ok) (list (g t) (g nil))
;=> (:DENIED :OK)
(defmacro m (x) `(setf ,x 5)) (let ((l (list 1))) (m (car l)) l)
;=> (5)
(defmacro place (x) `(car ,x)) (let ((l (list 1 2))) (setf (place l) 9) l)
;=> (9 2)
(defmacro m (a . b) `'(,a ,b)) (m 1 2 3)
;=> (1 (2 3))
(defmacro m (x) (error "no ~a" x)) (handler-case (m 5) (error () :err))
;=> :ERR
;departs: checked when loaded
(flet ((car (x) (list :my x))) (car 5))
;=> ERROR
(defmacro m () ''(1 2)) (m)
;=> (1 2)
(defmacro m (&key (a 1) (b (+ a 1))) `(list ,a ,b)) (list (m) (m :a 5))
;=> ((1 2) (5 6))
(defmacro m (&optional (a nil a-p)) `(list ,a ,a-p)) (list (m) (m nil))
;=> ((NIL NIL) (NIL T))
(defmacro with-gensyms (names &body body) `(let ,(mapcar (lambda (n) `(,n (gensym))) names) ,@body)) (defmacro sq (x) (with-gensyms (g) `(let ((,g ,x)) (* ,g ,g)))) (sq (+ 1 2))
;=> 9
(defmacro ->  (x &rest forms) (if forms (let ((f (car forms))) `(-> ,(if (listp f) `(,(car f) ,x ,@(cdr f)) (list f x)) ,@(cdr forms))) x)) (-> 5 (+ 1) (* 2) list)
;=> (12)
(defmacro my-let (bs &body b) `((lambda ,(mapcar #'car bs) ,@b) ,@(mapcar #'cadr bs))) (my-let ((x 1) (y 2)) (+ x y))
;=> 3
(defmacro cond-pairs (&rest ps) `(cond ,@(loop for (a b) on ps by #'cddr collect (list a b)))) (cond-pairs nil 1 t 2)
;=> 2
(defmacro dlist ((v l) &body b) `(mapcar (lambda (,v) ,@b) ,l)) (dlist (x '(1 2)) (* x x))
;=> (1 4)
(funcall (lambda (x) `(got ,x)) 5)
;=> (GOT 5)
(mapcar (lambda (x) `(,x . ,(* x x))) '(1 2 3))
;=> ((1 . 1) (2 . 4) (3 . 9))
(loop for x in '(a b) collect `(:name ,x))
;=> ((:NAME A) (:NAME B))
(defun rule (w) `(:type :log :payload (:text ,(format nil "no ~a" w)))) (rule "rm")
;=> (:TYPE :LOG :PAYLOAD (:TEXT "no rm"))
(defparameter *t* `(1 ,@(list 2))) *t*
;=> (1 2)
(let ((v 3)) `#(a ,v))
;=> #(A 3)
`(a #\b "c" :d 1.5)
;=> (A #\b "c" :D 1.5)
`(,(car '(1)) ,@(cdr '(1 2 3)))
;=> (1 2 3)
`(progn ,@(loop for i below 3 collect `(f ,i)))
;=> (PROGN (F 0) (F 1) (F 2))
(let ((args '(1 2))) `(f ,@args :key ,(length args)))
;=> (F 1 2 :KEY 2)
`(1 . `(2 . ,3))
;=> (1 SB-INT:QUASIQUOTE (2 #S(SB-IMPL::COMMA :EXPR 3 :KIND 2)))
;departs: backquote
