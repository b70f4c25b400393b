;;; Sequence functions over lists, vectors and strings.
(length '(1 2))
;=> 2
(length #(1 2 3))
;=> 3
(length "abc")
;=> 3
(length "日本")
;=> 2
(length 5)
;=> ERROR
(length 'a)
;=> ERROR
(elt "abc" 0)
;=> #\a
(elt #(1 2) 1)
;=> 2
(elt '(1 2) -1)
;=> ERROR
(elt "abc" 3)
;=> ERROR
(subseq '(1 2 3 4) 1)
;=> (2 3 4)
(subseq '(1 2 3 4) 1 3)
;=> (2 3)
(subseq '(1 2 3 4) 0 0)
;=> NIL
(subseq '(1 2) 2)
;=> NIL
(subseq '(1 2) 3)
;=> ERROR
(subseq #(1 2 3) 1)
;=> #(2 3)
(subseq "hello" 1 3)
;=> "el"
(subseq "hello" 2)
;=> "llo"
(subseq "hello" 5)
;=> ""
(subseq "hello" 6)
;=> ERROR
(subseq "hello" 3 2)
;=> ERROR
(subseq "hello" 1 nil)
;=> "ello"
(subseq "hello" -1)
;=> ERROR
(subseq "héllo" 1 2)
;=> "é"
(copy-seq '(1 2))
;=> (1 2)
(copy-seq #(1 2))
;=> #(1 2)
(copy-seq "ab")
;=> "ab"
(copy-seq 5)
;=> ERROR
(reverse "abc")
;=> "cba"
(reverse #(1 2 3))
;=> #(3 2 1)
(nreverse (copy-seq "abc"))
;=> "cba"
(nreverse (vector 1 2))
;=> #(2 1)
(concatenate 'string "a" "b")
;=> "ab"
(concatenate 'string)
;=> ""
(concatenate 'string "a" '(#\b) #(#\c))
;=> "abc"
(concatenate 'string "a" 'b)
;=> ERROR
(concatenate 'string "a" nil "b")
;=> "ab"
(concatenate 'string "a" 5)
;=> ERROR
(concatenate 'list '(1) #(2) "c")
;=> (1 2 #\c)
(concatenate 'vector '(1) #(2))
;=> #(1 2)
(concatenate 'list)
;=> NIL
(concatenate 'integer '(1))
;=> ERROR
(map 'list #'1+ '(1 2))
;=> (2 3)
(map 'list #'+ '(1 2) #(10 20 30))
;=> (11 22)
(map 'vector #'1+ '(1 2))
;=> #(2 3)
(map 'string #'char-upcase "abc")
;=> "ABC"
(map nil #'1+ '(1 2))
;=> NIL
(map 'list #'identity #() 5)
;=> ERROR
(notany #'evenp nil :limit)
;=> ERROR
(map 'list #'char-code "ab")
;=> (97 98)
(map 'string (lambda (c) (if (char= c #\a) #\b c)) "banana")
;=> "bbnbnb"
(map 'string #'1+ '(1))
;=> ERROR
(some #'evenp '(1 2 3))
;=> T
(some #'evenp '(1 3))
;=> NIL
(some #'evenp nil)
;=> NIL
(some (lambda (x) (and (> x 1) (* x 10))) '(1 2 3))
;=> 20
(some #'= '(1 2) '(3 2))
;=> T
(some #'char= "abc" "xbz")
;=> T
(every #'evenp '(2 4))
;=> T
(every #'evenp '(2 3))
;=> NIL
(every #'evenp nil)
;=> T
(every #'< '(1 2) '(2 3))
;=> T
(every #'digit-char-p "123")
;=> T
(every #'digit-char-p "12a")
;=> NIL
(notany #'evenp '(1 3))
;=> T
(notany #'evenp '(1 2))
;=> NIL
(notevery #'evenp '(2 3))
;=> T
(notevery #'evenp '(2 4))
;=> NIL
(some #'evenp #(1 2))
;=> T
(every #'identity '(1 nil))
;=> NIL
(some 5 '(1))
;=> ERROR
(reduce #'+ '(1 2 3))
;=> 6
(reduce #'+ '())
;=> 0
(reduce #'+ '(5))
;=> 5
(reduce #'- '(10 2 3))
;=> 5
(reduce #'- '(10 2 3) :from-end t)
;=> 11
(reduce #'+ '(1 2 3) :initial-value 10)
;=> 16
(reduce #'cons '(1 2 3) :from-end t)
;=> (1 2 . 3)
(reduce #'cons '(1 2 3))
;=> ((1 . 2) . 3)
(reduce #'cons '(1 2 3) :initial-value nil)
;=> (((NIL . 1) . 2) . 3)
(reduce #'cons '(1 2 3) :from-end t :initial-value nil)
;=> (1 2 3)
(reduce #'+ '((1) (2)) :key #'car)
;=> 3
(reduce #'+ '(1 2 3 4) :start 1 :end 3)
;=> 5
(reduce #'max #(3 9 2))
;=> 9
(reduce (lambda (a b) (concatenate 'string a b)) '("a" "b" "c"))
;=> "abc"
(reduce #'list '(1 2 3 4))
;=> (((1 2) 3) 4)
(reduce #'list '(1 2 3 4) :from-end t)
;=> (1 (2 (3 4)))
(reduce #'list '())
;=> NIL
(reduce #'cons '())
;=> ERROR
(reduce #'+ '(1 2 3) :key #'- :initial-value 100)
;=> 94
(find 2 '(1 2 3))
;=> 2
(find 9 '(1 2 3))
;=> NIL
(find "b" '("a" "b"))
;=> NIL
(find "b" '("a" "b") :test #'equal)
;=> "b"
(find "b" '("a" "b") :test #'string=)
;=> "b"
(find 2 '((1 a) (2 b)) :key #'car)
;=> (2 B)
(find #\b "abc")
;=> #\b
(find 2 #(1 2 3))
;=> 2
(find 2 '(1 2 3) :start 2)
;=> NIL
(find 2 '(1 2 3) :end 1)
;=> NIL
(find 2 '(1 2.0 2) :test #'=)
;=> 2.0
(find 2 '(1 2.0 2) :test #'= :from-end t)
;=> 2
(find 2 '(1 2 3) :test #'<)
;=> 3
(find 2 '(1 2 3) :test-not #'eql)
;=> 1
(find nil '(1 nil))
;=> NIL
(find 'x nil)
;=> NIL
(find 1 5)
;=> ERROR
(find-if #'evenp '(1 2 3 4))
;=> 2
(find-if #'evenp '(1 2 3 4) :from-end t)
;=> 4
(find-if #'evenp '(1 3))
;=> NIL
(find-if #'evenp '((1) (2)) :key #'car)
;=> (2)
(find-if-not #'evenp '(2 3))
;=> 3
(find-if #'upper-case-p "abCd")
;=> #\C
(find-if #'evenp #(1 2 3) :start 2)
;=> NIL
(position 2 '(1 2 3))
;=> 1
(position 9 '(1 2 3))
;=> NIL
(position #\b "abc")
;=> 1
(position #\b "abcb" :from-end t)
;=> 3
(position #\b "abcb" :start 2)
;=> 3
(position #\b "abcb" :end 1)
;=> NIL
(position "b" '("a" "b") :test #'string=)
;=> 1
(position 2 '((1) (2)) :key #'car)
;=> 1
(position 2 #(1 2))
;=> 1
(position 2 '(1 2 3 2) :from-end t)
;=> 3
(position-if #'evenp '(1 2 3))
;=> 1
(position-if #'evenp '(1 3))
;=> NIL
(position-if-not #'evenp '(2 3))
;=> 1
(position-if #'alpha-char-p "12a")
;=> 2
(position-if #'evenp '(2 4) :from-end t)
;=> 1
(position-if #'evenp '(2 4) :start 1)
;=> 1
(position #\x "")
;=> NIL
(count 1 '(1 2 1))
;=> 2
(count #\a "banana")
;=> 3
(count 1 #(1 2 1))
;=> 2
(count 1 '((1) (1) (2)) :key #'car)
;=> 2
(count "a" '("a" "A") :test #'string-equal)
;=> 2
(count 1 '(1 1 1) :start 1)
;=> 2
(count 1 '(1 1 1) :end 2)
;=> 2
(count 2 '(1 2 3) :test #'<)
;=> 1
(count-if #'evenp '(1 2 4))
;=> 2
(count-if-not #'evenp '(1 2 4))
;=> 1
(count-if #'digit-char-p "a1b2")
;=> 2
(count-if #'evenp '((1) (2)) :key #'car)
;=> 1
(remove 1 '(1 2 1))
;=> (2)
(remove #\a "banana")
;=> "bnn"
(remove 1 #(1 2 1))
;=> #(2)
(remove 1 '(1 2 1) :count 1)
;=> (2 1)
(remove 1 '(1 2 1) :count 1 :from-end t)
;=> (1 2)
(remove 1 '(1 2 1) :start 1)
;=> (1 2)
(remove 1 '(1 2 1 1) :end 2)
;=> (2 1 1)
(remove "a" '("a" "b") :test #'string=)
;=> ("b")
(remove 1 '((1) (2)) :key #'car)
;=> ((2))
(remove 2 '(1 2 3) :test #'<)
;=> (1 2)
(remove 1 '(1 2 1) :count 0)
;=> (1 2 1)
(remove 1 '(1 2 1) :count -1)
;=> (1 2 1)
(remove nil '(1 nil 2))
;=> (1 2)
(remove 5 '(1 2))
;=> (1 2)
(remove-if #'evenp '(1 2 3 4))
;=> (1 3)
(remove-if #'evenp '(1 2 3 4) :count 1)
;=> (1 3 4)
(remove-if #'evenp '(1 2 3 4) :from-end t :count 1)
;=> (1 2 3)
(remove-if #'digit-char-p "a1b2")
;=> "ab"
(remove-if #'null '(1 nil 2))
;=> (1 2)
(remove-if #'evenp '((1) (2)) :key #'car)
;=> ((1))
(remove-if-not #'evenp '(1 2 3 4))
;=> (2 4)
(remove-if-not #'alpha-char-p "a1b2")
;=> "ab"
(remove-if-not #'evenp #(1 2 3 4))
;=> #(2 4)
(remove-if #'evenp nil)
;=> NIL
(delete 1 (list 1 2 1))
;=> (2)
(delete #\a (copy-seq "banana"))
;=> "bnn"
(delete-if #'evenp (list 1 2 3))
;=> (1 3)
(delete-if-not #'evenp (list 1 2 3))
;=> (2)
(let ((l (list 1 2 3))) (setf l (delete 2 l)) l)
;=> (1 3)
(remove-duplicates '(1 2 1 3 2))
;=> (1 3 2)
(remove-duplicates '(1 2 1 3 2) :from-end t)
;=> (1 2 3)
(remove-duplicates "banana")
;=> "bna"
(remove-duplicates '("a" "A" "a") :test #'string=)
;=> ("A" "a")
(remove-duplicates '("a" "A" "a") :test #'string-equal)
;=> ("a")
(remove-duplicates '((1 a) (1 b) (2 c)) :key #'car)
;=> ((1 B) (2 C))
(remove-duplicates '((1 a) (1 b) (2 c)) :key #'car :from-end t)
;=> ((1 A) (2 C))
(remove-duplicates #(1 1 2))
;=> #(1 2)
(remove-duplicates nil)
;=> NIL
(remove-duplicates '(1 1 1 2) :start 1)
;=> (1 1 2)
(delete-duplicates (list 1 1 2))
;=> (1 2)
(substitute 9 1 '(1 2 1))
;=> (9 2 9)
(substitute #\x #\a "banana")
;=> "bxnxnx"
(substitute 9 1 #(1 2 1))
;=> #(9 2 9)
(substitute 9 1 '(1 2 1) :count 1)
;=> (9 2 1)
(substitute 9 1 '(1 2 1) :count 1 :from-end t)
;=> (1 2 9)
(substitute 9 1 '(1 2 1) :start 1)
;=> (1 2 9)
(substitute 9 1 '((1) (2)) :key #'car)
;=> (9 (2))
(substitute 9 1 '(1 2 3) :test #'<)
;=> (1 9 9)
(substitute-if 0 #'evenp '(1 2 3 4))
;=> (1 0 3 0)
(substitute-if #\_ #'digit-char-p "a1b2")
;=> "a_b_"
(substitute-if-not 0 #'evenp '(1 2 3 4))
;=> (0 2 0 4)
(sort (list 3 1 2) #'<)
;=> (1 2 3)
(sort (list 3 1 2) #'>)
;=> (3 2 1)
(sort (vector 3 1 2) #'<)
;=> #(1 2 3)
(sort (copy-seq "banana") #'char<)
;=> "aaabnn"
(sort (list "b" "a") #'string<)
;=> ("a" "b")
(sort (list '(2 b) '(1 a)) #'< :key #'car)
;=> ((1 A) (2 B))
(sort nil #'<)
;=> NIL
(sort (list 1) #'<)
;=> (1)
(sort (list 3 1 2) '<)
;=> (1 2 3)
(sort (list 1 'a) #'<)
;=> ERROR
(sort 5 #'<)
;=> ERROR
(sort (list 'b 'a) #'string<)
;=> (A B)
(stable-sort (list '(1 a) '(0 b) '(1 c) '(0 d)) #'< :key #'car)
;=> ((0 B) (0 D) (1 A) (1 C))
(stable-sort (vector 3 1 2) #'<)
;=> #(1 2 3)
(stable-sort (list "bb" "a" "cc" "d") #'< :key #'length)
;=> ("a" "d" "bb" "cc")
(sort (list 5 3 9 1 7 2 8) #'<)
;=> (1 2 3 5 7 8 9)
(sort (list 1.5 1 2/3) #'<)
;=> (2/3 1 1.5)
(sort (copy-list '((:b . 2) (:a . 1))) #'string< :key #'car)
;=> ((:A . 1) (:B . 2))
(search "lo" "hello")
;=> 3
(search "xx" "hello")
;=> NIL
(search "" "hello")
;=> 0
(search '(2 3) '(1 2 3))
;=> 1
(search "l" "hello" :from-end t)
;=> 3
(search "l" "hello" :start2 3)
;=> 3
(search "l" "hello" :end2 2)
;=> NIL
(search "LO" "hello" :test #'char-equal)
;=> 3
(search '(1) '((1) (2)) :key #'car)
;=> ERROR
(search "hello" "lo")
;=> NIL
(search "xlox" "hello" :start1 1 :end1 3)
;=> 3
(search #(2) '(1 2))
;=> 1
(search "a" "banana" :start2 2)
;=> 3
(find 3 '(1 2 3) :key nil)
;=> 3
(find 2 '(1 2 3) :end nil)
;=> 2
(find 2 '(1 2 3) :start 5)
;=> NIL
(find 2 '(1 2 3) :start 2 :end 1)
;=> ERROR
(position 1 '(0 1) :start nil)
;=> ERROR
(find 1 '(1) :bogus t)
;=> ERROR
(find 1 '(1) :test)
;=> ERROR
(remove 1 '(1 2) :count nil)
;=> (2)
(remove 1 '(1 2) :count 1.5)
;=> ERROR
(count #\a "banana" :start 2 :end 5)
;=> 1
(position #\a "banana" :start 2 :from-end t)
;=> 5
(find-if (lambda (p) (eq (getf p :type) :b)) '((:type :a) (:type :b :x 1)))
;=> (:TYPE :B :X 1)
(remove-if-not (lambda (x) (member x '(:a :b))) '(:a :c :b))
;=> (:A :B)
(sort (mapcar #'car '((3 . c) (1 . a))) #'<)
;=> (1 3)
(mapcar #'cdr (sort (list '(2 . b) '(1 . a)) #'< :key #'car))
;=> (A B)
(reduce #'append '((1) (2 3) nil (4)))
;=> (1 2 3 4)
(reduce #'append '((1) (2)) :from-end t)
;=> (1 2)
(reduce (lambda (a b) (if (> (length a) (length b)) a b)) '("a" "ccc" "bb"))
;=> "ccc"
(count nil '(nil t nil))
;=> 2
(position nil '(1 nil))
;=> 1
(coerce (remove-duplicates (coerce "banana" 'list)) 'string)
;=> "bna"
(let ((v (vector 5 3 1))) (sort v #'<) v)
;=> #(1 3 5)
(let ((l (list 3 2 1))) (length (sort l #'<)))
;=> 3
(let ((s "hello")) (concatenate 'string (string-upcase (subseq s 0 1)) (subseq s 1)))
;=> "Hello"
(every #'= '(1 2) #(1 2))
;=> T
(some #'null '((1) ()))
;=> T
(find 'b '((a 1) (b 2)) :key #'first)
;=> (B 2)
(cdr (find "x" '(("y" . 1) ("x" . 2)) :key #'car :test #'string=))
;=> 2
(subseq (sort (list 5 4 3 2 1) #'<) 0 2)
;=> (1 2)
(remove-if #'zerop (map 'list #'digit-char-p "10203"))
;=> (1 2 3)
(reduce #'+ (map 'list #'digit-char-p "12345"))
;=> 15
(length (remove-if-not #'alpha-char-p "a b c"))
;=> 3
(let ((x (list 1 2 3 4))) (nreverse (subseq x 1)))
;=> (4 3 2)
(vector 'a "b" #\c)
;=> #(A "b" #\c)
(let ((v (vector 1 2 3))) (setf (elt v 0) :x) v)
;=> #(:X 2 3)
(map 'list #'list '(1 2 3) '(a b c))
;=> ((1 A) (2 B) (3 C))
(map 'list #'cons "ab" '(1 2))
;=> ((#\a . 1) (#\b . 2))
(map 'vector #'char-upcase "ab")
;=> #(#\A #\B)
(map 'list #'identity #())
;=> NIL
(every (lambda (c) (or (alphanumericp c) (char= c #\-))) "git-push")
;=> T
(notany (lambda (w) (search "rm" w)) '("ls" "cat"))
;=> T
(find "force" '("git push" "git push --force") :test #'search)
;=> "git push --force"
(member-if (lambda (w) (string= w "--force")) '("git" "push" "--force"))
;=> ("--force")
(position "push" '("git" "push") :test #'equal)
;=> 1
(loop for c across (sort (copy-seq "hello") #'char<) collect c)
;=> (#\e #\h #\l #\l #\o)
(stable-sort (list 3 1 2) (lambda (a b) (> a b)))
;=> (3 2 1)
(sort (list "banana" "Apple" "cherry") #'string-lessp)
;=> ("Apple" "banana" "cherry")
(sort (list #\b #\A #\a) #'char-lessp)
;=> (#\A #\a #\b)
(sort (list 2 1) #'< :key #'-)
;=> (2 1)
(substitute #\- #\Space "a b c")
;=> "a-b-c"
(substitute-if #\- (lambda (c) (find c " _")) "a b_c")
;=> "a-b-c"
(count-if (lambda (x) (> x 2)) #(1 2 3 4))
;=> 2
(find-if #'consp '(1 (2) 3))
;=> (2)
(reverse (remove 2 (list 1 2 3)))
;=> (3 1)
(remove 3 '(1 2 3 4) :test #'>)
;=> (3 4)
(delete nil (list nil 1 nil))
;=> (1)
(reduce 'max '(1 5 3))
;=> 5
(map 'list 'symbol-name '(a b))
;=> ("A" "B")
(length (make-string 3 :initial-element #\x))
;=> 3
(make-string 3 :initial-element #\x)
;=> "xxx"
(search '(a b) '(x a b y a b) :from-end t)
;=> 4
(copy-seq (vector))
;=> #()
(nreverse nil)
;=> NIL
(concatenate 'list nil nil)
;=> NIL
(concatenate 'simple-vector '(1))
;=> #(1)
(coerce (list 1 2) 'simple-vector)
;=> #(1 2)
(position 3 '(1 2 3) :test #'eq)
;=> 2
(find 1 '(3 2 1) :test '=)
;=> 1
(remove-duplicates '(a b a) :test 'eq)
;=> (B A)
(bit #*101 1)
;=> 0
;departs: absent
(find 2 #(1 2 3) :start 5)
;=> ERROR
(find 2 (list 1 2 3) :start 5)
;=> NIL
(count 2 (list 1 2 3) :start 5)
;=> ERROR
(find-if #'oddp (cons 1 2))
;=> ERROR
;departs: undefined consequences
(position 1 (cons 1 2))
;=> ERROR
;departs: undefined consequences
