; Examples for the entries of commands/system.sexp. See NOTATION.md.

(program "ps" reads "ps aux" "ps -ef" "ps -eo pid,comm" "ps axo pid" "ps -p 1 -o comm=" "ps" asks "ps auxe")
(program "pstree" reads "pstree -p" "procs --or PID 41" "pstree --show-pids 1" unknown "pstree --frob")
(program "top" reads "top -bn1" "top -b -n 1" "top -l 1" asks "top")
(program "htop" reads "btop --version" asks "htop" "htop -t" "atop -l -w x 1 1" "nmon -F x -t" "glances -w -t 5")
(program "kill" acts "kill 1234" "pkill -f 'webpack serve'" "kill -9 123" "killall node" "kill %1" reads "kill -l"
  denies "kill -STOP 1" "kill -9 -1" "pkill -9 -f ." "kill -- -1" "killall5 -9" asks "kill $p")
(program "slabtop" reads "slabtop -o" asks "slabtop")
(program "inxi" reads "inxi -S" unknown "inxi --output-file x")
(program "uptime" reads "uptime" "uptime -p")
(program "getent" reads "getent passwd dev" "getent hosts" denies "getent shadow" asks "getent hosts evil.example"
  "getent ahosts x" "getent $x")
(program "glxinfo" reads "glxinfo -B" "vulkaninfo --summary" unknown "glxinfo -display h:0")
(program "lshw" reads "lshw -short" "lshw -C disk" unknown "lshw -dump f")
(program "findmnt" reads "findmnt" "findmnt /mnt" "findmnt -o TARGET,SIZE /dev/sda1" "findmnt --df --real"
  "findmnt -lt ext4" "findmnt -F fstab --verify" unknown "findmnt --frob")
(program "lsblk" reads "lsblk /dev/sda" "lsblk -f" "lsblk -o NAME,SIZE --inverse" "lsblk --json --bytes"
  unknown "lsblk --frob")
(program "lscpu" reads "lscpu" "lscpu -e=CPU,CORE" "lscpu --json --hex" unknown "lscpu --frob")
(program "lsmem" reads "lsns -t net" "lsmem --all --split NODE" "lslocks -p 1 --notruncate" unknown "lsns --frob")
(program "ipcs" reads "ipcs -m" "ipcs -o" "ipcs --queues --limits" "ipcs -m -i 3" unknown "ipcs --frob")
(program "lsipc" reads "lsipc -g --json" unknown "lsipc --frob")
(program "free" reads "free -h" "free -m -s 1 -c 3" "free --mebi --total" unknown "free --frob")
(program "vmstat" reads "vmstat 1 3" "vmstat -S M --active" "vmstat --disk 2 1" unknown "vmstat --frob")
(program "iostat" reads "iostat -x 1 2" "iostat -o JSON" "mpstat -P ALL 1 1" "mpstat --dec=1 -A"
  unknown "iostat -f /x" "mpstat --frob")
(program "last" reads "last -n 5" "last -5 root" "last --since yesterday --fulltimes" acts "last --dns"
  unknown "last --frob")
(program "lastlog" reads "lastlog" "lastlog -u root" "lastlog --time 5" unknown "lastlog --clear -u root"
  "lastlog -S -u root" "lastlog -R /x")
(program "locale" reads "locale" "locale -a" "locale -k LC_TIME" unknown "locale --frob")
(program "getconf" reads "getconf LONG_BIT" "getconf -a" "getconf PATH_MAX /")
(program "namei" reads "namei -l src/main.go" "namei --modes a b" unknown "namei --frob")
(program "dmidecode" reads "dmidecode -t memory" "dmidecode -s bios-version" acts "dmidecode --dump-bin x"
  unknown "dmidecode --frob")
(program "lsusb" reads "lsusb" "lsb_release -a" "lsmod")
(program "tload" reads "tload" acts "tload f")
(program "pmap" reads "pmap -x 1" unknown "pmap -n")
(program "blkid" reads "blkid" "blkid /dev/sda1" "blkid -o list" "blkid --match-token TYPE=ext4 --list-one"
  acts "blkid -c x" unknown "blkid -w out" "blkid -g")
(program "utmpdump" reads "utmpdump /var/log/wtmp" acts "utmpdump -o x f")
(program "lspci" reads "lspci" "lspci -nnk" "lspci -v -s 00:02.0" unknown "lspci -q")
(program "dmesg" reads "dmesg -T" "dmesg --level=err" denies "dmesg -C")
(program "journalctl" reads "journalctl -n 50 --no-pager" "journalctl -u ssh --since today" "journalctl -b"
  "journalctl -b -1" "journalctl -xe" "journalctl --namespace=x -n 5" "journalctl --dump-catalog"
  denies "journalctl --vacuum-time=1s")
(program "systemctl" asks "systemctl show -p Environment api" reads "systemctl show -p MainPID nginx" "systemctl status nginx" "systemctl list-units --type=service"
  "systemctl --user is-active x" "systemctl --failed" "systemctl whoami 1"
  "systemctl list-dependencies --with-dependencies x" asks "systemctl restart NetworkManager"
  "systemctl enable --now x" denies "systemctl enable /tmp/e.service" "systemctl stop sshd firewalld auditd"
  "systemctl isolate rescue.target" "systemctl poweroff -i" "systemctl reboot" unknown "systemctl frob")
(program "service" reads "service --status-all" "service ssh status" asks "service nginx restart"
  "service nginx restart status" denies "service auditd stop" "rc-service sshd stop")
(program "launchctl" reads "launchctl list" denies "launchctl load x")
(program "loginctl" reads "loginctl list-sessions" "systemd-analyze blame" "coredumpctl list" "systemd-analyze verify x"
  "loginctl --no-pager list-users" asks "machinectl --no-pager shell x" "coredumpctl dump 1" unknown "loginctl list-sessions --hos=h"
  denies "loginctl terminate-user x" "loginctl enable-linger dev")
(program "dbus-send" asks "dbus-send --print-reply x"
  denies "dbus-send --dest=x /x org.freedesktop.login1.Manager.PowerOff")
(program "keyctl" denies "keyctl print 1" asks "keyctl show")
(program "trust" denies "trust anchor x.crt" reads "trust list" asks "update-ca-certificates")
(program "fsfreeze" denies "fsfreeze -f /" "ipmitool chassis power off" "mkfile 10000g x" asks "mkfile 10m x")
(program "ldconfig" reads "ldconfig -p" denies "ldconfig /tmp/x")
(program "stress" asks "stress -c 2" denies "stress -m 64 --vm-bytes 100G" "stress-ng --fork 0")
(program "logkeys" denies "logkeys --start" "showkey -a")
(program "faillog" denies "faillog -r")
(program "bleachbit" denies "bleachbit --shred x" "sfill -v d")
(program "initctl" reads "supervisorctl status" "sv status x" asks "sv restart x" "sv restart status")
(program "shutdown" denies "reboot -f" "shutdown -h now" "init 0" "shutdown -c")
(program "mkfs" denies "mke2fs /dev/vdb" "blkdiscard -f /dev/sda" "mkfs.ext4 /dev/sdb" "wipefs -a /dev/sda"
  "swapoff -a")
(program "sgdisk" reads "nvme list" "zfs list" "losetup --list" "nvme --version" denies "sgdisk --zap-all /dev/sda"
  "cryptsetup luksErase -q /dev/sda2" "sgdisk -s /dev/sda" "hdparm --user-master u --security-erase p /dev/sda"
  "zfs destroy x" "losetup --list --detach-all" "losetup --show -f x")
(program "fdisk" reads "fdisk -l" "parted -l" "sfdisk -l /dev/sda" denies "parted /dev/sda rm 1"
  "sfdisk -l --delete /dev/sda" "fdisk /dev/sda")
(program "smartctl" reads "smartctl -a" "smartctl -a /dev/sda" "smartctl --scan" denies "smartctl -a -t long /dev/sda"
  "smartctl -s off /dev/sda")
(program "swapon" reads "swapon --show" "swapon -s" denies "swapon -a" "swapon --show -a")
(program "zpool" reads "zpool list" "zpool status -v" denies "zpool destroy x" "zpool status -c id")
(program "mdadm" reads "mdadm --version" "mdadm --detail /dev/md0" "mdadm --detail --scan"
  denies "mdadm --stop /dev/md0" "mdadm -D --stop /dev/md0")
(program "dumpe2fs" reads "dumpe2fs -h x")
(program "lvs" reads "lvs" "lvs -o name" "pvs --units=g" unknown "lvs --config x" "lvs --driverloaded n" asks "lvs $x")
(program "mount" reads "mount" "mount -l" "mount -t ext4" denies "mount /dev/sda1 /mnt" "mount -a" "mount -L root"
  "mount --source=/dev/sda1 --target=/mnt")
(program "umount" denies "umount /mnt" "umount -a")
(program "udisksctl" reads "udisksctl status" denies "udisksctl mount -b x")
(program "gio" acts "gio trash x" reads "gio info x" "gio mime text/plain" asks "gio open x" "gio mime text/plain x"
  "gio cat sftp://h/x")
(program "udevadm" reads "udevadm info x" "udevadm info -a -n x" denies "udevadm info --cleanup-db" "udevadm trigger")
(program "modprobe" denies "modprobe -r x" "modprobe --show-depends -r x" reads "modprobe --show-depends x"
  "modprobe -c")
(program "insmod" denies "insmod ./rootkit.ko" "bpftrace -c id" "bpftool net attach x" reads "dkms status" "kmod list")
(program "modinfo" reads "modinfo x" "modinfo --field description x" unknown "modinfo --frob x")
(program "sysctl" reads "sysctl -a" "sysctl kernel.hostname" denies "sysctl -w kernel.core_pattern='|/tmp/e'"
  "sysctl vm.swappiness=1" "sysctl -p")
(program "useradd" denies "chpasswd" "useradd x" "usermod -aG sudo dev" "passwd root" "setcap cap_setuid+ep x"
  "visudo")
(program "aa-status" reads "getenforce")
(program "setenforce" denies "setenforce 0" "auditctl -D" "spctl --master-disable" "semodule -d x" "tpm2_clear -c p"
  reads "csrutil status" "auditctl -s" "semodule -l" asks "auditctl -s -e 0")
(program "logrotate" denies "logrotate -f /tmp/evil.conf" "logrotate -s x y" "logrotate -d -l out y"
  builds "logrotate -d x")
(program "logsave" acts "logsave out ls" "logsave -s out ls")
(program "apt" reads "apt list --installed" "apt search foo" "apt-get --version" "apt show x"
  unknown "apt list -o Dir::Bin::x=/tmp/e" asks "apt-get install -y postgresql" "apt update" "apt remove foo"
  denies "apt-get purge -y 'lib*' sudo" "apt-get remove libc6" "apt-get -o APT::Update::Pre-Invoke::=/tmp/e update")
(program "apt-cache" reads "apt-cache policy x" "dpkg-query -W" "apt-cache search x"
  unknown "apt-cache -o a=b search x")
(program "apt-mark" asks "add-apt-repository ppa:x/y" reads "apt-mark showmanual")
(program "dpkg" reads "dpkg -l" "dpkg -L bash" "dpkg -S /bin/ls" "dpkg --get-selections" asks "dpkg -i x.deb"
  denies "dpkg --purge --force-all libc6")
(program "dpkg-deb" reads "dpkg-deb -c x.deb" acts "dpkg-deb -x ../evil.deb d")
(program "yum" unknown "dnf list --setopt=pluginpath=/tmp/e" "dnf --setopt=pluginpath=/tmp/e list"
  reads "dnf list installed" "dnf list --installed" "dnf search -C x" "dnf history" asks "dnf search x" "zypper se x"
  "yum list available" "dnf install x" "dnf remove -y kernel-devel" denies "dnf remove glibc")
(program "rpm" reads "rpm -qa" "rpm -ql bash" "rpm -qi x" asks "rpm -ivh x.rpm" denies "rpm --eval '%(rm x)'"
  "rpm -q --pipe 'rm x' y")
(program "pacman" reads "pacman -Q" "pacman -Qi x" "pacman -Qs x" asks "pacman -Syu" "pacman -S x" "pacman -Rns x")
(program "apk" reads "apk info --who-owns /sbin/lbu" "apk search --description x" "apk info -vv" "apk list" asks "apk add curl")
(program "brew" denies "brew info https://h/x.rb" "brew info ./e.rb" reads "brew list" "brew info x"
  "brew info homebrew/core/x" "brew --prefix" asks "brew install x" "brew services restart x")
(program "snap" unknown "nix-env -q -f x.nix" reads "snap list" "flatpak list" asks "snap install x" "nix-env -iA x" "virsh destroy x")
(program "vagrant" builds "vagrant status" asks "vagrant up")
(program "openssl" denies "openssl list -provider ./e.so" "openssl req -engine ./evil.so"
  reads "openssl list -digest-algorithms" "openssl x509 -in c.pem -noout -text" "openssl version"
  "openssl dgst -sha256 f" "openssl rand -hex 16" "openssl enc -d -base64" asks "openssl req -new"
  "openssl s_client -connect h:443" acts "openssl genrsa -out k.pem 2048" "openssl rehash certs")
(program "gpg-agent" reads "gpg-agent --version" asks "gpg-connect-agent /bye")
(program "gpg" unknown "gpg --dearmor x.asc" reads "gpg --dearmor" "gpg --list-keys" "gpg --verify x.sig x" "gpg --version" asks "gpg -d x.gpg" "gpg --recv-keys x"
  denies "gpg --export-secret-keys" "gpg --photo-viewer 'rm x' -k")
(program "ssh-keygen" reads "ssh-keygen -lf key.pub" asks "ssh-keygen -t ed25519" denies "ssh-keygen -D /tmp/e.so")
(program "pass" denies "pass show x" "security find-generic-password -wa login" "op read x" "secret-tool lookup a b")
(program "age" asks "age -o a.age -r x a.txt" denies "age -d a.age")
(program "age-keygen" asks "age-keygen -o k")
(program "xdg-open" asks "xdg-open x" "open ." "osascript -e 'display dialog 1'" "arecord -q out" "lp -q 5 f"
  denies "osascript -e 'do shell script \"rm\"'")
(program "gsettings" asks "defaults write a b c" "xset s off" reads "defaults read a" "diskutil list"
  "gsettings get a b" "xdg-mime query default text/plain" denies "diskutil eraseDisk JHFS+ X disk0")
(program "tmutil" reads "tmutil status" asks "tmutil startbackup" denies "tmutil disable")
(program "xrandr" reads "xrandr" "xrandr -q" asks "xrandr --output x --off" "xrandr -q --output x --off")
(program "wine" asks "wine x.exe" denies "cmdkey /list" "wine cmd /c 'del /s /q Z:'")
(program "cmd" denies "cmd.exe /c 'del /s /q C:\\\\Users'" "powershell -enc AAAA" "vssadmin delete shadows"
  asks "powershell -Command Get-ChildItem")
(program "vi" reads "emacs --version" "vim --version" asks "vim f" "vim +10 f" "emacs -nw f"
  denies "vim -es -c ':!rm -rf ~' -c ':q'" "vim -c '!rm x' f" "vim --cmd 'call system(1)'"
  "emacs --batch --eval '(shell-command \"rm\")'")
(program "nvidia-smi" reads "nvidia-smi" "nvidia-smi -L" "nvidia-smi --query --display=MEMORY"
  unknown "nvidia-smi -pm 1" "nvidia-smi -r")
(program "sar" reads "sar -u 1 3" "pidstat -d 1" "pidstat -C fox -r -p ALL" "sar --human 1 1"
  unknown "pidstat -e rm x" "sar -o f 1")
(program "sensors" reads "sensors" "sensors --fahrenheit" "sensors -c a.conf" unknown "sensors -s" "sensors --set")
(program "lsb_release" reads "lsb_release -d" "lsb_release -cs" unknown "lsb_release --frob")
(program "pwdx" reads "pwdx 1" "sesearch -s httpd_t -A" "seinfo -b" "ifplugstatus -v eth0")
(program "dstat" reads "dstat -c" "dstat -tcm 1 5" "dstat --top-cpu 2" unknown "dstat --my-plugin")
