;;; programming-standards: how code is written here. The files that the configuration names
;;; in `mandates` say more, in the person's own words.

(defskill :programming-standards
  :priority 40
  :mandate "Before you change code, read how the code around it is written, and keep to that: its names, its layout,
its tests. Say what you did not test.")
