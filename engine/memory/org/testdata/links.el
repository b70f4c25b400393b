;; Prints the links that Org reads in each of the files named on standard input, a JSON list of
;; places and texts a line, without those in subtrees that are comments.
(require 'org)
(require 'org-element)
(require 'org-attach)
(require 'json)
(setq org-inhibit-startup t org-mode-hook nil org-agenda-files nil gc-cons-threshold 100000000)

(defun pp-offset (pos) (1- (position-bytes pos)))

(defun pp-link (link)
  (let ((begin (org-element-property :begin link))
        (end (save-excursion (goto-char (org-element-property :end link)) (skip-chars-backward " \t") (point))))
    (unless (or (member (org-element-property :type link) '("radio"))
                (save-excursion (goto-char begin) (org-in-commented-heading-p))
                (org-element-lineage link '(link))
                (and (eq (org-element-property :format link) 'plain)
                     (not (member (org-element-property :type link) '("file" "id" "attachment" "http" "https"))))
                (and (eq (org-element-property :format link) 'angle)
                     (string-match-p "\n" (buffer-substring begin end))))
      (vector (pp-offset begin) (buffer-substring-no-properties begin end)))))

(let (name)
  (while (ignore-errors (setq name (read-string "")))
    (with-temp-buffer
      (let ((coding-system-for-read 'utf-8-unix)) (insert-file-contents name))
      (org-mode)
      (princ (json-encode (vconcat (org-element-map (org-element-parse-buffer) 'link #'pp-link nil nil nil t)))))
    (princ "\n")))
