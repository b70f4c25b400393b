;;; Hash tables and structures.
(hash-table-p (make-hash-table))
;=> T
(hash-table-p 5)
;=> NIL
(hash-table-count (make-hash-table))
;=> 0
(gethash :a (make-hash-table))
;=> NIL ;; NIL
(gethash :a (make-hash-table) 5)
;=> 5 ;; NIL
(multiple-value-list (gethash :a (make-hash-table) 5))
;=> (5 NIL)
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (gethash :a h))
;=> 1 ;; T
(let ((h (make-hash-table))) (setf (gethash :a h) nil) (multiple-value-list (gethash :a h 5)))
;=> (NIL T)
(let ((h (make-hash-table))) (setf (gethash "a" h) 1) (gethash "a" h))
;=> NIL ;; NIL
(let ((h (make-hash-table :test #'equal))) (setf (gethash "a" h) 1) (gethash "a" h))
;=> 1 ;; T
(let ((h (make-hash-table :test 'equal))) (setf (gethash '(1 2) h) 1) (gethash (list 1 2) h))
;=> 1 ;; T
(let ((h (make-hash-table :test 'equal))) (setf (gethash "A" h) 1) (gethash "a" h))
;=> NIL ;; NIL
(let ((h (make-hash-table :test 'eql))) (setf (gethash 1 h) :int) (gethash 1.0 h))
;=> NIL ;; NIL
(let ((h (make-hash-table :test 'eq))) (setf (gethash 'a h) 1) (gethash 'a h))
;=> 1 ;; T
(let ((h (make-hash-table :test 'eql))) (setf (gethash 1/2 h) :half) (gethash 2/4 h))
;=> :HALF ;; T
(let ((h (make-hash-table))) (setf (gethash 10000000000000000000000 h) :big) (gethash 10000000000000000000000 h))
;=> :BIG ;; T
(let ((h (make-hash-table :test 'equal))) (setf (gethash #(1) h) 1) (gethash #(1) h))
;=> NIL ;; NIL
(let ((h (make-hash-table :test #'string=))) h)
;=> ERROR
(make-hash-table :test 'foo)
;=> ERROR
(make-hash-table :bogus 1)
;=> ERROR
(let ((h (make-hash-table :size 100))) (setf (gethash 1 h) 2) (hash-table-count h))
;=> 1
(let ((h (make-hash-table))) (setf (gethash :a h) 1 (gethash :b h) 2) (remhash :a h) (hash-table-count h))
;=> 1
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (list (remhash :a h) (remhash :a h)))
;=> (T NIL)
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (clrhash h) (hash-table-count h))
;=> 0
(let ((h (make-hash-table)) (s 0)) (dotimes (i 5) (setf (gethash i h) i)) (maphash (lambda (k v) (incf s (* k v))) h) s)
;=> 30
(let ((h (make-hash-table))) (maphash #'list h))
;=> NIL
(let ((h (make-hash-table)) (r nil)) (setf (gethash :a h) 1) (maphash (lambda (k v) (push (cons k v) r)) h) r)
;=> ((:A . 1))
(let ((h (make-hash-table))) (setf (gethash :a h) 1) (incf (gethash :a h) 5) (gethash :a h))
;=> 6 ;; T
(let ((h (make-hash-table))) (incf (gethash :n h 0)) (incf (gethash :n h 0)) (gethash :n h))
;=> 2 ;; T
(let ((h (make-hash-table))) (pushnew 1 (gethash :l h)) (pushnew 1 (gethash :l h)) (gethash :l h))
;=> (1) ;; T
(let ((h (make-hash-table :test 'equal))) (dolist (w '("a" "b" "a")) (incf (gethash w h 0))) (sort (loop for k being the hash-keys of h using (hash-value v) collect (cons k v)) #'string< :key #'car))
;=> (("a" . 2) ("b" . 1))
(gethash 'a 5)
;=> ERROR
(setf (gethash 'a nil) 1)
;=> ERROR
(hash-table-count 5)
;=> ERROR
(maphash #'list 5)
;=> ERROR
(let ((h (make-hash-table))) (dotimes (i 100) (setf (gethash i h) (* i i))) (gethash 99 h))
;=> 9801 ;; T
(let ((h (make-hash-table))) (dotimes (i 10) (setf (gethash i h) t)) (dotimes (i 10) (when (evenp i) (remhash i h))) (hash-table-count h))
;=> 5
(let ((h (make-hash-table))) (setf (gethash :x h) 1) (maphash (lambda (k v) (declare (ignore v)) (remhash k h)) h) (hash-table-count h))
;=> 0
(let ((h (make-hash-table)) (k (list 1))) (setf (gethash k h) :found) (gethash k h))
;=> :FOUND ;; T
(let ((h (make-hash-table))) (setf (gethash #\a h) 1) (gethash #\a h))
;=> 1 ;; T
(let ((h (make-hash-table))) (eq h h))
;=> T
(equal (make-hash-table) (make-hash-table))
;=> NIL
(typep (make-hash-table) 'hash-table)
;=> T
(let ((h (make-hash-table))) (with-hash-table-iterator (next h) (next)))
;=> NIL
;departs: absent
(let ((memo (make-hash-table))) (labels ((fib (n) (or (gethash n memo) (setf (gethash n memo) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))))) (fib 50)))
;=> 12586269025
(defun freq (s) (let ((h (make-hash-table))) (loop for c across s do (incf (gethash c h 0))) (loop for k being the hash-keys of h maximize (gethash k h)))) (freq "banana")
;=> 3
(sxhash 1)
;=> 1193941380939624026
;departs: absent
