;;;; What SBCL makes of Lisp forms; see lisp-vectors.
;;;;
;;;; It reads lines of UTF-8 in hexadecimal, each the text of an entry, and writes a line for each: the values of
;;;; the entry's last form, printed, or ERROR, or TIMEOUT, after "= ", which nothing writes that SBCL says when it
;;;; is out of memory. Every entry is evaluated in a package of its own.

(setf *read-eval* nil *print-pretty* nil)
(let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (handler-bind ((warning #'muffle-warning))
    (require :asdf)
    (funcall (find-symbol "LOAD-SYSTEM" "ASDF") "cl-ppcre")))

(defvar *in* (sb-sys:make-fd-stream 0 :input t :buffering :full :external-format :utf-8))
(defvar *out* (sb-sys:make-fd-stream 1 :output t :buffering :full :external-format :utf-8))
(defvar *count* 0)

(defun text-of (hex)
  (let ((octets (make-array (floor (length hex) 2) :element-type '(unsigned-byte 8))))
    (dotimes (i (length octets))
      (setf (aref octets i) (parse-integer hex :start (* 2 i) :end (+ 2 (* 2 i)) :radix 16)))
    (sb-ext:octets-to-string octets :external-format :utf-8)))

(defun values-of (text)
  "The values of the last form of TEXT."
  (let ((values '()) (end (gensym)))
    (with-input-from-string (in text)
      (loop for form = (read in nil end)
            until (eq form end)
            do (setf values (multiple-value-list (eval form)))))
    values))

(defun shown (values)
  (if values (format nil "~{~s~^ ;; ~}" values) ";; none"))

(defun answer (text)
  (let* ((*package* (make-package (format nil "ENTRY-~d" (incf *count*)) :use '(:common-lisp)))
         (*gensym-counter* 100)
         (*standard-output* (make-broadcast-stream))
         (*error-output* (make-broadcast-stream))
         (*trace-output* (make-broadcast-stream)))
    (unwind-protect
         (restart-case
             (handler-case
                 (handler-bind ((warning #'muffle-warning))
                   (sb-ext:with-timeout 5
                     (shown (values-of text))))
               (sb-ext:timeout () "TIMEOUT")
               (serious-condition () "ERROR"))
           (abort () "ERROR"))
      (ignore-errors (delete-package *package*)))))

(defun one-line (text)
  (substitute (code-char #x23ce) #\Newline (coerce text '(simple-array character (*)))))

(loop for line = (read-line *in* nil)
      while line
      do (write-string "= " *out*)
         (write-line (one-line (answer (text-of line))) *out*)
         (finish-output *out*))
