;; Does what each line of standard input says, in Org: NAME TAB WHAT TAB TITLE TAB ARGUMENTS …, and
;; writes the file anew.
(require 'org)
(setq org-inhibit-startup t org-mode-hook nil org-agenda-files nil org-tags-column 0 make-backup-files nil
      create-lockfiles nil)
(advice-add 'format-time-string :around
            (lambda (f form &optional time zone) (funcall f form (or time (encode-time 0 4 3 2 1 2026 t)) (or zone t))))

(defun pp-find (title)
  (goto-char (point-min))
  (unless (re-search-forward (concat "^\\*+ .*" (regexp-quote title)) nil t) (error "No %s" title))
  (beginning-of-line))

(defun pp-do (what title args)
  (pp-find title)
  (pcase what
    ("todo" (org-todo (if (equal (car args) "") 'none (car args))))
    ("tag" (org-set-tags (append (org-get-tags nil t) args)))
    ("untag" (org-set-tags (delete (car args) (org-get-tags nil t))))
    ("property" (org-entry-put (point) (car args) (cadr args)))
    ("unproperty" (org-entry-delete (point) (car args)))
    ("plan" (let ((what (intern (downcase (car args)))))
              (if (equal (cadr args) "") (org-add-planning-info nil nil what)
                (org-add-planning-info what (cadr args)))))
    (_ (error "What is %s?" what))))

(let (line)
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (pcase-let ((`(,name ,what ,title . ,args) (split-string line "\t")))
      (let ((coding-system-for-read 'utf-8-unix))
        (with-current-buffer (find-file-noselect name)
          (org-mode)
          (pp-do what title args)
          (save-buffer)
          (kill-buffer))))))
