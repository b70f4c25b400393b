;;; NAME.lisp - a gate: it judges every action beside those that are built in.

(defun NAME-forced-p (effect)
  "Whether an effect is a git push that rewrites what others have."
  (let ((words (getf effect :words)))
    (and (eq (getf effect :kind) :runs)
         (equal (first words) "git")
         (member "push" words :test #'equal)
         (or (member "--force" words :test #'equal)
             (member "-f" words :test #'equal)))))

;; ACTION is what was proposed, such as (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git push")).
;; CTX has :EFFECTS, what it would do: plists such as (:KIND :RUNS :WORDS ("git" "push")),
;; (:KIND :READS :PATH "/a/b"), (:KIND :WRITES :PATH "/a/b") and (:KIND :CONNECTS :HOST "example.org").
;; Give ACTION itself where there is no objection,
;;   (:TYPE :LOG :TEXT "why not")                             to deny it,
;;   (:TYPE :EVENT :LEVEL :APPROVAL-REQUIRED :TEXT "why")     to have a person asked,
;; or another action to be judged in its place. Nothing that a gate gives allows more than before.
(defskill :NAME
  :priority 100
  :deterministic
  (lambda (action ctx)
    (if (some #'NAME-forced-p (getf ctx :effects))
        (list :type :event :level :approval-required
              :text "It rewrites what others may have pulled.")
        action)))

;; Checked whenever the file is loaded, by "pp skills check" and "pp skills test".
(defexamples :NAME
  ("git push --force" :ask)
  ("git push" :pass))
