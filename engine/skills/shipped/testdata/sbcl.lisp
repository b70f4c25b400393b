;; Loads skills in SBCL, and says what their parts give: what pp means by a file of a skill, in a
;; page. Arguments: the files. Each form of standard input is one of
;;   (:GATE file action context)  (:MANDATE file context)  (:TOOL name args results)
;; and gets a line: (:PASS) (:DENY text) (:ASK text waivable) (:REVISE action) (:WRONG), or a value.
(require :asdf)
(let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (handler-case (asdf:load-system :cl-ppcre) (error () (sb-ext:exit :code 69 :abort t)))) ; it is not installed
(setf sb-impl::*default-external-format* :utf-8)
(defpackage :pp.shim (:use :cl) (:export #:defskill #:def-cognitive-tool #:defexamples #:register-pre-reason-handler))
(in-package :pp.shim)
(rename-package :cl-ppcre :cl-ppcre '(:ppcre))
(declaim (sb-ext:muffle-conditions warning sb-ext:compiler-note))

(defvar *file*)
(defvar *skills* (make-hash-table :test 'equal))
(defvar *tools* (make-hash-table :test 'equal))

(defmacro defskill (name &rest parts)
  (declare (ignore name))
  `(setf (gethash *file* *skills*) (list ,@parts)))
(defmacro def-cognitive-tool (name doc arguments &key body)
  (declare (ignore doc arguments))
  `(setf (gethash (string-downcase ',name) *tools*) ,body))
(defmacro defexamples (&rest examples) (declare (ignore examples)) nil)
(defmacro register-pre-reason-handler (sensor function) (declare (ignore sensor function)) nil)

(defun load-skill (path)
  (let* ((*file* (pathname-name path))
         (*package* (make-package (format nil "PP.SKILLS.~:@(~a~)" *file*) :use '(:cl :pp.shim))))
    (handler-bind ((warning #'muffle-warning))
      (with-open-file (in path :external-format :utf-8)
        (loop for form = (read in nil in) until (eq form in) do (eval form))))))

(defun fn (x) (if (symbolp x) (symbol-function x) x))

(defun wanted-p (skill context)
  "Without a trigger always; one that fails is true for a gate, and false for a mandate."
  (let ((trigger (getf skill :trigger)))
    (if trigger (handler-case (if (funcall (fn trigger) context) :yes :no) (error () :failed)) :yes)))

(defun text-of (finding)
  (let ((text (getf finding :text (getf (getf finding :payload) :text))))
    (if (stringp text) (string-trim '(#\Space #\Tab #\Newline) text) "")))

(defun plist-p (x) (and (consp x) (listp (cdr (last x))) (evenp (length x)) (keywordp (first x))))

(defun meaning (action value)
  (cond ((equal action value) '(:pass))
        ((not (plist-p value)) '(:deny ""))
        ((eq (getf value :level) :approval-required) (list :ask (text-of value) (and (getf value :waivable) t)))
        ((member (getf value :type) '(:log :event)) (list :deny (text-of value)))
        ((eq (getf value :type) :request) (list :revise value))
        (t '(:deny ""))))

(defun gate (file action context)
  (let* ((skill (gethash file *skills*)) (gate (getf skill :deterministic)))
    (if (or (null gate) (eq (wanted-p skill context) :no))
        '(:pass)
        (handler-case (meaning action (funcall (fn gate) action context)) (error () '(:wrong))))))

(defun mandate (file context)
  (let* ((skill (gethash file *skills*)) (mandate (getf skill :mandate)))
    (cond ((not (eq (wanted-p skill context) :yes)) nil)
          ((stringp mandate) mandate)
          (mandate (handler-case (funcall (fn mandate) context) (error () nil))))))

(defun tool (name args results)
  (handler-case (funcall (fn (gethash name *tools*)) args results) (error () '(:wrong))))

(mapc #'load-skill (rest sb-ext:*posix-argv*))
(let ((*package* (find-package :pp.shim)) (*print-pretty* nil) (*read-eval* nil))
  (loop for form = (read *standard-input* nil)
        while form
        do (destructuring-bind (kind &rest arguments) form
             (prin1 (apply (ecase kind (:gate #'gate) (:mandate #'mandate) (:tool #'tool)) arguments))
             (terpri))))
