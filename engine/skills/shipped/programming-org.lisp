;;; programming-org: Org files by their headlines and blocks. While it is on, a model is told of the
;;; tools org-blocks and org-tangle.

(defskill :programming-org
  :priority 120
  :mandate "Change an Org file by its headlines: find one with org-find-headline, change it with org-modify-file,
and leave its :ID: and what you do not change as it is. List source blocks with org-blocks; a line of a
block that begins with a star or #+ has a comma before it.")
