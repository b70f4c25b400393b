;;; pp-agent-test.el --- Tests of pp-agent against the real pp  -*- lexical-binding: t; -*-

;;; Commentary:

;; Run by the tests of pp, in a directory with notes.txt and a model of recorded
;; replies:
;;   emacs --batch -Q -l pp-agent.elc -l pp-agent-test.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'pp-agent)
(require 'org)
(require 'dired)

(defun pp-agent-test-wait (what done)
  "Wait until DONE gives non-nil, at most 20 seconds, for WHAT."
  (let ((end (+ (float-time) 20)))
    (while (not (funcall done))
      (when (> (float-time) end)
        (error "There is no %s in:\n%s" what
               (mapconcat (lambda (b) (with-current-buffer b
                                        (concat (buffer-name) "\n" (buffer-string))))
                          (seq-filter (lambda (b) (string-match-p "pp" (buffer-name b)))
                                      (buffer-list))
                          "\n")))
      (accept-process-output nil 0.05))))

(defun pp-agent-test-shows (text)
  "Wait until the conversation shows TEXT."
  (pp-agent-test-wait text (lambda ()
                             (with-current-buffer (pp-agent--buffer)
                               (save-excursion
                                 (goto-char (point-min))
                                 (search-forward text nil t))))))

(defun pp-agent-test-idle ()
  "Wait until pp has nothing to do."
  (pp-agent-test-wait "end" (lambda () (equal "idle" (buffer-local-value
                                                      'pp-agent--state
                                                      (pp-agent--buffer))))))

(defun pp-agent-test-question ()
  "Wait for a question, and give its buffer."
  (let ((name (pp-agent--approval-buffer (pp-agent--buffer))))
    (pp-agent-test-wait "question" (lambda () (get-buffer name)))
    (get-buffer name)))

(ert-deftest pp-agent-test-frame ()
  "Frames count bytes, and carry text as it is."
  (should (equal (pp-agent--frame '(:TYPE :EVENT :PAYLOAD (:ACTION :HANDSHAKE)))
                 "00002C(:TYPE :EVENT :PAYLOAD (:ACTION :HANDSHAKE))"))
  (dolist (text (list "é\n\"\\" (propertize "x" 'face 'bold) "a\0b" "\x3fffff" "\ud800"))
    (let ((frame (pp-agent--frame (list :TEXT (pp-agent--text text)))))
      (should (= (length frame) (+ 6 (string-to-number (substring frame 0 6) 16))))
      (with-temp-buffer
        (set-buffer-multibyte nil)
        (insert " \n" frame "0000")
        (should (equal (plist-get (pp-agent--take) :TEXT)
                       (pp-agent--text text)))
        (should-not (pp-agent--take))
        (should (equal (buffer-string) "0000")))))
  (with-temp-buffer
    (insert "00002c(")
    (should-error (pp-agent--take)))
  (should (equal (pp-agent--value '(:A NIL :B T :C (T "NIL"))) '(:A nil :B t :C (t "NIL"))))
  (should (equal (pp-agent--visible "a\u202eb\x1b[m\nc\t") "a\\u{202e}b\\u{1b}[m\nc\t")))

(ert-deftest pp-agent-test-conversation ()
  "A region is sent as data, an edit is shown, approved and made, and gone to."
  (let ((buffer (find-file-noselect "notes.txt")))
    (with-current-buffer buffer
      (pp-agent-send-region (point-min) (point-max) "when does the boat leave?"))
    (let ((asked (pp-agent-test-question)))
      (should-not (eq asked (current-buffer)))
      (with-current-buffer asked
        (dolist (text '("edit-file" "-The boat leaves at noon." "+The boat leaves at one."
                        "the model says: To correct the time."))
          (goto-char (point-min))
          (should (search-forward text nil t)))
        (should buffer-read-only)
        (should (string-match-p "y once, n no, s" header-line-format))
        (should (eq (key-binding "y") #'pp-agent-yes))
        (pp-agent-yes)))
    (pp-agent-test-shows "It leaves at one.")
    (pp-agent-test-idle)
    (with-current-buffer buffer
      (revert-buffer t t)
      (goto-char (point-min))
      (should (search-forward "The boat leaves at one." nil t)))
    (with-current-buffer (pp-agent--buffer)
      (should-not (get-buffer (pp-agent--approval-buffer (current-buffer))))
      (goto-char (point-max))
      (pp-agent-next-place)
      (should (equal (buffer-name) "notes.txt"))
      (should (= (line-number-at-pos) 2)))))

(ert-deftest pp-agent-test-denied ()
  "A denial with its reason goes to the model; the answer is used once."
  (with-current-buffer (pp-agent--buffer)
    (pp-agent-say "write it"))
  (with-current-buffer (pp-agent-test-question)
    (let ((question pp-agent--question) (conversation pp-agent--conversation))
      (pp-agent-no "not now")
      (with-temp-buffer
        (setq pp-agent--question question
              pp-agent--conversation conversation)
        (should-error (pp-agent-yes) :type 'user-error))))
  (pp-agent-test-shows "Then I do not.")
  (pp-agent-test-idle)
  (should-not (file-exists-p "new.txt")))

(ert-deftest pp-agent-test-interrupted ()
  "What pp does is ended, and the conversation goes on."
  (with-current-buffer (pp-agent--buffer)
    (pp-agent-say "take your time")
    (pp-agent-test-wait "thinking" (lambda () (equal pp-agent--state "thinking")))
    (pp-agent-interrupt))
  (pp-agent-test-shows "error: interrupted")
  (pp-agent-test-idle)
  (with-temp-buffer
    (lisp-mode)
    (insert "(defun twice (x) (* 2 x))\n\n(twice 21)\n")
    (goto-char (point-min))
    (pp-agent-eval-defun)
    (pp-agent-test-shows "TWICE")
    (goto-char (point-max))
    (pp-eval-defun))
  (pp-agent-test-shows "42"))

(ert-deftest pp-agent-test-plan ()
  "A flight plan is shown as Org, and carried out after a yes."
  (call-process "pp" nil nil nil "-q" "-n" "-p" "planner" "keep it")
  (write-region "(:REPLY \"It is kept.\")" nil "plan.sexp") ; what is said after it
  (pp-agent-plans)
  (pp-agent-test-wait "plan" (lambda () (get-buffer "flight-plans.org")))
  (with-current-buffer "flight-plans.org"
    (should (derived-mode-p 'org-mode))
    (should buffer-read-only)
    (goto-char (point-min))
    (re-search-forward "^\\* PLAN")
    (pp-agent-approve-plan))
  (with-current-buffer (pp-agent-test-question)
    (should-not (file-exists-p "kept.txt"))
    (pp-agent-yes))
  (pp-agent-test-shows "It is kept.")
  (should (file-exists-p "kept.txt")))

(ert-deftest pp-agent-test-tags ()
  "What is private by inherited tags is not sent."
  (with-temp-buffer
    (insert "#+FILETAGS: :mine:\n* Mine :crypt:\n** Below\nsecret\n")
    (let ((org-mode-hook nil))
      (org-mode))
    (search-backward "secret")
    (should (member "crypt" (plist-get (pp-agent--datum (point) (point-max)) :TAGS)))
    (pp-agent-send-region (point) (point-max) "sum up"))
  (pp-agent-test-shows "is private, by its tags"))

(defmacro pp-agent-test-file (name text &rest body)
  "Do BODY in a buffer of a file NAME with TEXT."
  (declare (indent 2))
  `(let ((org-mode-hook nil) (make-backup-files nil) (create-lockfiles nil))
     (write-region ,text nil ,name nil 'quiet)
     (let ((buffer (find-file-noselect ,name)))
       (unwind-protect (with-current-buffer buffer ,@body)
         (kill-buffer buffer)
         (delete-file ,name)))))

(defun pp-agent-test-region (text)
  "Give the data for the region that is TEXT, its last occurrence here."
  (goto-char (point-max))
  (search-backward text)
  (pp-agent--datum (match-beginning 0) (match-end 0)))

(defun pp-agent-test-has (datum file &rest tags)
  "Check that DATUM is of FILE, and under TAGS and no other."
  (when file
    (should (member (expand-file-name file) (plist-get datum :FILE))))
  (should (equal (sort (copy-sequence (plist-get datum :TAGS)) #'string<) tags)))

(ert-deftest pp-agent-test-all-tags ()
  "Every tag is sent, whatever the options and the mode."
  (pp-agent-test-file "tags.org"
      (concat "* Vault :crypt:\n** Child\nPIN 1\n* Open\n** Was\n:PROPERTIES:\n"
              ":ARCHIVE_ITAGS: mine gone\n:END:\nPIN 2\n* Half title :late:\n"
              "PIN 3\n  #+filetags: free :form:\n*** Deep :a:b:\n** Less :c:\nPIN 4\n")
    (dolist (mode '(org-mode fundamental-mode))
      (funcall mode)
      (let ((org-tags-exclude-from-inheritance '("crypt"))
            (org-use-tag-inheritance nil))
        (pp-agent-test-has (pp-agent-test-region "PIN 1") "tags.org"
                           "crypt" "form" "free")
        (narrow-to-region (match-beginning 0) (match-end 0))
        (pp-agent-test-has (pp-agent--datum (point-min) (point-max)) "tags.org"
                           "crypt" "form" "free")
        (widen)
        (pp-agent-test-has (pp-agent-test-region "PIN 2") "tags.org"
                           "form" "free" "gone" "mine")
        (pp-agent-test-has (pp-agent-test-region "PIN 2\n* Half") "tags.org"
                           "form" "free" "gone" "late" "mine")
        (pp-agent-test-has (pp-agent-test-region "* Open\n** Was\n:PROP") "tags.org"
                           "form" "free" "gone" "mine")
        (pp-agent-test-has (pp-agent-test-region "PIN 4") "tags.org"
                           "c" "form" "free" "late")
        (pp-agent-test-has (pp-agent--datum (point-min) (point-max)) "tags.org"
                           "crypt" "form" "free")))))

(ert-deftest pp-agent-test-origins ()
  "A buffer that shows a part of another is taken for a part of that one."
  (pp-agent-test-file "part.org"
      "* Mine :@personal:\n** Sub\nPIN 1\n#+begin_src text\nPIN 2\n#+end_src\n* TODO Other\n"
    (let ((indirect (make-indirect-buffer buffer "part-indirect" t)))
      (unwind-protect
          (with-current-buffer indirect
            (goto-char (point-min))
            (search-forward "** Sub")
            (narrow-to-region (match-beginning 0) (point-max))
            (pp-agent-test-has (pp-agent-test-region "PIN 1") "part.org" "@personal")
            (search-forward "PIN 2")
            (org-edit-special)
            (pp-agent-test-has (pp-agent--datum (point-min) (point-max))
                               "part.org" "@personal")
            (org-edit-src-exit))
        (kill-buffer indirect)))
    (set-buffer buffer)
    (with-temp-buffer
      (insert "a line\nand another\n")
      (put-text-property 8 12 'org-hd-marker
                         (with-current-buffer buffer
                           (goto-char (point-min))
                           (search-forward "Sub")
                           (point-marker)))
      (pp-agent-test-has (pp-agent--datum 1 6) nil)
      (pp-agent-test-has (pp-agent--datum 1 (point-max)) "part.org" "@personal"))
    (occur "PIN")
    (with-current-buffer "*Occur*"
      (pp-agent-test-has (pp-agent--datum (point-min) (point-max)) "part.org" "@personal")
      (kill-buffer))
    (with-temp-buffer
      (setq-local archive-superior-buffer buffer)
      (insert "member")
      (should (member (expand-file-name "part.org")
                      (plist-get (pp-agent--datum 1 3) :FILE))))))

(ert-deftest pp-agent-test-plans-settings ()
  "No text in the file of flight plans is taken for a setting."
  (let ((lines (concat "- Did :: new \"/ws/Local " ; apart, as this is no such list
                       "Variables:\"\n"
                       "- Did :: new \"/ws/coding: utf-16\"\n"
                       "- Did :: new \"/ws/bidi-paragraph-direction: right-to-left\"\n"
                       "- Did :: new \"/ws/end:\"\n")))
    (pp-agent-test-file "local.org" ""
      (kill-buffer)
      (write-region (concat "* é\n" lines) nil "local.org" nil 'quiet)
      (with-current-buffer (pp-agent--plans-buffer "local.org")
        (should (equal (buffer-string) (concat "* é\n" lines)))
        (should-not (eq bidi-paragraph-direction 'right-to-left))
        (kill-buffer))
      (write-region (concat "# -*- coding: utf-8 -*-\n* é\n" lines "\n\f\n")
                    nil "local.org" nil 'quiet)
      (with-current-buffer (find-file-noselect "local.org")
        (goto-char (point-min))
        (should (search-forward "* é\n- Did" nil t))
        (should-not (eq bidi-paragraph-direction 'right-to-left))
        (kill-buffer)))))

(ert-deftest pp-agent-test-next-key ()
  "After an answer no question is selected, so that the next key answers none."
  (let ((first (generate-new-buffer "*pp /first/*"))
        (second (generate-new-buffer "*pp /second/*"))
        sent)
    (cl-letf (((symbol-function 'pp-agent--send) (lambda (&rest _) (push t sent))))
      (dolist (conversation (list first second))
        (with-current-buffer conversation
          (setq-local pp-agent--questions
                      (list (list :TOKEN (buffer-name) :COMMAND "x" :DIRECTORY "/"))))
        (pp-agent--show-question conversation)
        (switch-to-buffer (pp-agent--approval-buffer conversation)))
      (delete-other-windows)
      (pp-agent-yes)
      (should (equal sent '(t)))
      (should (eq (window-buffer) second))
      (should (buffer-local-value 'pp-agent--questions first)))
    (kill-buffer (pp-agent--approval-buffer first))
    (kill-buffer first)
    (kill-buffer second)))

(ert-deftest pp-agent-test-names ()
  "A file that is reached in another way has also its name there."
  (with-temp-buffer
    (insert "text")
    (dolist (name '("/sudo:root@localhost:/vault/x" "/:/vault/x" "/vault/x"))
      (setq buffer-file-name name)
      (should (member "/vault/x" (plist-get (pp-agent--datum 1 5) :FILE))))
    (setq buffer-file-name "/vault/x.org.gpg")
    (pp-agent-test-has (pp-agent--datum 1 5) "/vault/x.org.gpg" "crypt")
    (setq buffer-file-name nil)
    (should-not (plist-member (pp-agent--datum 1 5) :FILE)))
  (let ((buffer (dired-noselect default-directory)))
    (with-current-buffer buffer
      (should (member (expand-file-name default-directory)
                      (plist-get (pp-agent--datum 1 5) :FILE))))
    (kill-buffer buffer)))

;;; pp-agent-test.el ends here
