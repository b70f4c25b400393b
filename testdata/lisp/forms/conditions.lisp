;;; Conditions, handlers and restarts.
(error "x")
;=> ERROR
(error 'simple-error)
;=> ERROR
(error "a ~a" 1)
;=> ERROR
(ignore-errors (error "x"))
;=> NIL ;; #<SIMPLE-ERROR "x" {}>
(multiple-value-bind (v c) (ignore-errors (error "x")) (list v (princ-to-string c)))
;=> (NIL "x")
(ignore-errors 5)
;=> 5
(ignore-errors (values 1 2))
;=> 1 ;; 2
(ignore-errors (car 5))
;=> NIL ;; #<SIMPLE-TYPE-ERROR expected-type: LIST datum: 5>
(handler-case 5 (error () 6))
;=> 5
(handler-case (error "x") (error () 6))
;=> 6
(handler-case (error "x") (error (c) (princ-to-string c)))
;=> "x"
(handler-case (error "a ~a ~s" 1 "b") (error (c) (format nil "~a" c)))
;=> "a 1 \"b\""
(handler-case (error "x") (simple-error (c) (simple-condition-format-control c)))
;=> "x"
(handler-case (error "x ~a" 1) (simple-error (c) (simple-condition-format-arguments c)))
;=> (1)
(handler-case (values 1 2) (error () 3))
;=> 1 ;; 2
(multiple-value-list (handler-case (values 1 2) (error () 3)))
;=> (1 2)
(handler-case (error "x") (warning () 1) (error () 2))
;=> 2
(handler-case (error "x") (error () 2) (simple-error () 3))
;=> 2
(handler-case (error "x") (simple-error () 3) (error () 2))
;=> 3
(handler-case (error "x") (t () 2))
;=> 2
(handler-case (error "x") (condition () 2))
;=> 2
(handler-case (error "x") (serious-condition () 2))
;=> 2
(handler-case (error "x") (arithmetic-error () 2))
;=> ERROR
(handler-case (error "x"))
;=> ERROR
(handler-case (error "x") (error))
;=> ERROR
(handler-case (/ 1 0) (division-by-zero () :div))
;=> :DIV
(handler-case (/ 1 0) (arithmetic-error () :arith))
;=> :ARITH
(handler-case (/ 1 0) (error () :err))
;=> :ERR
(handler-case (/ 1.0 0) (division-by-zero () :div))
;=> :DIV
(handler-case (mod 5 0) (division-by-zero () :div))
;=> :DIV
(handler-case (floor 5 0) (division-by-zero () :div))
;=> :DIV
(handler-case (car 5) (type-error () :type))
;=> :TYPE
(handler-case (car 5) (type-error (c) (type-error-datum c)))
;=> 5
(handler-case (car 5) (type-error (c) (type-error-expected-type c)))
;=> LIST
(handler-case (+ 1 'a) (type-error (c) (type-error-datum c)))
;=> A
(handler-case (length 5) (type-error (c) (type-error-datum c)))
;=> 5
(handler-case (parse-integer "x") (parse-error () :parse))
;=> :PARSE
(handler-case (parse-integer "x") (error () :err))
;=> :ERR
(handler-case (read-from-string "(a") (end-of-file () :eof))
;=> :EOF
(handler-case (read-from-string ")") (reader-error () :reader))
;=> :READER
(handler-case (funcall 'nope-nope) (undefined-function () :undef))
;=> :UNDEF
(handler-case (aref (vector 1 2) 5) (error () :range))
;=> :RANGE
(handler-case (nth -1 '(1)) (type-error () :type))
;=> :TYPE
(handler-case (elt '(1 2) 5) (error () :range))
;=> :RANGE
(handler-case (char "abc" 10) (error () :range))
;=> :RANGE
(handler-case (subseq "abc" 2 1) (error () :bounds))
;=> :BOUNDS
(handler-case (subseq "abc" 5) (error () :bounds))
;=> :BOUNDS
(handler-case (symbol-name 5) (type-error () :type))
;=> :TYPE
(handler-case (funcall (lambda (x) x)) (program-error () :args))
;=> :ARGS
(handler-case (funcall (lambda (&key a) a) :b 1) (program-error () :args))
;=> :ARGS
(handler-case (ecase 5 (1 2)) (type-error () :case))
;=> :CASE
(handler-case (ecase 5 (1 2)) (error () :case))
;=> :CASE
(handler-case (etypecase 5 (string 2)) (type-error (c) (type-error-datum c)))
;=> 5
(handler-case (assert nil) (error () :assert))
;=> :ASSERT
(handler-case (assert nil () "msg ~a" 1) (error (c) (princ-to-string c)))
;=> "msg 1"
(handler-case (let ((x 1)) (check-type x string)) (type-error (c) (type-error-datum c)))
;=> 1
(handler-case (destructuring-bind (a) '(1 2) a) (error () :d))
;=> :D
(handler-case (signal "x") (condition () :sig))
;=> :SIG
(signal "x")
;=> NIL
(signal 'simple-condition)
;=> NIL
(handler-case (signal "x") (error () :err))
;=> NIL
(handler-case (warn "x") (warning (c) (princ-to-string c)))
;=> "x"
(handler-case (warn "x ~a" 1) (simple-warning (c) (princ-to-string c)))
;=> "x 1"
(warn "x")
;=> NIL
(handler-case (error (make-condition 'simple-error :format-control "m ~a" :format-arguments '(1))) (error (c) (princ-to-string c)))
;=> "m 1"
(handler-case (error 'type-error :datum 1 :expected-type 'string) (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))
;=> (1 STRING)
(handler-case (error 'simple-error :format-control "hello") (error (c) (princ-to-string c)))
;=> "hello"
(handler-case (error 'no-such-condition) (error () :err))
;=> :ERR
(handler-case (error 5) (error () :err))
;=> :ERR
(handler-bind ((error (lambda (c) (declare (ignore c)) nil))) 5)
;=> 5
(handler-bind ((error (lambda (c) (declare (ignore c)) nil))) (error "x"))
;=> ERROR
(block b (handler-bind ((error (lambda (c) (return-from b (princ-to-string c))))) (error "boom")))
;=> "boom"
(let ((r nil)) (ignore-errors (handler-bind ((error (lambda (c) (push (princ-to-string c) r)))) (error "a"))) r)
;=> ("a")
(let ((r nil)) (block b (handler-bind ((error (lambda (c) (declare (ignore c)) (push :outer r) (return-from b)))) (handler-bind ((error (lambda (c) (declare (ignore c)) (push :inner r)))) (error "x")))) r)
;=> (:OUTER :INNER)
(handler-bind ((warning #'muffle-warning)) (warn "x") 5)
;=> 5
;departs: absent
(let ((n 0)) (handler-bind ((simple-condition (lambda (c) (declare (ignore c)) (incf n)))) (signal "a") (signal "b")) n)
;=> 2
(handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (error "second")))) (error "first")) (error (c) (princ-to-string c)))
;=> "second"
(handler-case (handler-case (error "a") (error () (error "b"))) (error (c) (princ-to-string c)))
;=> "b"
(handler-case (handler-case (error "a") (warning () 1)) (error () 2))
;=> 2
(handler-case (unwind-protect (error "a") (error "b")) (error (c) (princ-to-string c)))
;=> "b"
;departs: absent
(restart-case 5 (my-restart () 6))
;=> 5
;departs: absent
(handler-bind ((error (lambda (c) (invoke-restart (find-restart 'skip c))))) (restart-case (error "x") (skip () :skipped)))
;=> :SKIPPED
;departs: absent
(mapcar (lambda (x) (handler-case (/ 10 x) (division-by-zero () :inf))) '(1 2 0))
;=> (10 5 :INF)
(loop for s in '("1" "x" "3") collect (handler-case (parse-integer s) (error () nil)))
;=> (1 NIL 3)
(loop for s in '("1" "x" "3") when (ignore-errors (parse-integer s)) sum it)
;=> 4
(typep (make-condition 'simple-error :format-control "x") 'condition)
;=> T
(handler-case (error "x") (error (c) (typep c 'simple-error)))
;=> T
(handler-case (error "x") ((or warning error) () :either))
;=> :EITHER
(handler-case (warn "x") ((or warning error) () :either))
;=> :EITHER
(handler-case (error "~a") (error () :fmt))
;=> :FMT
(handler-case (error "100% ~~ done") (error (c) (princ-to-string c)))
;=> "100% ~ done"
(handler-case (progn (error "x") 5) (error (c) (declare (ignore c)) 6))
;=> 6
(handler-case (let ((x 5)) (error "x is ~a" x)) (error (c) (search "is 5" (princ-to-string c))))
;=> 2
(block outer (handler-case (return-from outer 1) (error () 2)) 3)
;=> 1
(handler-case (invoke-restart 'no-restart) (control-error () :control))
;=> :CONTROL
(handler-case (return-from b) (error () :e))
;=> :E
;departs: checked when loaded
(let ((c (make-condition 'simple-error :format-control "a"))) (handler-case (error c) (error (d) (eq c d))))
;=> T
(simple-condition-format-control 5)
;=> ERROR
(let ((x 0)) (handler-case (progn (incf x) (error "e") (incf x)) (error () x)))
;=> 1
(handler-case (handler-bind ((error (lambda (c) (declare (ignore c)) (signal 'warning)))) (error "x")) (warning () :w) (error () :e))
;=> :W
(flet ((risky (n) (if (> n 2) (error "too big: ~d" n) n))) (handler-case (mapcar #'risky '(1 2 3)) (error (c) (princ-to-string c))))
;=> "too big: 3"
(handler-case (symbol-value 'unbound-here) (unbound-variable () :unbound))
;=> :UNBOUND
;departs: absent
(handler-case (funcall nil) (undefined-function () :undef))
;=> :UNDEF
(handler-case (apply #'+ 5) (type-error () :type))
;=> :TYPE
(handler-case (coerce 5 'string) (error () :coerce))
;=> :COERCE
(handler-case (make-array -1) (error () :neg))
;=> :NEG
(handler-case (gethash 1 2) (type-error () :type))
;=> :TYPE
(handler-case (char-code "a") (type-error () :type))
;=> :TYPE
(handler-case (string 5) (type-error () :type))
;=> :TYPE
(handler-case (string-upcase 5) (error () :type))
;=> :TYPE
(handler-case (reverse 5) (type-error () :type))
;=> :TYPE
(handler-case (sort '(1 a) #'<) (type-error () :type))
;=> :TYPE
(let ((l '(1 2))) (setf (car l) 5) l)
;=> (5 2)
;departs: frozen
(handler-case (reduce #'+ '(1 a)) (type-error () :type))
;=> :TYPE
(handler-case (mapcar #'1+ '(1 a)) (type-error () :type))
;=> :TYPE
(handler-case (getf '(:a) :b) (error () :odd))
;=> :ODD
(handler-case (intern 5) (error () :type))
;=> :TYPE
(handler-case (expt 0 -1) (division-by-zero () :div))
;=> :DIV
(handler-case (format nil "~d~") (error () :fmt))
;=> :FMT
(handler-case (concatenate 'string "a" '(1)) (error () :type))
;=> :TYPE
