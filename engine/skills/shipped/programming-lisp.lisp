;;; programming-lisp: a text that goes into a Lisp file must read. Whether it does the reader says;
;;; where it does not is found by its parentheses, strings and comments. What the reader does not
;;; know, such as #+ and #., is no reason to deny.

(defparameter *lisp-endings* '(".lisp" ".lsp" ".cl" ".asd"))

;; How long a text may be that is read, and one in which the place is found exactly. Of longer
;; ones a person is asked.
(defparameter *lisp-read* 24000)
(defparameter *lisp-scanned* 4000)

;; In this order: a string, a comment to the end of the line, a comment in bars, a character, a
;; symbol in bars, what is escaped, a parenthesis, and all that follows what does not end.
(defparameter *lisp-token*
  (concatenate 'string
               "(?s)\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|;[^\\n]*|#\\|[^|]*\\|+(?:[^|#][^|]*\\|+)*#"
               "|#\\\\.[A-Za-z0-9_+-]*|\\|[^|]*\\||\\\\.|[()]|(?:\"|#?\\|).*"))

(defun lisp-file-p (path)
  (and (stringp path)
       (some (lambda (ending)
               (let ((from (- (length path) (length ending))))
                 (and (>= from 0) (string-equal ending path :start2 from))))
             *lisp-endings*)))

(defun lisp-written-p (path effects)
  "Whether what a call names, or what it would write, is a Lisp file."
  (or (lisp-file-p path)
      (some (lambda (effect)
              (and (eq (getf effect :kind) :writes) (lisp-file-p (getf effect :path))))
            effects)))

(defun lisp-position (text at)
  "Line and column, both from 1, of a position in TEXT."
  (let ((newlines (ppcre:all-matches "\\n" (subseq text 0 at))))
    (format nil "line ~d, column ~d" (1+ (floor (length newlines) 2)) (1+ (- at (or (car (last newlines)) 0))))))

(defun lisp-reading (text)
  "How TEXT reads: :OK, :OPEN where something does not end, :ODD, or where a parenthesis is that
closes nothing."
  (handler-case
      (multiple-value-bind (forms end) (read-from-string (format nil "(~a~%)" text))
        (declare (ignore forms))
        (if (< end (+ (length text) 3)) (- end 2) :ok))
    (end-of-file () :open)
    (error () :odd)))

(defun lisp-says (text at what)
  (format nil "~a: ~a" (lisp-position text at) what))

(defun lisp-endless (token)
  "What a token is that does not end, or NIL."
  (let ((size (length token)))
    (case (char token 0)
      (#\" (unless (ppcre:scan "(?s)\\A\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"\\z" token) "a string"))
      (#\| (unless (and (> size 1) (char= (char token (1- size)) #\|)) "a symbol in bars"))
      (#\# (when (and (> size 1) (char= (char token 1) #\|))
             (unless (and (> size 3) (string= "|#" token :start2 (- size 2))) "a comment"))))))

(defun lisp-found (text number what)
  "WHAT with the position of a token."
  (lisp-says text (nth (* 2 number) (ppcre:all-matches *lisp-token* text)) what))

(defun lisp-scan (text)
  "What keeps TEXT from being read, with its position, or NIL."
  (let ((open '()))
    (loop for (token . more) on (ppcre:all-matches-as-strings *lisp-token* text)
          for number from 0
          for endless = (unless more (lisp-endless token)) ; the last takes all that follows
          do (when endless
               (return-from lisp-scan (lisp-found text number (format nil "~a that does not end" endless))))
             (case (char token 0)
               (#\( (push number open))
               (#\) (unless open
                      (return-from lisp-scan (lisp-found text number "a closing parenthesis without an opening one")))
                    (pop open))
               ;; One comment within another is not looked at.
               (#\# (when (and (char= (char token 1) #\|) (search "#|" token :start2 2))
                      (return-from lisp-scan nil)))))
    (when open
      (lisp-found text (car (last open)) "a list that is not closed"))))

(defun lisp-problem (text)
  "What keeps TEXT from being read, with its position, or NIL."
  (let ((reading (lisp-reading text)))
    (cond ((eq reading :ok) nil)
          ((<= (length text) *lisp-scanned*) (lisp-scan text))
          ((integerp reading) (lisp-says text reading "a closing parenthesis without an opening one"))
          ((eq reading :open) "at its end: something that begins in it does not end"))))

(defun lisp-text (args)
  "The text that a call puts in a file, and the name of that argument. An edit tells only where
what it takes away reads by itself."
  (let ((content (getf args :content)) (old (getf args :old)) (new (getf args :new)))
    (cond ((stringp content) (values content "CONTENT"))
          ((and (stringp old) (stringp new)
                (<= (length old) *lisp-read*)
                (not (lisp-problem old)))
           (values new "NEW")))))

(defun lisp-finding (action text name)
  (if (> (length text) *lisp-read*)
      (list :type :event :level :approval-required :waivable t
            :text "The Lisp is too long to be looked at here. Try it with validate-lisp.")
      (let ((problem (lisp-problem text)))
        (if problem
            (list :type :log
                  :text (format nil "The Lisp of :~a does not read, ~a. ~a~@[ ~a~]" name problem
                                "Mend it there, and try it with validate-lisp before you propose it again."
                                (when (string= name "NEW")
                                  "If it stands in a string or a comment, give :OLD and :NEW the whole of that.")))
            action))))

(defskill :programming-lisp
  :priority 140
  :mandate "Before you declare an edit of Lisp complete, call validate-lisp with the code that you propose. Where it
says :STATUS :ERROR, read :REASON and :FAILED, mend that, and call it again. Never trust your own
balancing of parentheses."
  :deterministic
  (lambda (action ctx)
    (let* ((payload (getf action :payload)) (args (getf payload :args)))
      (if (and (eq (getf payload :action) :call) (lisp-written-p (getf args :filepath) (getf ctx :effects)))
          (multiple-value-bind (text name) (lisp-text args)
            (if text (lisp-finding action text name) action))
          action))))

(defexamples :programming-lisp
  ((:type :request :target :tool
    :payload (:action :call :tool "write-file"
              :args (:content "(defun a () \")\")" :filepath "a.lisp")
              :explanation "Write a definition."))
   :pass)
  ((:type :request :target :tool
    :payload (:action :call :tool "write-file"
              :args (:content "(defun a ()" :filepath "a.lisp")
              :explanation "Write a definition."))
   :deny)
  ((:type :request :target :tool
    :payload (:action :call :tool "write-file"
              :args (:content "(defun a ()" :filepath "a.txt")
              :explanation "Write a definition."))
   :pass)
  ((:type :request :target :tool
    :payload (:action :call :tool "edit-file"
              :args (:filepath "a.lisp" :new "(b))" :old "(b)")
              :explanation "Change a call."))
   :deny)
  ((:type :request :target :tool
    :payload (:action :call :tool "edit-file"
              :args (:filepath "a.lisp" :new "(b))" :old "(b")
              :explanation "Mend a call."))
   :pass))
