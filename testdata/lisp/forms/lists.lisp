;;; Conses, lists, alists, plists, sets, trees.
(cons 1 2)
;=> (1 . 2)
(cons 1 nil)
;=> (1)
(cons 1 '(2 3))
;=> (1 2 3)
(cons '(1) '(2))
;=> ((1) 2)
(car '(1 2))
;=> 1
(cdr '(1 2))
;=> (2)
(car nil)
;=> NIL
(cdr nil)
;=> NIL
(car 5)
;=> ERROR
(cdr "a")
;=> ERROR
(caar '((1) 2))
;=> 1
(cadr '(1 2 3))
;=> 2
(cddr '(1 2 3))
;=> (3)
(cdar '((1 2) 3))
;=> (2)
(caddr '(1 2 3))
;=> 3
(cadddr '(1 2 3 4))
;=> 4
(cdddr '(1 2 3 4))
;=> (4)
(caadr '(1 (2)))
;=> 2
(cdadr '(1 (2 3)))
;=> (3)
(cadar '((1 2) 3))
;=> 2
(cadr '(1))
;=> NIL
(cadr '(1 . 2))
;=> ERROR
(first '(1 2))
;=> 1
(second '(1 2))
;=> 2
(third '(1 2))
;=> NIL
(fourth '(1 2 3 4))
;=> 4
(fifth '(1 2 3 4 5))
;=> 5
(tenth '(1 2 3 4 5 6 7 8 9 10))
;=> 10
(rest '(1 2))
;=> (2)
(rest nil)
;=> NIL
(first nil)
;=> NIL
(nth 0 '(a b))
;=> A
(nth 1 '(a b))
;=> B
(nth 5 '(a b))
;=> NIL
(nth -1 '(a b))
;=> ERROR
(nth 'a '(a b))
;=> ERROR
(nthcdr 1 '(a b c))
;=> (B C)
(nthcdr 0 '(a b c))
;=> (A B C)
(nthcdr 5 '(a b c))
;=> NIL
(last '(1 2 3))
;=> (3)
(last '(1 2 3) 2)
;=> (2 3)
(last '(1 2 3) 0)
;=> NIL
(last '(1 2 . 3))
;=> (2 . 3)
(last nil)
;=> NIL
(last 5)
;=> ERROR
(butlast '(1 2 3))
;=> (1 2)
(butlast '(1 2 3) 2)
;=> (1)
(butlast '(1 2 3) 5)
;=> NIL
(butlast nil)
;=> NIL
(nbutlast (list 1 2 3))
;=> (1 2)
(list)
;=> NIL
(list 1 2 3)
;=> (1 2 3)
(list 1 (list 2 3))
;=> (1 (2 3))
(list* 1 2 '(3 4))
;=> (1 2 3 4)
(list* 1 2)
;=> (1 . 2)
(list* 1)
;=> 1
(list*)
;=> ERROR
(make-list 3)
;=> (NIL NIL NIL)
(make-list 3 :initial-element 'x)
;=> (X X X)
(make-list 0)
;=> NIL
(make-list -1)
;=> ERROR
(length '(1 2 3))
;=> 3
(length nil)
;=> 0
(length '(1 . 2))
;=> ERROR
(append)
;=> NIL
(append '(1))
;=> (1)
(append '(1) '(2))
;=> (1 2)
(append '(1) nil '(2 3))
;=> (1 2 3)
(append nil nil)
;=> NIL
(append '(1) 2)
;=> (1 . 2)
(append '(1 2) '(3 . 4))
;=> (1 2 3 . 4)
(append 1)
;=> 1
(append 1 '(2))
;=> ERROR
(append '(1 . 2) '(3))
;=> ERROR
(append '(1) '(2) '(3) 4)
;=> (1 2 3 . 4)
(nconc (list 1) (list 2))
;=> (1 2)
(nconc nil (list 2))
;=> (2)
(nconc)
;=> NIL
(nconc (list 1) nil (list 2) 3)
;=> (1 2 . 3)
(reverse '(1 2 3))
;=> (3 2 1)
(reverse nil)
;=> NIL
(reverse '(1 . 2))
;=> ERROR
(nreverse (list 1 2 3))
;=> (3 2 1)
(copy-list '(1 2 3))
;=> (1 2 3)
(copy-list '(1 . 2))
;=> (1 . 2)
(copy-list nil)
;=> NIL
(copy-tree '(1 (2 (3))))
;=> (1 (2 (3)))
(let ((x '(1 2))) (eq x (copy-list x)))
;=> NIL
(let ((x '(1 2))) (equal x (copy-list x)))
;=> T
(let ((x '((1) 2))) (eq (car x) (car (copy-list x))))
;=> T
(let ((x '((1) 2))) (eq (car x) (car (copy-tree x))))
;=> NIL
(eq '() nil)
;=> T
(eq 'a 'a)
;=> T
(eq '(1) '(1))
;=> NIL
(equal '(1 (2)) '(1 (2)))
;=> T
(equal '(1 2) '(1 2 3))
;=> NIL
(equal "a" "a")
;=> T
(equal "a" "A")
;=> NIL
(equal #(1 2) #(1 2))
;=> NIL
(equal 'a "A")
;=> NIL
(eql "a" "a")
;=> NIL
(consp '(1))
;=> T
(consp nil)
;=> NIL
(listp nil)
;=> T
(listp '(1))
;=> T
(listp 5)
;=> NIL
(atom nil)
;=> T
(atom '(1))
;=> NIL
(atom 5)
;=> T
(null nil)
;=> T
(null '(1))
;=> NIL
(null 0)
;=> NIL
(endp nil)
;=> T
(endp '(1))
;=> NIL
(endp 5)
;=> ERROR
(rplaca (list 1 2) 9)
;=> (9 2)
(rplacd (list 1 2) '(8))
;=> (1 8)
(rplaca nil 1)
;=> ERROR
(member 2 '(1 2 3))
;=> (2 3)
(member 9 '(1 2 3))
;=> NIL
(member "b" '("a" "b"))
;=> NIL
(member "b" '("a" "b" "c") :test #'equal)
;=> ("b" "c")
(member "B" '("a" "b" "c") :test #'string-equal)
;=> ("b" "c")
(member 2 '((1 a) (2 b)) :key #'car)
;=> ((2 B))
(member 2 '(1 2 3) :test #'<)
;=> (3)
(member 2 '(1 2 3) :test-not #'eql)
;=> (1 2 3)
(member nil '(1 nil 2))
;=> (NIL 2)
(member 1 nil)
;=> NIL
(member 1 5)
;=> ERROR
(member 2.0 '(1 2 3) :test #'=)
;=> (2 3)
(member-if #'evenp '(1 2 3))
;=> (2 3)
(member-if #'evenp '(1 3))
;=> NIL
(member-if-not #'evenp '(2 3 4))
;=> (3 4)
(member-if #'evenp '((1) (2)) :key #'car)
;=> ((2))
(assoc 'b '((a . 1) (b . 2)))
;=> (B . 2)
(assoc 'z '((a . 1) (b . 2)))
;=> NIL
(assoc "b" '(("a" . 1) ("b" . 2)))
;=> NIL
(assoc "b" '(("a" . 1) ("b" . 2)) :test #'equal)
;=> ("b" . 2)
(assoc "b" '(("a" . 1) ("b" . 2)) :test #'string=)
;=> ("b" . 2)
(assoc 2 '((1 . a) (3 . b)) :test #'<)
;=> (3 . B)
(assoc 2 '(("1" . a) ("2" . b)) :key #'parse-integer)
;=> ("2" . B)
(assoc nil '(nil (nil . 1)))
;=> (NIL . 1)
(assoc 'a nil)
;=> NIL
(assoc 'a '(a))
;=> ERROR
(assoc 'a 5)
;=> ERROR
(assoc-if #'evenp '((1 . a) (2 . b)))
;=> (2 . B)
(assoc-if-not #'evenp '((2 . a) (1 . b)))
;=> (1 . B)
(rassoc 2 '((a . 1) (b . 2)))
;=> (B . 2)
(rassoc "x" '((a . "x")) :test #'equal)
;=> (A . "x")
(cdr (assoc 'b '((a . 1) (b . 2))))
;=> 2
(cadr (assoc 'b '((a 1) (b 2))))
;=> 2
(acons 'a 1 '((b . 2)))
;=> ((A . 1) (B . 2))
(adjoin 1 '(2 3))
;=> (1 2 3)
(adjoin 2 '(2 3))
;=> (2 3)
(adjoin "a" '("a"))
;=> ("a" "a")
(adjoin "a" '("a") :test #'equal)
;=> ("a")
(adjoin '(a 2) '((a 1)) :key #'car)
;=> ((A 1))
(union '(1 2) '(2 3))
;=> (1 2 3)
(union nil '(1))
;=> (1)
(union '(1) nil)
;=> (1)
(union '("a") '("a" "b") :test #'equal)
;=> ("b" "a")
(union '((a 1)) '((a 2) (b 1)) :key #'car)
;=> ((B 1) (A 1))
(intersection '(1 2 3) '(2 3 4))
;=> (3 2)
(intersection '(1 2) '(3))
;=> NIL
(intersection '("a" "b") '("b") :test #'equal)
;=> ("b")
(set-difference '(1 2 3) '(2))
;=> (3 1)
(set-difference '(1 2 3) nil)
;=> (1 2 3)
(set-difference '("a" "b") '("b") :test #'string=)
;=> ("a")
(subsetp '(1 2) '(1 2 3))
;=> T
(subsetp '(1 4) '(1 2 3))
;=> NIL
(subsetp nil '(1))
;=> T
(subsetp '("a") '("a") :test #'equal)
;=> T
(getf '(:a 1 :b 2) :b)
;=> 2
(getf '(:a 1 :b 2) :c)
;=> NIL
(getf '(:a 1 :b 2) :c 5)
;=> 5
(getf '(:a nil) :a 5)
;=> NIL
(getf nil :a)
;=> NIL
(getf '(:a 1 :a 2) :a)
;=> 1
(getf '("a" 1) "a")
;=> NIL
(getf '(:a 1 :b) :b)
;=> ERROR
(getf '(:a) :a)
;=> ERROR
(getf 5 :a)
;=> ERROR
(getf '(1 2 3 4) 3)
;=> 4
(get 'sym :prop)
;=> NIL
;departs: absent
(push 1 '(2))
;=> ERROR
(mapcar #'1+ '(1 2 3))
;=> (2 3 4)
(mapcar #'+ '(1 2 3) '(10 20 30))
;=> (11 22 33)
(mapcar #'+ '(1 2 3) '(10 20))
;=> (11 22)
(mapcar #'list '(1 2) '(a b) '("x" "y"))
;=> ((1 A "x") (2 B "y"))
(mapcar #'car '((1 2) (3 4)))
;=> (1 3)
(mapcar 'car '((1 2) (3 4)))
;=> (1 3)
(mapcar (lambda (x) (* x x)) '(1 2 3))
;=> (1 4 9)
(mapcar #'identity nil)
;=> NIL
(mapcar #'1+ 5)
;=> ERROR
(mapcar #'1+ #(1 2))
;=> ERROR
(mapcar #'1+ '(1 . 2))
;=> ERROR
(mapc #'identity '(1 2))
;=> (1 2)
(let ((s 0)) (mapc (lambda (x) (incf s x)) '(1 2 3)) s)
;=> 6
(mapcan #'list '(1 2))
;=> (1 2)
(mapcan (lambda (x) (if (oddp x) (list x x))) '(1 2 3))
;=> (1 1 3 3)
(mapcan (lambda (x) (when (> x 1) (list x))) '(1 2 3))
;=> (2 3)
(apply #'mapcar #'list '((1 2) (3 4)))
;=> ((1 3) (2 4))
(append '(1) (list 2) (cons 3 nil))
;=> (1 2 3)
(let ((x (list 1 2 3))) (nconc x (list 4)) x)
;=> (1 2 3 4)
(let ((l '(3 1 2))) (sort (copy-list l) #'<))
;=> (1 2 3)
(let ((l (list 3 1 2))) (setf l (sort l #'>)) l)
;=> (3 2 1)
(let ((p '(:a 1 :b 2))) (loop for (k v) on p by #'cddr collect (list k v)))
;=> ((:A 1) (:B 2))
(let ((al '((a . 1)))) (push '(b . 2) al) (mapcar #'car al))
;=> (B A)
(list 'quote 'a)
;=> (QUOTE A)
''a
;=> (QUOTE A)
'(quote a)
;=> (QUOTE A)
'(function car)
;=> (FUNCTION CAR)
'#'car
;=> (FUNCTION CAR)
'`(a ,b ,@c)
;=> (SB-INT:QUASIQUOTE (A #S(SB-IMPL::COMMA :EXPR B :KIND 0) #S(SB-IMPL::COMMA :EXPR C :KIND 2)))
;departs: backquote
'(a . (b c))
;=> (A B C)
'(a . nil)
;=> (A)
'((a . b) . c)
;=> ((A . B) . C)
'(1 "two" :three #\4 5.0)
;=> (1 "two" :THREE #\4 5.0)
(car ''a)
;=> QUOTE
(length ''a)
;=> 2
(let ((l (list 1 2 3))) (eq (cdr l) (rest l)))
;=> T
(let ((a (list 1 2))) (let ((b a)) (setf (car b) 9) a))
;=> (9 2)
(list (list) nil '() 'nil)
;=> (NIL NIL NIL NIL)
(vector 1 2 3)
;=> #(1 2 3)
(vector)
;=> #()
#(1 2 3)
;=> #(1 2 3)
(aref #(1 2 3) 0)
;=> 1
(aref #(1 2 3) 3)
;=> ERROR
(aref #(1 2 3) -1)
;=> ERROR
(elt #(1 2 3) 1)
;=> 2
(elt '(1 2 3) 1)
;=> 2
(elt "abc" 1)
;=> #\b
(elt '(1 2 3) 3)
;=> ERROR
(elt nil 0)
;=> ERROR
(make-array 3)
;=> #(0 0 0)
(make-array 3 :initial-element 7)
;=> #(7 7 7)
(make-array 3 :initial-contents '(1 2 3))
;=> #(1 2 3)
(make-array '(3) :initial-element 0)
;=> #(0 0 0)
(make-array 2 :initial-contents '(1 2 3))
;=> ERROR
(make-array 0)
;=> #()
(vectorp #(1))
;=> T
(vectorp "a")
;=> T
(vectorp '(1))
;=> NIL
(coerce '(1 2) 'vector)
;=> #(1 2)
(coerce #(1 2) 'list)
;=> (1 2)
(coerce "ab" 'list)
;=> (#\a #\b)
(coerce '(#\a #\b) 'string)
;=> "ab"
(coerce #(#\a) 'string)
;=> "a"
(coerce '(1 2) 'list)
;=> (1 2)
(coerce "a" 'vector)
;=> "a"
(coerce '(1) 'string)
;=> ERROR
(coerce 'a 'string)
;=> ERROR
(coerce "a" 'character)
;=> #\a
(coerce 'a 'character)
;=> #\A
(coerce 97 'character)
;=> ERROR
(coerce 5 t)
;=> 5
(defun tree-depth (x) (if (atom x) 0 (1+ (reduce #'max (mapcar #'tree-depth x) :initial-value 0)))) (tree-depth '(1 (2 (3)) 4))
;=> 3
(defun count-atoms (x) (cond ((null x) 0) ((atom x) 1) (t (+ (count-atoms (car x)) (count-atoms (cdr x)))))) (count-atoms '(1 (2 3) ((4))))
;=> 4
(defun plist-get (p k) (cadr (member k p))) (plist-get '(:a 1 :b 2) :b)
;=> 2
(defun alist->plist (al) (mapcan (lambda (c) (list (car c) (cdr c))) al)) (alist->plist '((:a . 1) (:b . 2)))
;=> (:A 1 :B 2)
(defun proto-get (p k) (when (listp p) (getf p k))) (proto-get (proto-get '(:payload (:text "hi")) :payload) :text)
;=> "hi"
(defun my-reverse (l) (let ((r nil)) (dolist (x l r) (push x r)))) (my-reverse '(1 2 3))
;=> (3 2 1)
(defun permutations (l) (if (null l) '(nil) (mapcan (lambda (x) (mapcar (lambda (p) (cons x p)) (permutations (remove x l)))) l))) (permutations '(1 2 3))
;=> ((1 2 3) (1 3 2) (2 1 3) (2 3 1) (3 1 2) (3 2 1))
(defun group-by (f l) (let ((r nil)) (dolist (x l (nreverse r)) (let* ((k (funcall f x)) (c (assoc k r))) (if c (push x (cdr c)) (push (list k x) r)))))) (group-by #'evenp '(1 2 3 4))
;=> ((NIL 3 1) (T 4 2))
(defun range (a b) (if (>= a b) nil (cons a (range (1+ a) b)))) (range 0 5)
;=> (0 1 2 3 4)
(defun take (n l) (if (or (zerop n) (null l)) nil (cons (car l) (take (1- n) (cdr l))))) (take 2 '(a b c))
;=> (A B)
(defun flatten (x) (cond ((null x) nil) ((atom x) (list x)) (t (append (flatten (car x)) (flatten (cdr x)))))) (flatten '(1 (2 (3 4)) 5))
;=> (1 2 3 4 5)
(defun zip-with (f a b) (mapcar f a b)) (zip-with #'cons '(1 2) '(a b))
;=> ((1 . A) (2 . B))
(let ((stack nil)) (push 1 stack) (push 2 stack) (list (pop stack) (car stack)))
;=> (2 1)
(let ((q (list 1 2))) (setf q (append q (list 3))) (values (first q) (length q)))
;=> 1 ;; 3
(let* ((p (list :a 1)) (q (list* :b 2 p))) (list q p))
;=> ((:B 2 :A 1) (:A 1))
(destructuring-bind (&key a b) (list :b 2 :a 1) (- b a))
;=> 1
(reduce (lambda (acc x) (cons x acc)) '(1 2 3) :initial-value nil)
;=> (3 2 1)
(every #'listp '(nil (1)))
;=> T
(assoc :b '((:a 1) (:b 2)))
;=> (:B 2)
(cdr (assoc :k (list (cons :k "v"))))
;=> "v"
(car (rassoc 2 '((a . 1) (b . 2))))
;=> B
(nth 1 (assoc 'x '((x 1 2))))
;=> 1
(last (append '(1 2) '(3)))
;=> (3)
(subseq '(1 2 3 4) 1 3)
;=> (2 3)
(position 'c '(a b c))
;=> 2
(remove 'a '(a b a))
;=> (B)
(sixth '(1 2 3 4 5 6 7 8 9))
;=> 6
(seventh '(1 2 3 4 5 6 7 8 9))
;=> 7
(eighth '(1 2 3 4 5 6 7 8 9))
;=> 8
(ninth '(1 2 3 4 5 6 7 8 9))
;=> 9
(let ((l (list 1 2 3 4 5))) (setf (nthcdr 2 l) '(9)) l)
;=> ERROR
(let ((x (list 1 2 3))) (setf (cdddr x) (list 4)) x)
;=> (1 2 3 4)
(append '() 5)
;=> 5
(butlast '(1 2 . 3))
;=> (1)
(last '(1 2 3 4) 10)
;=> (1 2 3 4)
(copy-list 5)
;=> ERROR
(nconc 5)
;=> 5
(member 'a '(b . a))
;=> ERROR
(assoc 'a '((b) . a))
;=> ERROR
(mapcar (lambda (x y) (list y x)) '(1) '(2))
;=> ((2 1))
(mapcar (lambda (x) x) '(1) '(2))
;=> ERROR
(mapcar #'funcall (list #'car #'cdr) '((1 2) (3 4)))
;=> (1 (4))
(let ((x '(1 2 3))) (list (first x) (rest x)))
;=> (1 (2 3))
(list 'a 'b '(c . d) (cons 'e 'f))
;=> (A B (C . D) (E . F))
(let ((e '(:path "a" :content "b"))) (list :edit (getf e :path) (length (getf e :content))))
;=> (:EDIT "a" 1)
