;;; programming-org: edits Org files by their headlines and blocks.

(defskill :programming-org
  :priority 120
  :mandate "Change an Org file by its headlines: find one with org-find-headline, change it with org-modify-file,
and leave its :ID: and what you do not change as it is. A line of a source block that begins with a star
or #+ has a comma before it.")
