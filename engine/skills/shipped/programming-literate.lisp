;;; programming-literate: the Org file is the source, and what is tangled from it follows. While it is
;;; on, a model is told of the tools org-blocks and org-tangle.

(defun literate-lines (text)
  "The lines of what org-blocks gave that say that a file is not what its blocks say."
  (remove-if-not (lambda (line)
                   (or (search " (differs: " line) (search " (not there)" line) (search " (cannot be read)" line)))
                 (ppcre:split "\\n" text)))

(defun literate-report (path text)
  (let ((lines (literate-lines text)))
    (if lines
        (format nil "~{~a~%~}Edit ~a where its blocks are behind, then call org-tangle." lines path)
        (format nil "What is tangled from ~a is as its blocks are." path))))

(defskill :programming-literate
  :priority 110
  :mandate "In a literate program edit the Org file, never a file that is tangled from it. Before you edit, see with
org-differs whether a tangled file was changed by hand, and say so. After an edit call org-tangle, and
run what checks the program.")

(def-cognitive-tool :org-differs
  "Says which tangled files differ from the Org file that they come from."
  ((:filepath :type :path :required t :doc "the Org file"))
  :body
  (lambda (args results)
    (let ((path (getf args :filepath)) (blocks (first results)))
      (cond ((null blocks)
             (list :call "org-blocks" :args (list :filepath path) :explanation "See what is tangled to where."))
            ((eq (getf blocks :status) :success)
             (list :status :success :content (literate-report path (getf blocks :content))))
            (t (list :status :error :content (getf blocks :content)))))))
