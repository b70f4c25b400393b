; The tests run in the order of their names: conversation, denied, interrupted, plan, tags.
(:EXPECT "The boat leaves at noon."
 :REPLY "I look." :CALLS ((:TOOL "search-files" :ID "a" :ARGS "{\"pattern\":\"boat leaves\",\"explanation\":\"To find the time.\"}")))
(:RESULTS "leaves at noon" :REPLY ""
 :CALLS ((:TOOL "edit-file" :ID "b" :ARGS "{\"filepath\":\"notes.txt\",\"old\":\"noon\",\"new\":\"one\",\"explanation\":\"To correct the time.\"}")))
(:REPLY "It leaves at one.")
(:EXPECT "write it" :REPLY ""
 :CALLS ((:TOOL "write-file" :ID "c" :ARGS "{\"filepath\":\"new.txt\",\"content\":\"x\\n\",\"explanation\":\"To write it down.\"}")))
(:RESULTS "not now" :REPLY "Then I do not.")
(:EXPECT "take your time" :DELAY-MS 10000 :REPLY "never")
