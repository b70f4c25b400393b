;;; NAME.lisp - an answer to a sensor, without a model.

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
