import os, subprocess, time
os.makedirs("new/deep")
for name in ["new/deep/ordinary", ".git/hooks/post-checkout", ".github/workflows/x.yml", ".pp/config.toml",
             ".envrc", "suid"]:
    os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    open(name, "w").write("#!/bin/sh\nexit\n")
open(".git/config", "a").write("[core]\n\tpager = ./x\n")
os.chmod("suid", 0o4755)
os.mkfifo("pipe")
os.symlink(os.path.expanduser("~"), "out")
os.rename(".env", "plain.txt")
os.makedirs("nested/.git")
open("nested/.git/config", "w").write("[core]\n")
if os.fork() == 0:
    os.setsid()
    n = 0
    while True:
        n += 1
        open("late%d" % (n % 10), "w").write(str(n))
while not os.path.exists("late1"):
    pass
open("notes.txt", "a").write("more\n")
