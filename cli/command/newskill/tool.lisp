;;; NAME.lisp - a tool that a model can call, made of tools that exist ("pp tools" lists them).

(def-cognitive-tool :NAME "Counts the lines with TODO in a file."
    ((:filepath :type :path :required t :doc "the file"))
  ;; RESULTS are what the calls so far gave, the first call's first: plists with :TOOL :ARGS :STATUS
  ;; (:SUCCESS, :ERROR or :DENIED) and :CONTENT. Each call is judged like one of the model's own.
  :body (lambda (args results)
          (let ((read (first results)))
            (cond ((null read)
                   (list :call "read-file" :args (list :filepath (getf args :filepath))))
                  ((eq (getf read :status) :success)
                   (list :status :success
                         :content (format nil "~d" (count-if (lambda (line) (search "TODO" line))
                                                             (ppcre:split "\\n" (getf read :content))))))
                  (t (list :status :error :content (getf read :content)))))))
