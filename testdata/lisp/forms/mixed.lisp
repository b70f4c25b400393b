;;; Closures, exits, special variables, restarts and places, all together.
(let ((fs nil)) (do ((i 0 (1+ i))) ((= i 3)) (push (lambda () i) fs)) (mapcar #'funcall fs))
;=> (3 3 3)
(let ((fs nil)) (dotimes (i 3) (push (lambda () i) fs)) (mapcar #'funcall fs))
;=> (3 3 3)
(let ((fs nil)) (dolist (x '(1 2 3)) (push (lambda () x) fs)) (mapcar #'funcall fs))
;=> (3 2 1)
(let ((fs (loop for i below 3 collect (lambda () i)))) (mapcar #'funcall fs))
;=> (3 3 3)
(let ((fs (loop for x in '(1 2 3) collect (lambda () x)))) (mapcar #'funcall fs))
;=> (3 3 3)
(defvar *d* 1) (defun show () *d*) (let ((*d* 2)) (let ((f #'show)) (funcall f)))
;=> 2
(defvar *d* 1) (defun show () *d*) (handler-case (let ((*d* 2)) (error "x")) (error () (show)))
;=> 1
(defvar *d* 1) (defun show () *d*) (block b (let ((*d* 2)) (return-from b (show))))
;=> 2
(defvar *d* 1) (defun show () *d*) (let ((f (let ((*d* 2)) (lambda () *d*)))) (funcall f))
;=> 1
(defvar *d* 1) (defun f (*d*) (g)) (defun g () *d*) (list (f 5) (g))
;=> (5 1)
(defvar *d* 1) (defun f (&key (x *d*)) x) (let ((*d* 7)) (f))
;=> 7
(defvar *d* 1) (let ((*d* 2)) (setq *d* 3) *d*)
;=> 3
(defvar *d* 1) (let ((*d* *d*)) (incf *d*) *d*)
;=> 2
(handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) :decline))) (error "x")) (error () :caught))
;=> :CAUGHT
(handler-case (progn (warn "x") :done) (warning () :warned))
;=> :WARNED
(handler-case (signal 'error) (error () :e))
;=> :E
(handler-case (error 'simple-warning :format-control "x") (warning () :w))
;=> :W
(ignore-errors (signal 'simple-condition) :ok)
;=> :OK
(multiple-value-bind (a b) (ignore-errors (values 1 2)) (list a b))
;=> (1 2)
(multiple-value-bind (a b) (ignore-errors (error "x")) (list a (typep b 'error)))
;=> (NIL T)
(case 'otherwise (otherwise 1))
;=> 1
(case 1 ((1) :a) (1 :b))
;=> :A
(case nil (() :empty) (t :t))
;=> :T
(case :a ((:a :b) (values 1 2)))
;=> 1 ;; 2
(typecase 3 (number) (t 1))
;=> NIL
(let ((x 0)) (case (incf x) (2 :two) (1 :one)))
;=> :ONE
(let ((i 0)) (list (incf i) (incf i) (incf i)))
;=> (1 2 3)
(let ((i 0) (l (list 0 0 0))) (setf (nth (incf i) l) (incf i)) (list i l))
;=> (2 (0 2 0))
(let ((l (list 1 2 3))) (push 0 (cdr l)) l)
;=> (1 0 2 3)
(let ((l (list 1 2 3))) (list (pop (cdr l)) l))
;=> (2 (1 3))
(let ((a (list 1)) (b 2)) (setf (values (car a) b) (values 5 6)) (list a b))
;=> ((5) 6)
(let ((a 1)) (multiple-value-setq (a) (values)) a)
;=> NIL
(let ((a 1) (b 2)) (multiple-value-setq (a b) 9) (list a b))
;=> (9 NIL)
(let ((x (list 1 2))) (incf (first x) (pop x)) x)
;=> (2)
(let ((p (list :a 1))) (push 5 (getf p :l)) p)
;=> (:L (5) :A 1)
(let ((p (list :a 1))) (list (incf (getf p :n 0)) p))
;=> (1 (:N 1 :A 1))
(let ((h (make-hash-table))) (multiple-value-list (setf (gethash 1 h) 2)))
;=> (2)
(let ((x 5)) (setf x (values 1 2)) x)
;=> 1
(let ((v (vector 1 2 3))) (setf (aref v 0) (aref v 1) (aref v 1) 9) v)
;=> #(2 9 3)
(funcall (lambda (&optional (a 1) (b a) &key (c b) (d (list a b c))) (list a b c d)) 5)
;=> (5 5 5 (5 5 5))
(funcall (lambda (&key a b &allow-other-keys) (list a b)) :c 1 :a 2)
;=> (2 NIL)
(funcall (lambda (&key (a 1 ap)) (list a ap)) :a nil)
;=> (NIL T)
(funcall (lambda (a &rest r &key k) (list a r k)) 1 :k 2)
;=> (1 (:K 2) 2)
(funcall (lambda (&rest r) (setf (car r) 9) r) 1 2)
;=> (9 2)
(apply (lambda (&rest r) r) '(1 2))
;=> (1 2)
(funcall (lambda (&optional a &rest r) (list a r)))
;=> (NIL NIL)
(funcall (lambda (&key ((:x y) 5)) y) :x 1)
;=> 1
(destructuring-bind ((a . b) (c &optional (d 4)) &rest e &key f) '((1 2) (3) :f 5) (list a b c d e f))
;=> (1 (2) 3 4 (:F 5) 5)
(destructuring-bind (&optional (a 1) b) '() (list a b))
;=> (1 NIL)
(destructuring-bind (a (b (c))) '(1 (2 (3))) (list a b c))
;=> (1 2 3)
(destructuring-bind (a &key (b (* a 2))) '(3) (list a b))
;=> (3 6)
(labels ((f (n acc) (if (= n 0) acc (f (1- n) (cons n acc))))) (f 5 nil))
;=> (1 2 3 4 5)
(labels ((f (x) (lambda (y) (+ x y)))) (mapcar (f 10) '(1 2)))
;=> (11 12)
(flet ((f (&rest args) (apply #'+ args))) (f 1 2 3))
;=> 6
(let ((x 1)) (flet ((f () (setq x (* x 2)))) (f) (f) x))
;=> 4
(let ((x 1)) (labels ((f (x) (if (> x 3) x (f (+ x 1))))) (list (f x) x)))
;=> (4 1)
(defun f (x) (let ((x (1+ x))) (let ((x (* x 2))) x))) (f 3)
;=> 8
(let* ((x 1) (x (+ x 1)) (x (* x 5))) x)
;=> 10
(defstruct s (a 1) b) (let ((x (make-s))) (setf (s-b x) (list x)) (eq x (car (s-b x))))
;=> T
;departs: absent
(let ((h (make-hash-table :test 'equal)) (k (list 1 2))) (setf (gethash k h) 1) (gethash '(1 2) h))
;=> 1 ;; T
(let ((s (make-string-output-stream))) (format s "~a" 1) (list (get-output-stream-string s) (get-output-stream-string s)))
;=> ("1" "")
(loop for (a . b) in '((1 . 2)) for c = (+ a b) collect (list a b c))
;=> ((1 2 3))
(loop with x = 5 for i from x downto 0 by 2 collect i)
;=> (5 3 1)
(loop for x in '(1 2 3) for y in '(4 5 6) sum (* x y) into dot finally (return dot))
;=> 32
(loop for l on '(1 2 3) collect (reduce #'+ l))
;=> (6 5 3)
(loop named a for i from 0 do (loop for j from 0 when (> (* i j) 10) do (return-from a (list i j)) when (> j 5) return nil))
;=> (2 6)
(mapcar (lambda (&optional x (y 2)) (list x y)) '(1 2))
;=> ((1 2) (2 2))
(maphash (lambda (k v) (list k v)) (make-hash-table))
;=> NIL
(let ((x 10)) (symbol-macrolet ((y x)) (setf y 5)) x)
;=> 5
;departs: absent
(do* ((i 0 (1+ i)) (l nil (cons i l))) ((= i 3) l))
;=> (3 2 1)
(defmacro m (&body (a . b)) `'(,a ,b)) (m 1 2 3)
;=> (1 (2 3))
(defmacro m ((&optional (a 1)) &rest b) `'(,a ,b)) (list (m () 2) (m (5)))
;=> ((1 (2)) (5 NIL))
(defmacro m (&environment e x) (declare (ignore e)) x) (m 5)
;=> 5
;departs: absent
(let ((x '(1 2 3))) `(,(car x) ,@(cdr x) . end))
;=> (1 2 3 . END)
`(1 ,@'() . 2)
;=> (1 . 2)
`((,@'(1 2)) ,@(list 3))
;=> ((1 2) 3)
(string-upcase "ab" :start 1 :end nil)
;=> "aB"
(search "b" "abc" :start2 1 :end2 2)
;=> 1
(position #\a "aaa" :start 1 :end 2)
;=> 1
(count-if #'evenp '(1 2 4) :start 1 :end 2)
;=> 1
(reduce #'+ '(1 2 3) :start 1 :initial-value 10)
;=> 15
(reduce #'max '() :initial-value 0)
;=> 0
(sort (list 3 1 2) (lambda (a b) (> a b)))
;=> (3 2 1)
(subseq (list 1 2 3) 0 (position 3 '(1 2 3)))
;=> (1 2)
(substitute 0 nil '(1 nil 2))
;=> (1 0 2)
(assoc "B" '(("a" . 1) ("b" . 2)) :test #'string-equal)
;=> ("b" . 2)
(find "b" '((1 "a") (2 "b")) :key #'second :test #'string=)
;=> (2 "b")
(every #'< '(1 2 3) '(2 3 4) '(3 4 5))
;=> T
(some (lambda (x y) (and (= x y) x)) '(1 2) '(2 2))
;=> 2
(coerce 3 'single-float)
;=> 3.0
(round 5/2)
;=> 2 ;; 1/2
(floor -3.5)
;=> -4 ;; 0.5
(multiple-value-list (floor 7.5 2))
;=> (3 1.5)
(rem -7.5 2)
;=> -1.5
(expt 2 -1)
;=> 1/2
(* 1/3 3)
;=> 1
(+ 0.1 0.2 0.3)
;=> 0.6
(float 1/3 1.0)
;=> 0.33333334
(parse-integer "  -12  ")
;=> -12 ;; 7
(parse-integer "zz" :radix 36)
;=> 1295 ;; 2
(read-from-string "1/2")
;=> 1/2 ;; 3
(read-from-string "-1.5e3")
;=> -1500.0 ;; 6
(read-from-string "|a b|")
;=> |a b| ;; 5
(read-from-string "(1 . 2)")
;=> (1 . 2) ;; 7
(read-from-string "\"a\\\"b\"")
;=> "a\"b" ;; 6
(prin1-to-string '(a . (b . (c . d))))
;=> "(A B C . D)"
(prin1-to-string (list 'quote 'a 'b))
;=> "(QUOTE A B)"
(prin1-to-string ''())
;=> "(QUOTE NIL)"
(prin1-to-string '(quote . a))
;=> "(QUOTE . A)"
(princ-to-string '|a|)
;=> "a"
(string 'a)
;=> "A"
(symbol-name '|a b|)
;=> "a b"
(intern "a")
;=> |a| ;; NIL
;departs: interning
(char-upcase #\ÿ)
;=> #\LATIN_CAPITAL_LETTER_Y_WITH_DIAERESIS
(string-capitalize "o'neil mc-donald 3rd")
;=> "O'Neil Mc-Donald 3rd"
(string-trim '(#\a) "aabaa")
;=> "b"
(concatenate 'string "a" (string #\b) (format nil "~a" 'c))
;=> "abC"
