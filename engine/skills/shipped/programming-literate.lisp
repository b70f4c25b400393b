;;; programming-literate: the Org file is the source, and Emacs tangles the code from it.

(defskill :programming-literate
  :priority 110
  :mandate "In a literate program edit the Org file, never a file that is tangled from it. Before you edit, see
whether a tangled file was changed by hand, and say so. After an edit tangle the file with
emacs --batch -l org --eval '(org-babel-tangle-file \"FILE.org\")', and run what checks the program.")
