(:EXPECT "keep it" :REPLY ""
 :CALLS ((:TOOL "write-file" :ID "d" :ARGS "{\"filepath\":\"kept.txt\",\"content\":\"x\\n\",\"explanation\":\"To keep it here.\"}")))
