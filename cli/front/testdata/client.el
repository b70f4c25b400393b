;;; client.el --- A session by acp.el, with an approval and a cancellation  -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs -Q --batch -L DIRECTORY-OF-ACP.EL -l client.el DIRECTORY PROGRAM [ARGUMENT ...]

;;; Code:

(require 'acp)
(require 'map)

(let* ((cwd (pop command-line-args-left))
       (client (acp-make-client :context-buffer (current-buffer) :command (pop command-line-args-left)
                                :command-params (prog1 command-line-args-left (setq command-line-args-left nil))))
       (file (expand-file-name "out.txt" cwd))
       (asked 0) (told nil) (session nil))
  (acp-subscribe-to-notifications
   :client client
   :on-notification
   (lambda (n)
     (let-alist n
       (push .params.update told)
       (when (and (equal .params.update.kind "execute") (equal .params.update.status "in_progress"))
         (acp-send-notification :client client
                                :notification (acp-make-session-cancel-notification :session-id session))))))
  (acp-subscribe-to-requests
   :client client
   :on-request
   (lambda (r)
     (let-alist r
       (pcase .method
         ("session/request_permission"
          (setq asked (1+ asked))
          (acp-send-response :client client
                             :response (acp-make-session-request-permission-response
                                        :request-id .id :option-id (map-elt (elt .params.options 0) 'optionId))))
         ("fs/read_text_file"
          (acp-send-response :client client
                             :response (acp-make-fs-read-text-file-response
                                        :request-id .id
                                        :content (with-temp-buffer (insert-file-contents .params.path)
                                                                   (buffer-string)))))
         ("fs/write_text_file"
          (with-temp-file .params.path (insert .params.content))
          (acp-send-response :client client
                             :response (acp-make-fs-write-text-file-response :request-id .id)))
         (_ (error "A request that nobody knows: %S" r))))))
  (cl-flet ((say (text)
              (map-elt (acp-send-request
                        :client client :sync t
                        :request (acp-make-session-prompt-request
                                  :session-id session :prompt `(((type . "text") (text . ,text)))))
                       'stopReason))
            (want (what got)
              (unless (equal what got) (error "Got %S and not %S: %S" got what told))))
    (want 1 (map-elt (acp-send-request :client client :sync t
                                       :request (acp-make-initialize-request
                                                 :protocol-version 1 :read-text-file-capability t
                                                 :write-text-file-capability t))
                     'protocolVersion))
    (setq session (map-elt (acp-send-request :client client :sync t
                                             :request (acp-make-session-new-request :cwd cwd))
                           'sessionId))
    (want "end_turn" (say "greet"))
    (want 1 asked)
    (want "hello\n" (with-temp-buffer (insert-file-contents file) (buffer-string)))
    (want "cancelled" (say "wait"))
    (want "end_turn" (say "and now?"))
    (acp-shutdown :client client)
    (princ "ok\n")))

;;; client.el ends here
