;;; pp-agent.el --- Converse with the agent pp  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The pp authors
;; SPDX-License-Identifier: MIT

;; Author: The pp authors
;; Version: 1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: tools, convenience

;;; Commentary:

;; `M-x pp-agent' opens a conversation with pp, which must be on the path
;; (or see `pp-agent-program').  What you type there is what you say; a
;; region or a buffer goes with it as data, which is never an instruction:
;; `pp-agent-send-region', `pp-agent-send-buffer'.
;;
;; What needs your approval is shown in a buffer of its own, whole and with
;; its diff; `C-c C-a' goes there, and y, n, s or a answers.  That buffer is
;; never selected for you, so that no key you type elsewhere can answer.
;;
;; Results name places in files: RET on one goes there, `C-c C-j' to the next.
;; `pp-agent-plans' shows what waits for approval as Org, `pp-eval-defun'
;; evaluates the form around point, without a model.
;;
;; `pp help bridge' describes the messages that are exchanged.

;;; Code:

(require 'button)
(require 'diff-mode)
(require 'ring)
(require 'subr-x)

(declare-function org-entry-get "org" (pom property &optional inherit literal-nil))
(defvar dired-subdir-alist)
(defvar epa-file-name-regexp)
(defvar org-file-tags)

(defgroup pp-agent nil
  "Converse with the agent pp."
  :group 'tools
  :prefix "pp-agent-")

(defcustom pp-agent-program "pp"
  "The program to run: a name on the variable `exec-path', or a file."
  :type 'string)

(defcustom pp-agent-arguments nil
  "Arguments for pp bridge, such as (\"-m\" \"MODEL\" \"--accept-edits\")."
  :type '(repeat string))

(defcustom pp-agent-result-lines 8
  "How many lines of a result are shown."
  :type 'integer)

(defcustom pp-agent-show-traces nil
  "Non-nil shows what the gates said of each action, not only of a denied one."
  :type 'boolean)

(defface pp-agent-person '((t :inherit bold))
  "Face for what the person said.")
(defface pp-agent-note '((t :inherit shadow))
  "Face for what pp says besides its answers.")
(defface pp-agent-warning '((t :inherit warning))
  "Face for questions, denials and errors.")

(defvar-local pp-agent--process nil "The process of this conversation.")
(defvar-local pp-agent--session nil "The ID of this conversation.")
(defvar-local pp-agent--state nil "What pp is doing, as a text.")
(defvar-local pp-agent--pending 0 "How many flight plans wait.")
(defvar-local pp-agent--questions nil "The questions that wait, the oldest first.")
(defvar-local pp-agent--callbacks nil "What to do with an answer, by the message's ID.")
(defvar-local pp-agent--last-id 0 "The ID of the last message.")
(defvar-local pp-agent--input nil "Where what the person types begins.")
(defvar-local pp-agent--turn nil "Where what the person said last begins.")
(defvar-local pp-agent--said nil "What was said before.")
(defvar-local pp-agent--recalled nil "Which of what was said before is shown.")
(defvar-local pp-agent--conversation nil "The conversation that this buffer belongs to.")
(defvar-local pp-agent--question nil "The question that this buffer shows.")

;;;; Frames

(defun pp-agent--text (text)
  "Give TEXT as a message may have it: plain, and of nothing but characters."
  (replace-regexp-in-string "[\ud800-\udfff\x3fff80-\x3fffff]" "\ufffd"
                            (string-to-multibyte (substring-no-properties text))
                            t t))

(defun pp-agent--frame (message)
  "Give the frame of MESSAGE, a property list, as bytes."
  (let* ((print-length nil) (print-level nil) (print-circle nil)
         (print-escape-newlines nil) (print-escape-nonascii nil)
         (print-escape-control-characters nil) (print-escape-multibyte nil)
         (bytes (encode-coding-string (prin1-to-string message) 'utf-8 t)))
    (concat (format "%06X" (length bytes)) bytes)))

(defun pp-agent--value (form)
  "Give FORM with the T and NIL of pp as those of Emacs."
  (cond ((eq form 'NIL) nil)
        ((eq form 'T) t)
        ((consp form) (mapcar #'pp-agent--value form))
        (t form)))

(defun pp-agent--take ()
  "Take the first whole message from the bytes in this buffer; nil for none."
  (goto-char (point-min))
  (skip-chars-forward " \t\r\n")
  (delete-region (point-min) (point))
  (when (>= (buffer-size) 6)
    (unless (let ((case-fold-search nil))
              (looking-at "[0-9A-F]\\{6\\}"))
      (error "What pp sent is no frame"))
    (let ((end (+ (point-min) 6 (string-to-number (match-string 0) 16))))
      (when (<= end (point-max))
        (let ((bytes (buffer-substring-no-properties (+ (point-min) 6) end)))
          (delete-region (point-min) end)
          (pp-agent--value (read (decode-coding-string bytes 'utf-8 t))))))))

(defun pp-agent--filter (process bytes)
  "Pass on to the conversation of PROCESS the messages that BYTES make whole."
  (let ((wire (process-buffer process))
        (conversation (process-get process 'pp-agent-conversation))
        message)
    (when (and (buffer-live-p wire) (buffer-live-p conversation))
      (with-current-buffer wire
        (goto-char (point-max))
        (insert bytes)
        (while (setq message (pp-agent--take))
          (with-current-buffer conversation
            (pp-agent--receive message)))))))

(defun pp-agent--sentinel (process event)
  "Say in the conversation of PROCESS that it ended, by EVENT."
  (let ((conversation (process-get process 'pp-agent-conversation))
        (errors (process-get process 'pp-agent-errors)))
    (unless (process-live-p process)
      (when (buffer-live-p conversation)
        (with-current-buffer conversation
          (setq pp-agent--questions nil
                pp-agent--callbacks nil)
          (pp-agent--set-state "ended")
          (pp-agent--say (concat "pp ended: " (string-trim event)) 'pp-agent-note)
          (when (and (buffer-live-p errors) (/= 0 (process-exit-status process)))
            (pp-agent--say (with-current-buffer errors
                             (string-trim (buffer-string)))
                           'pp-agent-warning)))
        (pp-agent--show-question conversation))
      (dolist (buffer (list errors (process-buffer process)))
        (when (buffer-live-p buffer)
          (kill-buffer buffer))))))

(defun pp-agent--start (conversation)
  "Start pp for the buffer CONVERSATION."
  (with-current-buffer conversation
    (when (file-remote-p default-directory)
      (user-error "The directory is on another machine: run pp there"))
    (unless (executable-find pp-agent-program)
      (user-error "There is no program %s: set `pp-agent-program'"
                  pp-agent-program))
    (let* ((errors (generate-new-buffer " *pp-agent errors*"))
           (wire (generate-new-buffer " *pp-agent wire*"))
           (process (make-process
                     :name "pp-agent" :buffer wire :stderr errors
                     :command `(,pp-agent-program "bridge" ,@pp-agent-arguments)
                     :coding 'no-conversion :connection-type 'pipe :noquery t
                     :filter #'pp-agent--filter :sentinel #'pp-agent--sentinel)))
      (with-current-buffer wire
        (set-buffer-multibyte nil))
      (let ((said (get-buffer-process errors)))
        (when said
          (set-process-query-on-exit-flag said nil)
          (set-process-sentinel said #'ignore)))
      (process-put process 'pp-agent-conversation conversation)
      (process-put process 'pp-agent-errors errors)
      (setq pp-agent--process process
            pp-agent--questions nil
            pp-agent--callbacks nil)
      (pp-agent--send nil :EVENT
                      '(:ACTION :HANDSHAKE :CAPABILITIES
                        (:STREAM-CHUNK :GATE-TRACE :TOOL-OUTPUT :NOTE
                         :APPROVAL-REQUIRED))))))

(defun pp-agent--send (callback type payload)
  "Send PAYLOAD as a message of a TYPE; call CALLBACK with the answer's payload."
  (unless (process-live-p pp-agent--process)
    (pp-agent--start (current-buffer)))
  (setq pp-agent--last-id (1+ pp-agent--last-id))
  (when callback
    (push (cons pp-agent--last-id callback) pp-agent--callbacks))
  (process-send-string pp-agent--process
                       (pp-agent--frame `(:TYPE ,type :META (:ID ,pp-agent--last-id)
                                          :PAYLOAD ,payload))))

;;;; What pp sends

(defun pp-agent--receive (message)
  "Show MESSAGE in this conversation."
  (let* ((meta (plist-get message :META))
         (payload (plist-get message :PAYLOAD))
         (name (or (plist-get payload :SENSOR) (plist-get payload :ACTION)
                   (plist-get message :TYPE))))
    (when (plist-get meta :SESSION)
      (setq pp-agent--session (plist-get meta :SESSION)))
    (pcase name
      (:STATUS (pp-agent--status payload))
      (:STREAM-CHUNK (pp-agent--insert (pp-agent--visible (plist-get payload :TEXT))))
      (:NOTE (pp-agent--say (plist-get payload :TEXT) 'pp-agent-note))
      (:GATE-TRACE (pp-agent--trace payload))
      ((or :TOOL-OUTPUT :TOOL-ERROR) (pp-agent--result name payload))
      (:APPROVAL-REQUIRED (pp-agent--ask payload))
      ((or :DONE :ERROR :SESSIONS :PLANS)
       (pp-agent--answered name (plist-get meta :ID) payload)))))

(defun pp-agent--answered (name id payload)
  "Show what came of the message with an ID: PAYLOAD of an answer with NAME."
  (let ((callback (assoc id pp-agent--callbacks)))
    (setq pp-agent--callbacks (delq callback pp-agent--callbacks))
    (when (eq name :DONE)
      (pp-agent--done payload))
    (cond ((eq name :ERROR)
           (pp-agent--fault payload)
           (message "pp: %s" (plist-get payload :MESSAGE)))
          (callback (funcall (cdr callback) payload)))))

(defun pp-agent--status (payload)
  "Take over how things stand, by PAYLOAD."
  (when (plist-member payload :PENDING)
    (setq pp-agent--pending (plist-get payload :PENDING)))
  (let ((state (plist-get payload :STATE)))
    (unless (eq state :WAITING)
      (setq pp-agent--questions nil)
      (pp-agent--show-question (current-buffer)))
    (pp-agent--set-state (downcase (substring (symbol-name state) 1)))))

(defun pp-agent--set-state (state)
  "Show STATE in the mode line."
  (setq pp-agent--state state
        mode-line-process
        (concat " " state
                (when (> pp-agent--pending 0)
                  (format ", %d waiting" pp-agent--pending))))
  (force-mode-line-update))

(defun pp-agent--trace (payload)
  "Show what the gates said, by PAYLOAD, where it is wanted."
  (let ((denied (eq (plist-get payload :DECISION) :DENY)))
    (when (or denied pp-agent-show-traces)
      (pp-agent--say (plist-get payload :REASON)
                     (if denied 'pp-agent-warning 'pp-agent-note))
      (when pp-agent-show-traces
        (dolist (step (plist-get payload :STEPS))
          (pp-agent--say (format "  %3d %-12s %s" (plist-get step :PRIORITY)
                                 (plist-get step :GATE) (plist-get step :REASON))
                         'pp-agent-note))))))

(defun pp-agent--result (name payload)
  "Show the result in PAYLOAD, of a message with NAME, with its places."
  (pp-agent--say (format "%s: %s" (plist-get payload :TOOL)
                         (plist-get payload :ENDING))
                 (if (eq name :TOOL-ERROR) 'pp-agent-warning 'pp-agent-note))
  (let* ((lines (split-string (string-trim (or (plist-get payload :TEXT) "")) "\n"))
         (more (- (length lines) pp-agent-result-lines)))
    (pp-agent--say (mapconcat (lambda (line) (concat "  " line))
                              (butlast lines (max 0 more)) "\n")
                   'pp-agent-note)
    (when (> more 0)
      (pp-agent--say (format "  and %d lines more" more) 'pp-agent-note)))
  (dolist (key '(:WITHHELD :CONFLICTS))
    (dolist (text (plist-get payload key))
      (pp-agent--say (format "  not taken over: %s" text) 'pp-agent-warning)))
  (dolist (place (plist-get payload :PLACES))
    (pp-agent--insert-place (plist-get place :FILE) (plist-get place :LINE))))

(defun pp-agent--done (payload)
  "Show what of PAYLOAD, the end of what was asked, was not shown yet."
  (when (plist-get payload :ERROR)
    (pp-agent--fault (plist-get payload :ERROR)))
  (dolist (turn (plist-get payload :TURNS))
    (pp-agent--say (plist-get turn :TEXT)
                   (and (eq (plist-get turn :ROLE) :USER) 'pp-agent-person)))
  (dolist (value (plist-get payload :VALUES))
    (pp-agent--say value))
  (dolist (plan (plist-get payload :PENDING))
    (pp-agent--say (format "waits for approval (M-x pp-agent-plans): %s"
                           (plist-get plan :REASON))
                   'pp-agent-warning)))

(defun pp-agent--fault (fault)
  "Show FAULT, the message and the hint of an error."
  (pp-agent--say (concat "error: " (plist-get fault :MESSAGE)) 'pp-agent-warning)
  (when (plist-get fault :HINT)
    (pp-agent--say (concat "hint: " (plist-get fault :HINT)) 'pp-agent-warning)))

;;;; The conversation's buffer

(defun pp-agent--visible (text)
  "Give TEXT with the characters written out that hide or reorder others."
  (replace-regexp-in-string
   (concat "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e"
           "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
   (lambda (c) (format "\\u{%x}" (aref c 0))) text t t))

(defun pp-agent--insert (text &optional face)
  "Insert TEXT with FACE before what the person types."
  (let ((inhibit-read-only t))
    (save-excursion
      (goto-char (pp-agent--output-end))
      (insert (propertize text 'font-lock-face face 'read-only t
                          'front-sticky t 'rear-nonsticky t)))))

(defun pp-agent--output-end ()
  "Give where output is inserted: before the prompt."
  (- pp-agent--input 2))

(defun pp-agent--say (text &optional face)
  "Insert TEXT with FACE on lines of its own."
  (let ((end (pp-agent--output-end)))
    (unless (or (= end (point-min)) (eq (char-before end) ?\n))
      (pp-agent--insert "\n"))
    (pp-agent--insert (concat (pp-agent--visible text) "\n") face)))

(define-button-type 'pp-agent-place
  'action #'pp-agent--visit
  'follow-link t
  'help-echo "Go to this place")

(defun pp-agent--insert-place (file line)
  "Insert a button for LINE of FILE."
  (let ((inhibit-read-only t)
        (label (format "  %s:%d" (pp-agent--visible
                                  (if (file-in-directory-p file default-directory)
                                      (file-relative-name file)
                                    file))
                       line)))
    (save-excursion
      (goto-char (pp-agent--output-end))
      (insert-text-button label 'type 'pp-agent-place 'pp-agent-place (cons file line)
                          'read-only t 'front-sticky t 'rear-nonsticky t)
      (insert (propertize "\n" 'read-only t 'front-sticky t 'rear-nonsticky t)))))

(defun pp-agent--visit (button)
  "Go to the place of BUTTON, in another window."
  (let ((place (button-get button 'pp-agent-place)))
    (unless (file-exists-p (car place))
      (user-error "There is no file %s any more" (car place)))
    (find-file-other-window (car place))
    (goto-char (point-min))
    (forward-line (1- (cdr place)))))

(defun pp-agent-next-place ()
  "Go to the next place of a result, in another window.
After the last one, the first one since the person spoke is next."
  (interactive)
  (let ((button (or (next-button (point))
                    (next-button pp-agent--turn)
                    (user-error "There is no place since you spoke"))))
    (goto-char (button-start button))
    (pp-agent--visit button)))

(defvar pp-agent-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'pp-agent-return)
    (define-key map (kbd "C-j") #'newline)
    (define-key map (kbd "M-p") #'pp-agent-previous)
    (define-key map (kbd "M-n") #'pp-agent-next)
    (define-key map (kbd "C-c C-a") #'pp-agent-answer)
    (define-key map (kbd "C-c C-c") #'pp-agent-interrupt)
    (define-key map (kbd "C-c C-j") #'pp-agent-next-place)
    (define-key map (kbd "C-c C-n") #'pp-agent-new)
    (define-key map (kbd "C-c C-p") #'pp-agent-plans)
    (define-key map (kbd "C-c C-r") #'pp-agent-resume)
    (define-key map (kbd "C-c C-t") #'pp-agent-toggle-traces)
    map)
  "Keys of a conversation.")

(define-derived-mode pp-agent-mode fundamental-mode "pp"
  "Converse with pp: type what you say at the end, and RET.

\\{pp-agent-mode-map}"
  (setq-local truncate-lines nil)
  (setq-local word-wrap t)
  (setq pp-agent--said (make-ring 100))
  (let ((inhibit-read-only t))
    (insert (propertize "> " 'font-lock-face 'pp-agent-person 'read-only t
                        'front-sticky t 'rear-nonsticky t)))
  (setq pp-agent--input (copy-marker (point-max))
        pp-agent--turn (copy-marker (point-min)))
  (font-lock-mode 1)
  (pp-agent--say (concat "Type what you say, and RET.  C-c C-a goes to a question, "
                         "C-c C-j to the next result,\nC-c C-c interrupts; "
                         "C-h m lists the keys.")
                 'pp-agent-note))

(defun pp-agent--root ()
  "Give the directory that a conversation from here is in."
  (expand-file-name
   (file-name-as-directory
    (or (locate-dominating-file default-directory ".pp")
        (locate-dominating-file default-directory ".git")
        default-directory))))

(defun pp-agent--buffer ()
  "Give the buffer of the conversation to use from here, made where there is none."
  (cond
   ((derived-mode-p 'pp-agent-mode) (current-buffer))
   ((buffer-live-p pp-agent--conversation) pp-agent--conversation)
   (t
    (let* ((root (pp-agent--root))
           (buffer (get-buffer-create (format "*pp: %s*" (abbreviate-file-name root)))))
      (with-current-buffer buffer
        (unless (derived-mode-p 'pp-agent-mode)
          (setq default-directory root)
          (pp-agent-mode))
        (unless (process-live-p pp-agent--process)
          (pp-agent--start buffer)))
      buffer))))

;;;###autoload
(defun pp-agent ()
  "Go to the conversation with pp about the files around here."
  (interactive)
  (pop-to-buffer (pp-agent--buffer))
  (goto-char (point-max)))

(defun pp-agent-return ()
  "Say what was typed, or go to the place at point."
  (interactive)
  (if (< (point) pp-agent--input)
      (if (button-at (point))
          (push-button)
        (goto-char (point-max)))
    (let ((text (buffer-substring-no-properties pp-agent--input (point-max))))
      (unless (string-blank-p text)
        (delete-region pp-agent--input (point-max))
        (pp-agent-say text)))))

(defun pp-agent--recall (step)
  "Show what was said before instead of what was typed, STEP further back."
  (when (ring-empty-p pp-agent--said)
    (user-error "Nothing was said yet"))
  (setq pp-agent--recalled (if pp-agent--recalled (+ pp-agent--recalled step) 0))
  (delete-region pp-agent--input (point-max))
  (goto-char (point-max))
  (insert (ring-ref pp-agent--said pp-agent--recalled)))

(defun pp-agent-previous ()
  "Show what was said before."
  (interactive)
  (pp-agent--recall 1))

(defun pp-agent-next ()
  "Show what was said after what is shown."
  (interactive)
  (pp-agent--recall -1))

(defun pp-agent-say (text &optional data)
  "Say TEXT in the conversation of this buffer, with DATA."
  (with-current-buffer (pp-agent--buffer)
    (setq pp-agent--recalled nil)
    (ring-insert pp-agent--said text)
    (set-marker pp-agent--turn (pp-agent--output-end))
    (pp-agent--say (concat "> " text
                           (mapconcat (lambda (datum)
                                        (format "\n  with %s" (plist-get datum :LABEL)))
                                      data ""))
                   'pp-agent-person)
    (pp-agent--send nil :EVENT `(:SENSOR :USER-INPUT :TEXT ,(pp-agent--text text)
                                 ,@(and data (list :DATA data))))))

(defun pp-agent--datum (start end)
  "Give the text from START to END as data to go with a message."
  (let* ((name (if buffer-file-name (file-name-nondirectory buffer-file-name)
                 (buffer-name)))
         (places (pp-agent--places start end))
         (files (pp-agent--of-places places (lambda (_start _end) (pp-agent--files))))
         (tags (pp-agent--of-places places #'pp-agent--tags)))
    `(:LABEL ,(format "%s:%d-%d" name (line-number-at-pos start t)
                      (line-number-at-pos (max start (1- end)) t))
      :TEXT ,(pp-agent--text (buffer-substring-no-properties start end))
      ,@(and files (list :FILE files))
      ,@(and tags (list :TAGS tags)))))

;;;; Where a text comes from, so that what is private stays private

(defconst pp-agent--origins
  '(org-src--beg-marker edit-indirect--overlay org-field-marker org-pos
    tar-superior-buffer archive-superior-buffer vc-parent-buffer)
  "Variables that say, local to a buffer, of which place it shows a part.")

(defun pp-agent--place (value)
  "Give the buffer and the region that VALUE stands for; nil for none."
  (let ((buffer (cond ((bufferp value) value)
                      ((markerp value) (marker-buffer value))
                      ((overlayp value) (overlay-buffer value))))
        (start (cond ((markerp value) (marker-position value))
                     ((overlayp value) (overlay-start value))
                     (t 1))))
    (when (buffer-live-p buffer)
      (list buffer start start))))

(defun pp-agent--markers (start end)
  "Give the markers from START to END that an agenda or occur set there."
  (let (found)
    (while (< start end)
      (dolist (name '(org-marker org-hd-marker occur-target))
        (let ((value (get-text-property start name)))
          (setq found (append (if (consp (car-safe value)) (mapcar #'car value)
                                (list value))
                              found))))
      (setq start (next-property-change start nil end)))
    found))

(defun pp-agent--places (start end)
  "Give the buffers, with a region, that the text from START to END comes from.
These are this buffer and those of which it shows a part, and so on: the buffer
that an indirect one shares, the Org file of a block that is edited."
  (let ((todo (list (list (current-buffer) start end)))
        places)
    (while todo
      (let ((place (pop todo)))
        (unless (member place places)
          (push place places)
          (with-current-buffer (car place)
            (save-restriction
              (widen)
              (when (buffer-base-buffer)
                (push (cons (buffer-base-buffer) (cdr place)) todo))
              (dolist (value (append (mapcar (lambda (name)
                                               (and (local-variable-p name)
                                                    (symbol-value name)))
                                             pp-agent--origins)
                                     (apply #'pp-agent--markers (cdr place))))
                (let ((from (pp-agent--place value)))
                  (when from
                    (push from todo)))))))))
    places))

(defun pp-agent--of-places (places read)
  "Give what READ gives for each of PLACES in its buffer, each text once."
  (delete-dups
   (mapcar #'pp-agent--text
           (apply #'append
                  (mapcar (lambda (place)
                            (with-current-buffer (car place)
                              (save-excursion
                                (save-restriction
                                  (widen)
                                  (apply read (cdr place))))))
                          places)))))

(defun pp-agent--files ()
  "Give the names of the file or the directories that this buffer shows.
One that Emacs reaches in another way, as by `sudo', has also its name there."
  (apply #'append
         (mapcar (lambda (name)
                   (list (if (file-remote-p name) name (expand-file-name name))
                         (expand-file-name
                          (file-name-unquote (file-local-name name)))))
                 (if buffer-file-name
                     (list buffer-file-name)
                   (mapcar #'car (bound-and-true-p dired-subdir-alist))))))

(defun pp-agent--tags (start end)
  "Give the tags that the text from START to END has in an Org file.
No mode and no option is asked, which may say that a tag is not inherited."
  (let ((case-fold-search t)
        (lists (append (bound-and-true-p org-file-tags)
                       (and buffer-file-name
                            (string-match-p epa-file-name-regexp buffer-file-name)
                            '("crypt"))))
        (level 1000))
    (goto-char (point-min))
    (while (re-search-forward "^[ \t]*#\\+filetags:\\(.*\\)" nil t)
      (push (match-string 1) lists))
    ;; The last headline's tags may stand after the end.
    (goto-char end)
    (when (re-search-backward "^\\*+ " start t)
      (let ((own (pp-agent--own-tags)))
        (when (< end (point))
          (setq lists (append own lists)))))
    (goto-char start)
    (end-of-line)
    (while (and (> level 1)
                (re-search-backward (format "^\\(\\*\\{1,%d\\}\\) " (1- level)) nil t))
      (setq level (- (match-end 1) (match-beginning 1))
            lists (append (save-excursion (pp-agent--own-tags)) lists)))
    (apply #'append (mapcar (lambda (list) (split-string list "[: \t\r]+" t)) lists))))

(defun pp-agent--own-tags ()
  "Give the lists of tags of the headline at point, and go to the end of the last.
Of what was archived these are also the tags that it inherited before."
  (let (lists)
    (when (looking-at ".*[ \t]\\(:[^ \t\r\n]+:\\)[ \t\r]*$")
      (push (match-string 1) lists))
    (end-of-line)
    (let ((next (save-excursion (if (re-search-forward "^\\*+ " nil 'end)
                                    (match-beginning 0)
                                  (point)))))
      (while (re-search-forward "^[ \t]*:ARCHIVE_ITAGS:\\(.*\\)" next t)
        (push (match-string 1) lists)))
    lists))

;;;###autoload
(defun pp-agent-send-region (start end text)
  "Say TEXT with the region from START to END as data."
  (interactive "r\nsSay about the region: ")
  (pp-agent-say text (list (pp-agent--datum start end)))
  (display-buffer (pp-agent--buffer)))

;;;###autoload
(defun pp-agent-send-buffer (text)
  "Say TEXT with this buffer as data."
  (interactive "sSay about the buffer: ")
  (pp-agent-send-region (point-min) (point-max) text))

;;;###autoload
(defun pp-agent-eval-defun ()
  "Evaluate the form around point in the Lisp of pp, without a model."
  (interactive)
  (let ((form (save-excursion
                (end-of-defun)
                (let ((end (point)))
                  (beginning-of-defun)
                  (buffer-substring-no-properties (point) end)))))
    (with-current-buffer (pp-agent--buffer)
      (pp-agent--send (lambda (payload)
                        (let ((fault (plist-get payload :ERROR)))
                          (message "%s" (if fault
                                            (plist-get fault :MESSAGE)
                                          (string-join (plist-get payload :VALUES)
                                                       " ")))))
                      :EVENT `(:SENSOR :REPL-EVAL :TEXT ,(pp-agent--text form))))))

;;;###autoload
(defalias 'pp-eval-defun #'pp-agent-eval-defun)

(defun pp-agent-interrupt ()
  "End what pp is doing, and go on with the conversation."
  (interactive)
  (with-current-buffer (pp-agent--buffer)
    (pp-agent--send nil :EVENT '(:SENSOR :INTERRUPT))))

(defun pp-agent-toggle-traces ()
  "Show what the gates say of each action, or only of a denied one."
  (interactive)
  (setq pp-agent-show-traces (not pp-agent-show-traces))
  (message "Gate traces are %s" (if pp-agent-show-traces "shown" "hidden")))

(defun pp-agent-new ()
  "Begin a new conversation in this buffer."
  (interactive)
  (with-current-buffer (pp-agent--buffer)
    (pp-agent--send (lambda (_) (pp-agent--say "a new conversation" 'pp-agent-note))
                    :REQUEST '(:ACTION :NEW))))

(defun pp-agent-resume ()
  "Go on with a conversation that is chosen from a list."
  (interactive)
  (with-current-buffer (pp-agent--buffer)
    (pp-agent--send
     (lambda (payload)
       (run-at-time 0 nil #'pp-agent--choose (current-buffer)
                    (plist-get payload :SESSIONS)))
     :REQUEST '(:ACTION :SESSIONS))))

(defun pp-agent--choose (conversation sessions)
  "Go on in CONVERSATION with one of SESSIONS, which the person chooses."
  (let* ((choices (mapcar (lambda (s)
                            (cons (format "%s  %s" (plist-get s :TITLE)
                                          (plist-get s :ID))
                                  (plist-get s :ID)))
                          sessions))
         (choice (completing-read "Go on with: " choices nil t))
         (id (cdr (assoc choice choices))))
    (when id
      (with-current-buffer conversation
        (pp-agent--send nil :REQUEST `(:ACTION :RESUME :SESSION ,id))))))

;;;; Approval

(defun pp-agent--ask (question)
  "Show QUESTION, after those that wait already."
  (setq pp-agent--questions (append pp-agent--questions (list question)))
  (pp-agent--say (format "pp asks about %s: C-c C-a shows it"
                         (plist-get question :TOOL))
                 'pp-agent-warning)
  (pp-agent--show-question (current-buffer))
  (message "pp asks about %s" (plist-get question :TOOL)))

(defvar pp-agent-approval-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map "y" #'pp-agent-yes)
    (define-key map "n" #'pp-agent-no)
    (define-key map "s" #'pp-agent-session)
    (define-key map "a" #'pp-agent-always)
    map)
  "Keys of a question.")

(define-derived-mode pp-agent-approval-mode special-mode "pp-asks"
  "A question of pp: y once, n no, s this session, a always.

\\{pp-agent-approval-mode-map}"
  (setq-local truncate-lines nil)
  (setq-local bidi-paragraph-direction 'left-to-right)
  (setq-local revert-buffer-function #'ignore))

(defun pp-agent--approval-buffer (conversation)
  "Give the name of the buffer for the questions of CONVERSATION."
  (concat "*pp asks:" (substring (buffer-name conversation) 4)))

(defun pp-agent--show-question (conversation)
  "Show the first question that waits in CONVERSATION, without selecting it."
  (let* ((question (car (buffer-local-value 'pp-agent--questions conversation)))
         (name (pp-agent--approval-buffer conversation))
         (shown (get-buffer name)))
    (cond
     ((and shown question
           (eq question (buffer-local-value 'pp-agent--question shown))))
     (question
      ;; In a window of its own that is not selected: a key that was meant for
      ;; another question, or for another buffer, must not answer this one.
      (when shown
        (kill-buffer shown))
      (with-current-buffer (get-buffer-create name)
        (pp-agent-approval-mode)
        (setq pp-agent--conversation conversation
              pp-agent--question question
              default-directory (buffer-local-value 'default-directory conversation))
        (let ((inhibit-read-only t))
          (pp-agent--write-question question))
        (goto-char (point-min))
        (unless noninteractive
          (display-buffer (current-buffer) '((display-buffer-reuse-window
                                              display-buffer-at-bottom)
                                             (inhibit-same-window . t)
                                             (window-height . 0.6))))))
     (shown
      (let ((window (get-buffer-window shown t)))
        (when (and window (not (window-dedicated-p window)))
          (quit-window nil window)))
      (kill-buffer shown)))))

(defun pp-agent--write-question (question)
  "Write QUESTION in this buffer, whole."
  (let ((line (lambda (face format &rest values)
                (insert (propertize (pp-agent--visible (apply #'format format values))
                                    'font-lock-face face)
                        "\n"))))
    (funcall line 'bold (if (eq (plist-get question :WHEN) :AFTER)
                            "It was done in a layer, and nothing of it is there yet:"
                          "May it be done?"))
    (insert "\n")
    (dolist (text (plist-get question :REASONS))
      (funcall line 'pp-agent-warning "asks %s" text))
    (insert "\n")
    (dolist (text (split-string (or (plist-get question :COMMAND)
                                    (plist-get question :REQUEST))
                                "\n"))
      (funcall line 'bold "  | %s" text))
    (insert "\n")
    (funcall line nil "in %s" (plist-get question :DIRECTORY))
    (when (plist-get question :EXPLANATION)
      (funcall line 'pp-agent-note "the model says: %s"
               (plist-get question :EXPLANATION)))
    (dolist (key '(:DOES :DID :REMARKS))
      (dolist (text (plist-get question key))
        (funcall line nil "- %s" text)))
    (when (plist-get question :EXPIRES)
      (funcall line nil "until %s" (plist-get question :EXPIRES)))
    (when (plist-get question :DIFF)
      (insert "\n")
      (dolist (text (split-string (string-trim-right (plist-get question :DIFF) "\n")
                                  "\n"))
        (funcall line (pcase (and (> (length text) 0) (aref text 0))
                        (?+ 'diff-added)
                        (?- 'diff-removed)
                        (?@ 'diff-hunk-header))
                 "%s" text)))
    (insert "\n")
    (dolist (scope '((:SESSION . "s this session") (:ALWAYS . "a always")))
      (dolist (offer (plist-get question (car scope)))
        (funcall line nil "%s: %s" (cdr scope) (string-join offer " "))))
    (setq header-line-format
          (concat "y once, n no"
                  (if (plist-get question :SESSION) ", s this session" "")
                  (if (plist-get question :ALWAYS) ", a always" "")
                  "; q leaves it open"))))

(defun pp-agent-answer ()
  "Go to the question that waits."
  (interactive)
  (let* ((conversation (pp-agent--buffer))
         (buffer (get-buffer (pp-agent--approval-buffer conversation))))
    (unless buffer
      (user-error "Nothing is asked"))
    (pop-to-buffer buffer)))

(defun pp-agent--reply (&rest answer)
  "Answer the question of this buffer with ANSWER."
  (let ((question pp-agent--question)
        (conversation pp-agent--conversation))
    (unless (and question (buffer-live-p conversation))
      (user-error "Nothing is asked here"))
    (with-current-buffer conversation
      (unless (memq question pp-agent--questions)
        (user-error "That is not asked any more"))
      (setq pp-agent--questions (delq question pp-agent--questions))
      (pp-agent--send nil :RESPONSE
                      `(:ACTION :APPROVAL :TOKEN ,(plist-get question :TOKEN) ,@answer)))
    (pp-agent--show-question conversation)
    ;; Never to the next question: no key that was meant for one must answer another.
    (if (get-buffer-window conversation)
        (select-window (get-buffer-window conversation))
      (pop-to-buffer-same-window conversation))))

(defun pp-agent-yes ()
  "Allow once what is asked here."
  (interactive)
  (pp-agent--reply :ANSWER :Y))

(defun pp-agent-no (reason)
  "Deny what is asked here, with a REASON for the model, which may be empty."
  (interactive "sWhy not? (told to the model) ")
  (if (string-blank-p reason)
      (pp-agent--reply :ANSWER :N)
    (pp-agent--reply :ANSWER :N :REASON (pp-agent--text reason))))

(defun pp-agent--grant (key answer)
  "Answer ANSWER with what the person chooses of the question's KEY."
  (let* ((offers (plist-get pp-agent--question key))
         (texts (mapcar (lambda (offer) (pp-agent--visible (string-join offer " ")))
                        offers))
         (n (cond ((null offers) (user-error "That is not offered here"))
                  ((null (cdr offers)) 0)
                  (t (let ((choice (completing-read "Allow what? " texts nil t)))
                       (- (length texts) (length (member choice texts))))))))
    (when (and (nth n texts) (y-or-n-p (concat (nth n texts) "  Allow that? ")))
      (pp-agent--reply :ANSWER answer :OFFER (1+ n)))))

(defun pp-agent-session ()
  "Allow for this session what is asked here."
  (interactive)
  (pp-agent--grant :SESSION :S))

(defun pp-agent-always ()
  "Allow for good what is asked here."
  (interactive)
  (pp-agent--grant :ALWAYS :A))

;;;; Flight plans

(defvar pp-agent-plans-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-a") #'pp-agent-approve-plan)
    (define-key map (kbd "C-c C-k") #'pp-agent-deny-plan)
    map)
  "Keys in the Org file of flight plans.")

(define-minor-mode pp-agent-plans-mode
  "Approve and deny the flight plans of pp in their Org file.

\\{pp-agent-plans-mode-map}"
  :lighter " pp-plans")

(defun pp-agent--plans-buffer (file)
  "Give a buffer of FILE as it is now, in which nothing is taken for a setting."
  (let ((enable-local-variables nil)
        (enable-dir-local-variables nil)
        (coding-system-for-read 'utf-8-unix))
    (with-current-buffer (find-file-noselect file t)
      (unless (buffer-modified-p)
        (revert-buffer t t))
      (current-buffer))))

;;;###autoload
(defun pp-agent-plans ()
  "Show what waits for approval, as Org."
  (interactive)
  (with-current-buffer (pp-agent--buffer)
    (pp-agent--send
     (lambda (payload)
       (let ((conversation (current-buffer)))
         (if (null (plist-get payload :PLANS))
             (message "Nothing waits for approval")
           (with-current-buffer (pp-agent--plans-buffer (plist-get payload :FILE))
             (setq buffer-read-only t
                   pp-agent--conversation conversation)
             (pp-agent-plans-mode 1)
             (display-buffer (current-buffer))))))
     :REQUEST '(:ACTION :PLANS))))

(defun pp-agent--plan-token ()
  "Give the token of the flight plan at point."
  (or (and (derived-mode-p 'org-mode) (org-entry-get nil "TOKEN"))
      (user-error "There is no flight plan at point")))

(defun pp-agent-approve-plan ()
  "Show the flight plan at point as a question; it is carried out after a yes."
  (interactive)
  (let ((token (pp-agent--plan-token)))
    (with-current-buffer (pp-agent--buffer)
      (pp-agent--send nil :REQUEST `(:ACTION :APPROVE :TOKEN ,token)))))

(defun pp-agent-deny-plan (reason)
  "Deny the flight plan at point, for a REASON, which may be empty."
  (interactive "sWhy not? ")
  (let ((token (pp-agent--plan-token)))
    (with-current-buffer (pp-agent--buffer)
      (pp-agent--send nil :REQUEST
                      `(:ACTION :DENY :TOKEN ,token
                        ,@(unless (string-blank-p reason)
                            (list :REASON (pp-agent--text reason))))))))

(provide 'pp-agent)
;;; pp-agent.el ends here
