;;; A gate: nobody's work is overwritten.

(defun no-force-push-p (effect)
  (let ((words (getf effect :words)))           ; of what runs, such as ("git" "push" "--force")
    (and (equal (first words) "git")
         (member "push" words :test #'equal)
         (intersection '("--force" "-f") words :test #'equal))))

(defskill :no-force-push
  :priority 120
  :deterministic (lambda (action ctx)
                   (if (some #'no-force-push-p (getf ctx :effects))
                       '(:type :log :text "It overwrites what others pushed. Use --force-with-lease.")
                       action))                 ; the action itself: no objection
  :mandate "Prefer rebase to merge.")           ; and this is told to every model

(defexamples :no-force-push
  ("git push --force" :deny)
  ("git push" :pass))
