;;; A tool that a model can call, made of tools that exist.

(def-cognitive-tool :count-todos "Counts the lines with TODO in a file."
    ((:filepath :type :path :required t))
  :body (lambda (args results)                  ; results: what the calls so far gave
          (let ((read (first results)))
            (cond ((null read)
                   (list :call "read-file" :args (list :filepath (getf args :filepath))))
                  ((eq (getf read :status) :success)
                   (list :status :success
                         :content (format nil "~d line~:p"
                                          (count-if (lambda (line) (search "TODO" line))
                                                    (ppcre:split "\\n" (getf read :content))))))
                  (t (list :status :error :content (getf read :content)))))))
