;;; NAME.lisp - a prompt: what a model is sent in the place of what the person said.

(defun NAME-said (ctx)
  "What the person said, or an empty string."
  (or (getf (getf ctx :payload) :text) ""))

(defskill :NAME
  :priority 100
  ;; Without a trigger it is for every message. CTX is the signal: (:TYPE :META :PAYLOAD :DEPTH).
  :trigger (lambda (ctx) (search "commit message" (NAME-said ctx)))
  ;; NIL leaves the prompt as it is.
  :probabilistic
  (lambda (ctx)
    (format nil "~a~%~%Write it in the imperative, with a subject of at most 72 characters."
            (NAME-said ctx))))
