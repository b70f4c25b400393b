;;; A prompt: what a model is sent in the place of "tldr".

(defskill :tldr
  :trigger (lambda (ctx) (equal (getf (getf ctx :payload) :text) "tldr"))
  :probabilistic (lambda (ctx)
                   (declare (ignore ctx))
                   "Summarize this"))
