;; Tangles each of the Org files named on standard input, and prints "ok" or what went wrong.
(require 'org)
(require 'ob-tangle)
(setq org-inhibit-startup t org-mode-hook nil org-agenda-files nil make-backup-files nil create-lockfiles nil
      auto-save-default nil vc-handled-backends nil inhibit-message t enable-local-variables nil)
(let (line)
  (while (setq line (ignore-errors (read-from-minibuffer "")))
    (let ((said (condition-case e
                    (with-current-buffer (find-file-noselect line)
                      (unwind-protect (progn (org-babel-tangle) "ok") (set-buffer-modified-p nil) (kill-buffer)))
                  (error (replace-regexp-in-string "\n" " " (format "%S" e))))))
      (princ (concat said "\n")))))
