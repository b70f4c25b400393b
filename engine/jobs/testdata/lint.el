;; Prints what org-lint says of the links of the file named on standard input: a line number and a text a line.
(require 'org)
(require 'org-lint)
(setq org-inhibit-startup t org-mode-hook nil org-agenda-files nil)
(find-file (read-string ""))
(org-mode)
(dolist (found (org-lint '(link-to-local-file invalid-fuzzy-link invalid-custom-id-link invalid-coderef-link)))
  (let ((row (cadr found)))
    (princ (format "%s %s\n" (aref row 0) (aref row 2)))))
