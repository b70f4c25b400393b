;;; An answer without a model.

(register-pre-reason-handler :user-input
  (lambda (ctx)
    (when (equal (getf (getf ctx :payload) :text) "house rules")
      '(:type :request :target :cli
        :payload (:action :message :text "No force pushes. Rebase before you push."
                  :explanation "The person asked for the rules.")))))
