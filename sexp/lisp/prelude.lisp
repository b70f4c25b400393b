;;; The part of the language that is written in it. What is defined here belongs to every program.

;; Control

(defmacro when (test &body body) `(if ,test (progn ,@body)))
(defmacro unless (test &body body) `(if ,test nil (progn ,@body)))
(defmacro return (&optional value) `(return-from nil ,value))
(defmacro prog1 (first &body body)
  (let ((value (gensym))) `(let ((,value ,first)) ,@body ,value)))
(defmacro prog2 (first second &body body) `(progn ,first (prog1 ,second ,@body)))
(defmacro declaim (&rest declarations) (declare (ignore declarations)) nil)
(defmacro nth-value (n form) `(nth ,n (multiple-value-list ,form)))
(defmacro multiple-value-setq (names form)
  (if names `(values (setf (values ,@names) ,form)) `(values ,form)))
(defmacro ignore-errors (&body body)
  (let ((c (gensym))) `(handler-case (progn ,@body) (error (,c) (values nil ,c)))))

(defun pp.lisp:declarations (body) (remove-if-not 'pp.lisp:declaration-p body))
(defun pp.lisp:statements (body) (remove-if 'pp.lisp:declaration-p body))
(defun pp.lisp:declaration-p (form) (and (consp form) (eq (car form) 'declare)))

(defmacro dolist ((name form &optional result) &body body)
  (let ((rest (gensym)))
    `(block nil
       (let ((,rest ,form))
         (pp.lisp:loop ()
          ((pp.lisp:until (endp ,rest))
           (let ((,name (car ,rest))) ,@body)
           (setq ,rest (cdr ,rest))))
         ,(when result `(let ((,name nil)) ,name ,result))))))

(defmacro dotimes ((name form &optional result) &body body)
  (let ((most (gensym)))
    `(let ((,most (the integer ,form)))
       (do ((,name 0 (1+ ,name))) ((>= ,name ,most) ,result) ,@body))))

(defun pp.lisp:do (let set variables end body)
  (let ((steps nil))
    (dolist (v variables)
      (when (and (consp v) (cddr v))
        (setq steps (list* (third v) (first v) steps))))
    (destructuring-bind (test &rest results) end
      `(block nil
         (,let ,(mapcar (lambda (v) (if (consp v) (destructuring-bind (name &optional init step) v step (list name init)) v))
                        variables)
          ,@(pp.lisp:declarations body)
          (pp.lisp:loop ()
           ((pp.lisp:until ,test) ,@(pp.lisp:statements body) (,set ,@(reverse steps))))
          ,@(or results '(nil)))))))
(defmacro do (variables end &body body) (pp.lisp:do 'let 'psetq variables end body))
(defmacro do* (variables end &body body) (pp.lisp:do 'let* 'setq variables end body))

;; Places

(defun pp.lisp:change (place bindings value &optional before (result nil result-p))
  "The form that writes to a place what VALUE makes of the form that reads it."
  (destructuring-bind (temps (store) read write) (pp.lisp:place place)
    (let ((form `(let* (,@temps ,@bindings (,store ,(funcall value read))) ,write ,@(when result-p (list result)))))
      (if before `(let (,before) ,form) form))))

(defmacro psetq (&rest pairs)
  (let ((bindings nil) (writes nil))
    (do* ((rest pairs (cddr rest))) ((null rest))
      (unless (and (symbolp (car rest)) (cdr rest)) (error "PSETQ takes variables and forms by twos"))
      (let ((new (gensym)))
        (setq bindings (cons (list new (second rest)) bindings)
              writes (list* new (car rest) writes))))
    `(let ,(reverse bindings) (setq ,@(reverse writes)) nil)))
(defmacro incf (place &optional (delta 1))
  (if (numberp delta)
      (pp.lisp:change place nil (lambda (old) `(+ ,old ,delta)))
      (let ((step (gensym))) (pp.lisp:change place `((,step ,delta)) (lambda (old) `(+ ,old ,step))))))
(defmacro decf (place &optional (delta 1))
  (if (numberp delta)
      (pp.lisp:change place nil (lambda (old) `(- ,old ,delta)))
      (let ((step (gensym))) (pp.lisp:change place `((,step ,delta)) (lambda (old) `(- ,old ,step))))))
(defmacro push (item place)
  (let ((new (gensym))) (pp.lisp:change place nil (lambda (old) `(cons ,new ,old)) (list new item))))
(defmacro pushnew (item place &rest keys)
  (let ((new (gensym))) (pp.lisp:change place nil (lambda (old) `(adjoin ,new ,old ,@keys)) (list new item))))
(defmacro pop (place)
  (destructuring-bind (temps (store) read write) (pp.lisp:place place)
    (let ((old (gensym))) `(let* (,@temps (,old ,read) (,store (cdr ,old))) ,write (car ,old)))))
(defmacro remf (place key)
  (destructuring-bind (temps (store) read write) (pp.lisp:place place)
    (let ((found (gensym)) (what (gensym)))
      `(let* (,@temps (,what ,key))
         (multiple-value-bind (,store ,found) (pp.lisp:remf ,read ,what) ,write ,found)))))

;; Checks

(defmacro check-type (place type &optional description)
  (declare (ignore description))
  `(unless (typep ,place ',type)
     (error 'simple-type-error :datum ,place :expected-type ',type
            :format-control "The value of ~S is ~S, which is not of type ~S."
            :format-arguments (list ',place ,place ',type))))
(defmacro assert (test &optional places (message "The assertion ~S failed." given) &rest arguments)
  (declare (ignore places))
  `(unless ,test (error ,message ,@(if given arguments `(',test)))))

;; Text

(defmacro with-output-to-string ((name) &body body)
  `(let ((,name (make-string-output-stream))) (progn ,@body) (get-output-stream-string ,name)))

(defmacro cl-ppcre:register-groups-bind (variables (regex text &rest keys) &body body)
  "Binds variables to the registers of a match, or to what functions make of them: (name (#'parse-integer n m))."
  (let ((found (gensym)) (registers (gensym)) (n -1) (bindings nil))
    (dolist (v variables)
      (dolist (name (if (consp v) (cdr v) (list v)))
        (let ((value `(aref ,registers ,(incf n))) (piece (gensym)))
          (when name
            (push (list name (if (consp v) `(let ((,piece ,value)) (when ,piece (funcall ,(car v) ,piece))) value))
                  bindings)))))
    `(multiple-value-bind (,found ,registers) (cl-ppcre:scan-to-strings ,regex ,text ,@keys)
       (when ,found (let ,(reverse bindings) ,@body)))))

;; Sets. What is called NUNION and the like leaves its arguments as they are.

(defun pp.lisp:among (x list swap key test test-not)
  (let ((item (if key (funcall key x) x)))
    (cond (swap (member item list :key key :test (if test-not (lambda (a b) (not (funcall test-not b a)))
                                                     (lambda (a b) (funcall (or test #'eql) b a)))))
          (test-not (member item list :key key :test-not test-not))
          (t (member item list :key key :test (or test #'eql))))))
(defun pp.lisp:onto (to from others wanted swap key test test-not)
  (when (and test test-not) (error "TEST and TEST-NOT cannot both be given"))
  (dolist (x from to)
    (when (eq wanted (not (not (pp.lisp:among x others swap key test test-not)))) (push x to))))
(defun union (a b &key key test test-not)
  (if (< (length a) (length b))
      (pp.lisp:onto a b a nil nil key test test-not)
      (pp.lisp:onto b a b nil nil key test test-not)))
(defun intersection (a b &key key test test-not) (pp.lisp:onto nil a b t nil key test test-not))
(defun set-difference (a b &key key test test-not)
  (if b (pp.lisp:onto nil a b nil nil key test test-not) a))
(defun set-exclusive-or (a b &key key test test-not)
  (pp.lisp:onto (pp.lisp:onto nil a b nil nil key test test-not) b a nil t key test test-not))
(defun subsetp (a b &key key test test-not)
  (every (lambda (x) (pp.lisp:among x b nil key test test-not)) a))
(defun nunion (a b &rest keys) (apply #'union a b keys))
(defun nintersection (a b &rest keys) (apply #'intersection a b keys))
(defun nset-difference (a b &rest keys) (apply #'set-difference a b keys))
(defun nset-exclusive-or (a b &rest keys) (apply #'set-exclusive-or a b keys))
