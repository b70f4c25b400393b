package command

// What `pp skills new` writes, with NAME for the skill's name. Each loads as it is, and its
// examples pass.

const newGate = `;;; NAME.lisp - a gate: it judges every action beside those that are built in.

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
`

const newTool = `;;; NAME.lisp - a tool that a model can call, made of tools that exist ("pp tools" lists them).

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
`

const newPrompt = `;;; NAME.lisp - a prompt: what a model is sent in the place of what the person said.

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
`

const newTrigger = `;;; NAME.lisp - an answer to a sensor, without a model.

;; CTX is the signal: (:TYPE :META :PAYLOAD :DEPTH). Give a request, which is judged like any other and
;; whose result, if it is a tool's or a command's, goes to the model; (:TYPE :LOG :TEXT "...") to note
;; something; or NIL to leave the signal to the model.
;; Sensors are :USER-INPUT, :CHAT-MESSAGE, :TOOL-OUTPUT, :HEARTBEAT, :INTERRUPT and others.
(register-pre-reason-handler :user-input
  (lambda (ctx)
    (when (equal (getf (getf ctx :payload) :text) "NAME")
      (list :type :request :target :cli
            :payload (list :action :message :text "This is NAME."
                           :explanation "The person asked for it by its name.")))))
`
