;;; programming-repl: prototype in the REPL first. While this is on, the gate dispatcher/repl-verified
;;; names what is written and was neither evaluated in the conversation nor stamped.

(defparameter *repl-stamp* ";; REPL-VERIFIED: ")

(defun repl-about-lisp-p (ctx)
  "Whether what the person said, or what a tool gave, begins as something about Lisp."
  (flet ((about (text)
           (when (stringp text)
             (let ((text (string-downcase (subseq text 0 (min 1000 (length text))))))
               (or (search "lisp" text) (search "(def" text) (search "repl " text))))))
    (let ((payload (getf ctx :payload)))
      (or (about (getf payload :text))
          (some (lambda (result) (about (getf result :content))) (getf payload :results))))))

(defun repl-names-p (code at name)
  "Whether the form that begins AT defines NAME."
  (let* ((space (position #\Space code :start at))
         (from (and space (position-if-not (lambda (c) (find c " (")) code :start space)))
         (to (and from (+ from (length name)))))
    (and to
         (<= to (length code))
         (string-equal name code :start2 from :end2 to)
         (or (= to (length code)) (find (char code to) '(#\Space #\Newline #\Tab #\( #\)))))))

(defun repl-line-start (code at)
  (let ((newline (position #\Newline code :end at :from-end t)))
    (if newline (1+ newline) 0)))

(defun repl-line-end (code at)
  (or (position #\Newline code :start at) (length code)))

(defun repl-definition (code name)
  "Where the definition of NAME begins, at the beginning of a line."
  (loop for at = (search "(def" code) then (search "(def" code :start2 (1+ at))
        while at
        when (and (= at (repl-line-start code at)) (repl-names-p code at name))
          return at))

(defun repl-stamped (code at)
  "Where the stamp begins that stands right above AT, or NIL."
  (when (plusp at)
    (let* ((above (repl-line-start code (1- at)))
           (line (subseq code above (1- at))))
      (when (search "; REPL-VERIFIED:" line)
        above))))

(defun repl-edit (path code name date)
  "The call that gives the definition of NAME a stamp with DATE, or takes it away without one."
  (let ((at (repl-definition code name)))
    (if (null at)
        (list :status :error :content (format nil "There is no definition of ~a in ~a." name path))
        (let* ((end (repl-line-end code (min (length code) (1+ (repl-line-end code at)))))
               (lines (subseq code at end))
               (old (subseq code (or (repl-stamped code at) at) end))
               (new (if date (format nil "~a~a~%~a" *repl-stamp* date lines) lines)))
          (if (string= old new)
              (list :status :success
                    :content (format nil "The definition of ~a is ~:[not stamped~;stamped so~] already." name date))
              (list :call "edit-file" :args (list :filepath path :old old :new new)
                    :explanation (format nil "~:[Take the stamp from~;Stamp~] the definition of ~a, as was asked."
                                         date name)))))))

(defskill :programming-repl
  :priority 130
  :trigger #'repl-about-lisp-p
  :mandate "Prototype in the REPL first: evaluate a definition with eval-form, and a call of it, before you write it
to a file. Write only what you evaluated; say what you could not evaluate.")

(def-cognitive-tool :repl-stamp
  "Stamps a definition in a Lisp file as REPL-VERIFIED, or takes the stamp away."
  ((:filepath :type :path :required t)
   (:name :type :text :required t :doc "of the definition")
   (:date :type :text :doc "when it was verified, as 2026-05-03T13:00:00; none takes the stamp away"))
  :body
  (lambda (args results)
    (let ((path (getf args :filepath)) (date (getf args :date)) (last (car (last results))))
      (cond ((null last)
             (list :call "read-file" :args (list :filepath path) :explanation "Find the definition to stamp."))
            ((not (eq (getf last :status) :success))
             (list :status :error :content (getf last :content)))
            ((and date (not (ppcre:scan "^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2})?)?$" date)))
             (list :status :error :content (format nil "~a is no date. Write it as 2026-05-03T13:00:00." date)))
            ((string= (getf last :tool) "read-file")
             (repl-edit path (getf last :content) (getf args :name) date))
            (t (list :status :success :content (getf last :content)))))))
