;; Prints what Org reads in each of the files named on standard input, a JSON object a line.
(require 'org)
(require 'org-element)
(require 'json)
(setq org-inhibit-startup t org-mode-hook nil org-agenda-files nil gc-cons-threshold 100000000)

(defun pp-offset (pos) (1- (position-bytes pos)))
(defun pp-or-empty (x) (or x ""))
(defun pp-list (x) (vconcat (mapcar #'substring-no-properties x)))
(defun pp-stamp (h key)
  (let ((ts (org-element-property key h)))
    (if ts (org-trim (org-element-property :raw-value ts)) "")))

(defun pp-properties (h)
  "The node properties of headline H, in the order of the text."
  (let ((plist (nth 1 h)) pairs)
    (while plist
      (let ((name (substring (symbol-name (car plist)) 1)))
        (when (and (string= name (upcase name)) (not (equal name "")))
          (push (vector name (pp-or-empty (cadr plist))) pairs)))
      (setq plist (cddr plist)))
    (vconcat pairs)))

;; Emacs 28 takes a headline at the very beginning for the file, from which all inherits.
;; Below one of level two without one above, nothing of the file's drawer is inherited.
(defun pp-inherited (names)
  (if (save-excursion (while (org-up-heading-safe)) (> (or (org-current-level) 0) 1)) []
    (vconcat (mapcar (lambda (n) (org-entry-get (point) n (/= (char-after 1) ?*))) names))))

(defun pp-headline (h names)
  (goto-char (org-element-property :begin h))
  (let* ((parts (org-heading-components))
         (tags (org-get-tags nil t))
         (todo (or (org-element-property :todo-keyword h) (nth 2 parts)))
         (bare (not (equal todo (org-element-property :todo-keyword h))))
         (late (not (equal tags (org-element-property :tags h)))))
    `((begin . ,(pp-offset (point)))
      ;; The element's own end leaves out blank lines that end the subtree above, too.
      (end . ,(save-excursion (org-end-of-subtree t t) (pp-offset (point))))
      ;; With #+STARTUP: odd the element's own level is another than the number of stars.
      (level . ,(org-current-level))
      (todo . ,(pp-or-empty todo))
      (done . ,(if (member todo org-done-keywords) t :json-false))
      (priority . ,(or (org-element-property :priority h) 0))
      (title . ,(if (or bare (and late tags)) "" (org-element-property :raw-value h)))
      (tags . ,(pp-list tags))
      (alltags . ,(pp-list (org-get-tags)))
      (closed . ,(pp-stamp h :closed))
      (scheduled . ,(pp-stamp h :scheduled))
      (deadline . ,(pp-stamp h :deadline))
      (properties . ,(pp-properties h))
      (inherited . ,(pp-inherited names))
      (comment . ,(if (org-element-property :commentedp h) t :json-false)))))

(defun pp-file (name names)
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix)) (insert-file-contents name))
    (org-mode)
    `((filetags . ,(pp-list org-file-tags))
      (open . ,(pp-list org-not-done-keywords))
      (donekw . ,(pp-list org-done-keywords))
      (headlines . ,(vconcat (org-element-map (org-element-parse-buffer 'headline) 'headline
                               (lambda (h) (pp-headline h names)))))
      (file . ,(progn (goto-char (point-min))
                      (if (and (> (point-max) 1) (org-before-first-heading-p)) (pp-inherited names) []))))))

(let ((names (split-string (read-from-minibuffer ""))) line)
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (princ (concat (json-encode (pp-file line names)) "\n"))))
