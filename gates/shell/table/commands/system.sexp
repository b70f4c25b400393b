; Looking at and changing the machine: processes, hardware, services, packages, disks, users, settings.

(program "ps" (is pure) (style none) (args "text*")
  (any "e eww auxe* axe* auxwwe* e?ww ewww" (ask secret "The variables of processes are shown")))
(program "pstree ptree procs" (is pure) (style exact)
  (flags "-acghGlnNpsStTuUZAHv -H=text -N=text --tree --sortd=text --sorta=text --arguments --ascii --color=text
     --compact-not --highlight-all --or --and --nand --nor
     --highlight-pid=text --long --ns-sort=text --ns-changes --numeric-sort --show-parents --show-pgids --show-pids
     --thread-names --uid-changes --unicode --vt100 --hide-threads --security-context -V -C=text") (args "text*"))
(program "htop btop atop glances nvtop nmon bpytop iftop nethogs powertop bmon gotop s-tui" (class acts) (style none)
  (args "text*") (version "-h -V --help --version") (ask interactive
    "It keeps a record, or waits for a person at a terminal, and commands have none"
    "elsewhere"))
(program "top iotop"
  (style exact)
  (flags "-bcHiSsEeKotaPq1 -d=text -n=text -p=text -u=text -U=text -w?text -o=text -O=text -l=text -s=text -i=text
     --batch --iter=text --delay=text -F=text -t -f=text -k --no-color -C -M -h -V --cmdline-toggle
     --scale-summary-mem=text --scale-task-mem=text --threads-show
     --idle-toggle --iterations=text --list-fields --sort-override=text --pid=text --accum-time-toggle --secure-mode
     --filter-any-user=text --filter-only-euser=text --width?text --single-cpu-toggle --batch-mode") (args "text*")
  (unless "-b -l -n --batch --batch-mode -t -o -h -V --list-fields" (class acts) (ask interactive
    "It waits for a person at a terminal, and commands have none" "elsewhere")))
(program "kill killall pkill killall5 skill snice xkill tkill" (class acts) (style none)
  (version "-l -L --list --help --version -V") (hook kill))
(program "slabtop" (style exact) (flags "-o --once -d=text -s=text -i --human --sort=text --delay=text")
  (unless "-o --once" (class acts) (ask interactive "It waits for a person at a terminal, and commands have none" "elsewhere")))
(program "inxi" (style exact) (flags
  "-ABbCDEFfGIiJjLlMmNnoPpRrSsTtuVvxZzyw0123456789 -c=text -y=text --admin --no-host --filter"
    "--cpu --graphics --memory --audio --sensors --repos --basic --battery --bluetooth --disk --disk-full --full
      --info --ip-limit=text --logical --machine --network --network-advanced --optical --partition --partition-full
      --processes=text --raid --slots --swap --system --unmounted --usb --uuids --label --extra=text --color=text
      --width=text --indent=text") (args "text*")
  (on "-i -w" (class acts) (is network)))
(program "uptime" (is pure) (flags "-psVhr --pretty --since --raw"))
(program "getent" (flags "-i -s=text --service=text --no-idn -V --usage") (args "text*")
  (word 1 "hosts ahosts* networks netgroup"
    (any "*" "hosts ahosts* networks netgroup localhost 127.0.0.1 ::1" (class acts) (is network)))
  (word 1 "shadow gshadow" (deny secret "The passwords of the machine are shown")))
(program "glxinfo vulkaninfo clinfo xdpyinfo eglinfo" (style single)
  (flags "-B -v -t -l -i -b -s -h -summary -list -raw"))
(program "lshw" (style single)
  (flags "-short -html -xml -json -class=text -C=text -c=text -businfo -sanitize -numeric -quiet -notime -disable=text
     -enable=text"))
(flag-set "columns" "-J,--json -n,--noheadings -o,--output=text --output-all -r,--raw -b,--bytes -h -V")
(program "findmnt" (style exact)
  (flags "@columns -AacCDefiklmpPRsUuvxy -d,--direction=text -F,--tab-file=read -M,--mountpoint=text -N,--task=text
     -O,--options=text -S,--source=text -T,--target=text -t,--types=text -w,--timeout=text --all --ascii
     --canonicalize --nocanonicalize --deleted --df --evaluate --first-only --fstab --invert --kernel --list --mtab
     --nofsroot --notruncate --pairs --poll?text --pseudo --real --shadow --shadowed --shell --submounts --tree --uniq
     --verbose --verify --vfs-all") (args "text*"))
(program "lsblk" (style exact)
  (flags "@columns -AaDdfilMmNOPpSstvyz -E,--dedup=text -e,--exclude=text -I,--include=text -T,--tree?text
     -w,--width=text -x,--sort=text --all --ascii --discard --fs --inverse --list --merge --nodeps --noempty --nvme
     --pairs --paths --perms --scsi --shell --sysroot=tree --topology --virtio --zoned") (args "text*"))
(program "lscpu" (style exact)
  (flags "-aBbcJrxhVy -C,--caches?text -e,--extended?text -p,--parse?text -s,--sysroot=tree --all --bytes --hex --json
     --offline --online --output-all --physical --raw"))
(program "lsmem lsns lslocks" (style exact)
  (flags "@columns -aiPuWl -p,--pid=text -s,--sysroot=tree -S,--split=text -t,--type=text -T,--tree?text --task=text
     --all --list --noinaccessible --notruncate --nowrap --pairs --summary?text") (args "text*"))
(program "ipcs" (style exact)
  (flags "-abchlmMopqQsStTuV -i,--id=text --all --bytes --creator --human --limits --pid --queues --semaphores --shmems
     --summary --time"))
(program "lsipc" (style exact)
  (flags "@columns -aceglmpPqstuy -i,--id=text --creator --export --global --human --limits --list --newline
     --notruncate
     --numeric-perms --pid --queues --semaphores --shell --shmems --summary --time --time-format=text"))
(program "free" (is pure) (style exact)
  (flags "-bghklmtvwVL -c,--count=text -s,--seconds=text --bytes --kibi --mebi --gibi --tebi --pebi --kilo --mega
     --giga
     --tera --peta --human --si --lohi --line --total --committed --wide"))
(program "vmstat" (is pure) (style exact)
  (flags "-aDdfhmnstVwy -p,--partition=text -S,--unit=text --active --disk --disk-sum --forks --one-header --slabs
     --stats
     --timestamp --wide --no-first") (args "text*"))
(program "iostat mpstat" (is pure) (style exact)
  (flags "-AcdHhkmnNstuVxyz -o=text -j=text -p?text -P=text -I=text -g=text --compact --human --pretty --dec=text")
  (args "text*"))
(program "last" (style exact)
  (flags "-# -adFhiRVwx -f,--file=read -n,--limit=text -p,--present=text -s,--since=text -t,--until=text
     --time-format=text
     --dns --fullnames --fulltimes --hostlast --ip --nohostname --system") (args "text*")
  (on "-d --dns" (class acts) (is network)))
(program "lastlog" (style exact) (flags "-h -b,--before=text -t,--time=text -u,--user=text"))
(program "locale" (is pure) (style exact)
  (flags "-amckvV --all-locales --charmaps --category-name --keyword-name --verbose --usage") (args "text*"))
(program "getconf" (is pure) (style exact) (flags "-a -v=text") (args "text*"))
(program "namei" (is pure) (style exact)
  (flags "-hlmnovVxZ --context --long --modes --mountpoints --nosymlinks --owners --vertical") (args "read*"))
(program "dmidecode" (style exact)
  (flags "-hquV -d,--dev-mem=read -s,--string=text -t,--type=text -H,--handle=text --quiet --dump
     --from-dump=read --no-sysfs --oem-string=text --dump-bin=write"))
(program
  "lsusb lslogins lsmod lsinitramfs lsdev lsscsi acpi upower numastat tzselect runlevel ac sw_vers
    system_profiler vm_stat hostinfo ioreg kextstat getcap nfsiostat smem peekfd cpuid x86info quota repquota"
      (style exact)
  (flags "-#"
    "-abcdDeEfFgGhHiIJklLmMnNopPqrRsStTuUvVwWxXyzZ0 --bytes --kilo --mega --giga --human --si --total --wide
     --count=text --seconds=text --pretty --since --all --json --json=text --list --fs --topology --output=text
     --users --system --userfilter=text --processfilter=text --last --supp-groups --system-accs --user-accs --dump
     --enumerate --output-all --noheadings --raw --tree --nodeps --scsi --paths --verbose --online --offline --extended?text
     --parse?text --evaluate --real --source=text --target=text --types=text --mountpoint=text --query-gpu=text
     --format=text --id=text --description --release --codename --short -o=text -e=text -n=text -C=text -t=text
     -s=text -p=text -d=text -short -html -xml -class -businfo -sanitize --summary") (args "read*"))
(program "lsb_release" (is pure)
  (flags "-vidrcashS --version --id --description --release --codename --all --short"))
(program "pwdx ifplugstatus seinfo sesearch" (is pure) (style none) (args "text*"))
(program "dstat dool" (style exact)
  (flags "-cdgilmnprstTvyaVf -C=text -D=text -N=text -I=text --output=write --nocolor --color --noheaders --noupdate
     --bw --bits --float --integer --list --full --all --vmstat --cpu --cpu-use --disk --disk-tps --disk-util --net
     --net-packets --page --sys --mem --mem-adv --swap --proc --proc-count --io --load --int --ipc --lock --raw
     --socket --tcp --udp --unix --vm --vm-adv --fs --aio --time --time-adv --epoch --top-bio --top-cpu --top-cpu-adv
     --top-cputime --top-io --top-io-adv --top-latency --top-mem --top-oom --profile --version")
  (args "text text"))
(program "tload" (flags "-s,--scale=text -d,--delay=text -V") (args "append"))
(program "pmap" (flags "-xXdqpkVc --read-rc -C,--read-rc-from=read -A,--range=text --extended --device --quiet --show-path") (args "text*"))
(program "blkid" (style exact)
  (flags "-dDhiklpV -c,--cache-file=write -H,--hint=text -L,--label=text -n,--match-types=text -o,--output=text
     -O,--offset=text -s,--match-tag=text -S,--size=text -t,--match-token=text -u,--usages=text -U,--uuid=text
     --list-filesystems --list-one --no-encoding --no-part-details --probe --info") (args "text*"))
(program "utmpdump" (style exact) (flags "-frhV -o,--output=write --follow --reverse") (args "read*"))
(program "lspci" (style exact) (flags "-mmnnvvvkbDtPxgF -s=text -d=text -i=read -p=read -F=read -nn -vv -vvv -mm"
    "-G"))
(program "dmesg" (style exact)
  (flags "-#"
    "-dehHiJkLnprStTuwWxP -f=text -l=text -F=read -s=text --follow --human --level=text --facility=text --ctime
     --time-format=text --since=text --until=text --kernel --userspace --nopager --color?text --decode --reltime
     --notime --json --raw --show-delta --force-prefix -V --file=read --noescape --syslog --buffer-size=text
     --follow-new"
    "-cCDE --clear --read-clear --console-off --console-on --console-level=text")
  (on "-c -C -D -E --clear --read-clear --console-off --console-on --console-level" (class acts)
    (deny machine "The messages of the kernel are cleared or silenced")))
(program "journalctl" (style exact)
  (flags "-# -aekfqrxmbDl -b?text -n?text -n=text -u=text -p=text -o=text -S=text -U=text -t=text -g=text -c=text
    -F=text
     -N --no-pager --since=text --until=text --unit=text --user --user-unit=text --system --dmesg --boot?text
     --list-boots --priority=text --output=text --output-fields=text --lines?text --follow --no-tail --reverse --all
     --utc --no-full --full --catalog --quiet --merge --grep=text --case-sensitive?text --identifier=text
     --facility=text --disk-usage --header --fields --field=text --no-hostname --cursor=text --after-cursor=text
     --show-cursor --directory=read --file=read --root=read --pager-end --list-catalog --verify --truncate-newline"
    "--vacuum-size=text --vacuum-time=text --vacuum-files=text --rotate --flush --sync --relinquish-var
     --update-catalog --setup-keys"
    "-M=text --machine=text --namespace=text --dump-catalog -h --interval=text") (flags "-b?text") (args "text*")
  (on "--vacuum-size --vacuum-time --vacuum-files --rotate --flush --sync --relinquish-var --update-catalog
       --setup-keys" (class acts) (deny protection "The journal of the machine is cut or moved")))
(program "systemctl" (class acts) (style exact)
  (global "-alqrHMtnofhT"
    "-t=text -n=text -o=text -p=text -P=text -s=text -H=connect -M=text --user --system --no-pager --no-legend --plain
     --all --full --type=text --state=text --lines=text --output=text --property=text --value --now --quiet --failed
     --no-block --no-reload --force --signal=text --kill-whom=text --runtime --global --legend=text --reverse --before
     --after --recursive --no-ask-password --root=read --no-wall --job-mode=text --show-types --wait --timestamp=text
     --check-inhibitors=text -i --firmware-setup --drop-in=text --what=text --message=text --preset-mode=text
     --with-dependencies --show-transaction
     --fail --dry-run --host=connect --machine=text --marked")
  (bare "list-units")
  (sub "show" (class reads) (args "text*")
    (value "-p -P --property" "*Environment*" (ask secret "The variables of a service may hold secrets")))
  (sub "status cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines
        list-automounts list-paths is-active is-enabled is-failed is-system-running get-default help whoami"
    (class reads) (args "text*"))
  (sub "start restart reload reload-or-restart try-restart try-reload-or-restart" (class acts) (args "text*")
    (ask service "Services or units of the machine are changed" "elsewhere")
    (any "/tmp/* /home/* /var/tmp/* /dev/shm/* ./* ../*"
      (deny persistence "A unit from outside the system is set to run"))
    (any "pp pp.service" (deny protection "The guard is stopped")))
  (sub "stop enable disable reenable preset
        preset-all mask unmask revert add-wants add-requires edit set-property daemon-reload
        daemon-reexec reset-failed kill clean freeze thaw bind mount-image cancel set-environment
        unset-environment import-environment log-level log-target service-log-level service-watchdogs switch-root
        default" (class acts) (args "text*") (ask service "Services or units of the machine are changed" "elsewhere")
    (any "*sshd* ssh ssh.service *firewalld* *auditd* *apparmor* *fail2ban* *ufw* *iptables* *nftables* *selinux*
          *clamav* *falcon* *osquery* *crowdstrike* *rsyslog* *systemd-journald* *dbus* *networkmanager*
          *NetworkManager* *systemd-networkd*" (deny protection "A safeguard or the way into the machine is changed"))
    (any "/tmp/* /home/* /var/tmp/* /dev/shm/* ./* ../*"
      (deny persistence "A unit from outside the system is set to run"))
    (any "pp pp.service" (deny protection "The guard is stopped")))
  (sub "link set-default isolate" (class acts) (args "text*")
    (deny persistence "What the machine starts is changed"))
  (sub "poweroff reboot halt suspend hibernate hybrid-sleep suspend-then-hibernate kexec exit rescue emergency
        soft-reboot sleep" (class acts) (args "text*") (deny machine "The machine is stopped or restarted")))
(program "service rc-service invoke-rc.d" (class acts) (style none) (args "text*")
  (ask service "A service of the machine is changed" "elsewhere")
  (any "*sshd* ssh auditd *audit* *iptables* *nftables* *firewall* ufw apparmor fail2ban rsyslog syslog* crowdsec
    falcon*
        osquery*"
    (any "stop disable remove zap force-stop"
      (deny protection "A safeguard or the way into the machine is changed")))
  (word 1 "--status-all --list -l" (class reads) (pardon service))
  (word 2 "status" (class reads) (pardon service) (given 3 (class acts) (ask service
    "A service of the machine is changed" "elsewhere"))))
(program "launchctl" (class acts) (style none) (args "text*") (deny persistence "Something is set to start by itself")
  (word 1 "list print print-cache print-disabled version hostinfo blame dumpstate" (class reads) (pardon persistence))
  (word 1 "stop start kickstart kill" (pardon persistence) (ask service "A service of the machine is changed"
    "elsewhere")))
(program "loginctl machinectl coredumpctl networkctl bootctl busctl systemd-analyze systemd-cgls systemd-cgtop
          systemd-detect-virt systemd-path systemd-delta systemd-id128 systemd-escape homectl userdbctl portablectl
          oomctl" (class acts) (style none) (args "text*") (ask service "Something of the machine may be changed"
          "elsewhere")
  (none (class reads) (pardon service))
  (word 1 "list* show* status* seat-status user-status session-status info tree blame time critical-chain plot dot
         unit-paths unit-files syscall-filter exit-status capability security verify calendar timespan timestamp condition cat-config user group services inspect
         get-property lldp cat compare-versions" (class reads) (pardon service))
  (word 1 "verify security cat-config condition" (args "text read*"))
  (word 1 "-l -a --no-pager --json --version --help" (given 2 (word 2
    "list* show* status* seat-status user-status session-status info tree blame time critical-chain inspect lldp"
    (class reads) (pardon service))))
  (any "-o* --o*" (unknown "may write a file"))
  (any "-H* --ho* -M* --m*" (is network) (unknown "asks another machine"))
  (any "enable-linger" (deny persistence "Programs of a person start with the machine"))
  (any "poweroff reboot halt suspend hibernate terminate-* kill-session kill-user kill-seat lock-sessions"
    (deny machine "Sessions are ended or the machine is stopped"))
  (any "*PowerOff* *Reboot* *Halt* *Suspend* Kexec *StartTransientUnit* *TerminateUser* *TerminateSession*"
    (deny machine "A service of the machine is told to stop it or to run something")))
(program "dbus-send gdbus qdbus qdbus6 dcop" (class acts) (style none) (args "text*")
  (ask service "A message is sent to a service of the machine" "elsewhere")
  (any "*PowerOff* *Reboot* *Halt* *Suspend* *StartTransientUnit* *exec_blind* *.Kill* *TerminateUser*
        *TerminateSession* *RunScript* *evaluateScript* *Spawn*"
    (deny machine "A service of the machine is told to stop it or to run something")))
(program "keyctl" (class acts) (style none) (args "text*") (deny secret "Keys of the kernel are shown or changed")
  (word 1 "show list rlist describe rdescribe supports --version" (pardon secret)
    (ask secret "Keys of the kernel are listed")))
(program "trust update-ca-certificates update-ca-trust keytool" (class acts) (style none) (args "text*")
  (ask settings "Certificates that the machine trusts are changed" "elsewhere")
  (any "anchor extract-compat" (deny protection "Certificates that the machine trusts are changed"))
  (word 1 "list --version -list -printcert" (class reads) (pardon settings))
  (any "-J* -prov* -addprov*" (deny hidden-execution "The machine of Java is told to load something"))
  (any "-sslserver" (is network)))
(program "fsfreeze mkfile ipmitool unsquashfs mksquashfs makeself pivot_root switch_root"
  (class acts) (style none) (args "text*")
  (ask acts "Something of the machine, or a file of great size, is made or changed" "elsewhere")
  (any "power chassis reset off" (deny machine "The machine is stopped"))
  (any "/ /home /usr /etc /var *0000g *000g ?t ??t *T" (deny machine
    "A file system of the machine is changed or filled")))
(program "ldconfig" (class acts) (style exact)
  (flags "-pvNXnli -C=write -f=source -r=text -c=text --print-cache --verbose") (args "text*")
  (deny machine "The libraries that every program loads are changed")
  (on "-p --print-cache" (class reads) (pardon machine)))
(program "stress stress-ng sysbench memtester bonnie++ fio" (class acts) (style none) (args "text*")
  (ask resources "The machine is put under load" "elsewhere")
  (any "--fork* *00G *0T --class* --sequential*" (deny resources
    "The machine is put under more load than it can bear")))
(program "logkeys xspy lkl keylogger showkey evtest" (class acts) (style none) (args "text*")
  (deny secret "What is typed is recorded"))
(program "faillog" (class acts) (flags "-arlmtuR") (args "text*") (deny protection "The record of logins is changed"))
(program "bleachbit sfill sswap sdmem secure-delete scrub nwipe" (class acts) (style none) (args "text*")
  (deny destruction "What is overwritten cannot be restored")
  (word 1 "--version --list --help --preview" (pardon destruction)
    (ask destruction "What would be overwritten is shown")))
(program "initctl openrc rc-status sv svc s6-svc s6-rc supervisorctl monit god runsv dinitctl " (class acts)
  (style none) (args "text*") (ask service "A service is changed" "elsewhere")
  (word 1 "status list show tail version avail" (class reads) (pardon service)))
(program "shutdown reboot halt poweroff init telinit kexec pm-suspend pm-hibernate rtcwake s2ram grub-reboot "
  (class acts) (style none) (args "text*") (deny machine "The machine is stopped, restarted or put to sleep"))
(program "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat
          mkfs.f2fs mkfs.minix mkfs.cramfs mkfs.jfs mkfs.reiserfs mkfs.nilfs2 mkfs.erofs mkfs.bfs mke2fs mkdosfs
          mkntfs mkreiserfs mkswap mkudffs newfs newfs_msdos newfs_apfs newfs_hfs wipefs blkdiscard cgdisk cfdisk
          gparted partprobe partx kpartx addpart delpart resizepart e2fsck resize2fs fsck fsck.ext4 fsck.ext3
          fsck.ext2 fsck.xfs fsck.vfat xfs_repair xfs_growfs xfs_admin btrfstune e2image swapoff veritysetup
          integritysetup lvcreate lvremove lvextend lvreduce lvresize lvchange lvconvert lvrename vgcreate vgremove
          vgextend vgreduce vgchange vgrename vgexport pvcreate pvremove pvresize pvmove pvchange fstrim badblocks
          ddrescue dcfldd dc3dd dd_rescue sg_format sg_sanitize sg_write_same grub-install grub2-install grub-mkconfig
          grub2-mkconfig update-grub grub-set-default lilo syslinux extlinux isolinux bless nvram mkinitcpio mkinitrd
          depmod ntfsfix ntfsresize fatresize testdisk photorec gpart dislocker veracrypt tomb ecryptfs-setup-private
          fscrypt dmraid bcache cryptsetup-reencrypt eject cdrecord growisofs wodim isohybrid tunefs gnome-disks" (class acts) (style none) (args "text*")
  (deny machine "A device, a file system or the way the machine starts is changed")
  (version "-V --version --help -h -l --list --show"))
(program "sgdisk gdisk hdparm sdparm nvme tune2fs btrfs debugfs e2label cryptsetup
          losetup dmsetup zfs multipath iscsiadm flashrom fwupdmgr fwupdtool efibootmgr zramctl
          blockdev setserial lvm update-initramfs dracut" (class acts) (style none) (args "text*")
  (deny machine "A device, a file system or the way the machine starts is changed")
  (word 1 "-V --version --help -h" (given 2 (unknown "is given words that the table does not list")))
  (word 1 "-V --version --help" (class reads) (pardon machine))
  (word 1 "list show status info print --list --info" (class reads) (pardon machine)
    (any "-*" "-H -h -p -o -r -t -v -l --list --info --output=* --json --noheadings --raw --bytes"
      (class acts) (deny machine "A device, a file system or the way the machine starts may be changed")))
  (any "*erase* *wipe* *format* *delete* *destroy* *remove* mklabel mkpart rm luks* --zap* -o -d -D --delete -z -Z -w
        -W --write* --repair -y -f -F --fix* --security* create sanitize* -c -C -n -r -e -E --set* --add -A -O -L -U
        -u --make* --trim* --fw*" (class acts)
    (deny machine "A device, a file system or the way the machine starts is changed")))
(program "fdisk sfdisk parted" (class acts) (style none) (args "text*")
  (deny machine "A device, a file system or the way the machine starts is changed")
  (word 1 "-l --list" (class reads) (pardon machine)
    (any "-*" "-l --list -o -s -m -j --json --bytes -u --output=* -x -V --version"
      (class acts) (deny machine "A device, a file system or the way the machine starts may be changed")))
  (any "mklabel mkpart rm resizepart mktable set toggle name" (class acts)
    (deny machine "A device, a file system or the way the machine starts is changed"))
  (word 1 "-V --version --help -h" (class reads) (pardon machine)
    (given 2 (class acts) (deny machine "A device, a file system or the way the machine starts may be changed"))))
(program "smartctl" (class acts) (style none) (args "text*")
  (deny machine "A test is started or a setting of a disk is changed")
  (word 1 "-a -i -H -A -x -c -l -V -h --all --info --health --attributes --xall --scan --scan-open --version --help"
    (class reads) (pardon machine))
  (any "-*" "-a -i -H -A -x -c -l -V -h --all --info --health --attributes --xall --scan --scan-open --version --help
        -j --json -d -n -q -iA -iH -HA -iHA" (class acts)
    (deny machine "A test is started or a setting of a disk is changed")))
(program "swapon" (class acts) (style none) (args "text*") (deny machine "Swap space is attached")
  (word 1 "-s --show* --summary -V --version --help" (class reads) (pardon machine)
    (any "-*" "-s --show* --summary --raw --noheadings --bytes --output-all -V --version --help" (class acts)
      (deny machine "Swap space is attached"))))
(program "zpool" (class acts) (style none) (args "text*")
  (deny machine "A pool of disks is changed")
  (word 1 "list status get iostat history version --version" (class reads) (pardon machine)
    (any "-c*" (class acts) (deny hidden-execution "zpool is told to run a command"))))
(program "mdadm" (class acts) (style none) (args "text*") (deny machine "An array of disks is changed")
  (word 1 "--detail -D --examine -E --query -Q --version -V --help" (class reads) (pardon machine)
    (any "-*" "--detail -D --examine -E --query -Q --version -V --help --scan -s --brief -b --verbose -v --export -Y"
      (class acts) (deny machine "An array of disks is changed"))))
(program "dumpe2fs" (style exact) (flags "-bfghimxV -o=text") (args "read*"))
(program "lvs vgs pvs lvdisplay vgdisplay pvdisplay" (style exact)
  (flags "-aAchHvqSPCmMsujy -o,--options=text -O,--sort=text -S,--select=text --units=text --noheadings --nosuffix
     --separator=text --all --aligned --unbuffered --rows --columns --segments --maps --readonly --nameprefixes
     --unquoted --reportformat=text --noprefix --binary --foreign --ignorelockingfailure --partial --verbose --quiet
    --colon")
  (args "text*"))
(program "mount" (style exact)
  (flags "-alhVvf"
    "-t=text -l --show-labels"
    "-o=text -rwBRMns -U=text -L=text -O=text -T=read --bind --rbind --move --make-* --all --fake --types=text
     --options=text --source=text --target=text"
    "-V --verbose -c --no-canonicalize --internal-only --read-only --rw --read-write --no-mtab --label=text
      --uuid=text") (none (class reads)) (args "text*")
  (given 1 (class acts) (deny machine "A file system is attached"))
  (on "-L -U --label --uuid --source --target -a --all -B -R -M --bind --rbind --move -o --options" (class acts) (deny
    machine "File systems are attached")))
(program "umount pumount fusermount fusermount3 guestmount mount.nfs mount.fuse bindfs encfs
          gocryptfs" (class acts) (style none) (args "text*") (deny machine "A file system is attached or detached"))
(program "udisksctl" (class acts) (style none) (args "text*") (deny machine
  "A file system is attached or detached")
  (word 1 "info monitor status dump help" (class reads) (pardon machine)))
(program "gio" (class acts) (style none) (args "text*") (ask desktop "Files or settings of the desktop are changed"
    "elsewhere")
  (word 1 "info list cat tree" (class reads) (pardon desktop) (args "text read*"))
  (word 1 "monitor version help" (class reads) (pardon desktop))
  (word 1 "mime" (class reads) (pardon desktop) (given 3 (class acts) (ask desktop
    "What opens files of a kind is changed" "elsewhere")))
  (word 1 "mount" (deny machine "A file system is attached or detached"))
  (word 1 "trash" (pardon desktop) (args "text deltree*"))
  (any "*://*" (is network)) (any "-f -t" (is local)))
(program "udevadm" (class acts) (style none) (args "text*") (deny machine "Devices of the machine are changed")
  (word 1 "info monitor version --version help" (class reads) (pardon machine)
    (any "-c* --cl*" (class acts) (deny machine "What is known of devices is deleted"))))
(program "modprobe" (class acts) (style none) (args "text*") (deny machine "The kernel is changed")
  (word 1 "-c --showconfig --show-depends -D -V --version -h --help" (class reads) (pardon machine)
    (any "-*" "-c --showconfig --show-depends -D -V --version -h --help -v -q" (class acts)
      (deny machine "The kernel is changed"))))
(program "insmod rmmod kmod kldload kextload kextunload dkms kpatch bpftool bpftrace perf-probe stap
          trace-cmd sysdig insmod.static" (class acts) (style none) (args "text*")
  (deny machine "The kernel is changed")
  (word 1 "list show status --version" (class reads) (pardon machine))
  (any "-*" "--version -k -a -r --json -j -p" (class acts) (deny machine "The kernel is changed")))
(program "modinfo" (is pure) (style exact) (flags "-adlpn0hV -F,--field=text -k,--set-version=text -b,--basedir=read
     --null --author --description
     --license --parameters --filename") (args "text*"))
(program "sysctl" (style exact)
  (flags "-aAnNeqbxdr --all --names --values --ignore --pattern=text --deprecated --dry-run -w -p --write --load?read
     --system -f -X -o --binary --quiet -q") (args "text*") (any "*=*" (class acts) (deny machine "A setting of the kernel is changed"))
  (on "-w -p -f --write --load --system" (class acts) (deny machine "Settings of the kernel are changed")))
(program "useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod groupmems gpasswd
          chpasswd chgpasswd passwd chage chfn chsh newusers newuidmap newgidmap vipw vigr visudo pwck grpck pwconv
          pwunconv grpconv grpunconv faillock pam_tally2 pam-auth-update authconfig authselect usermgmt dscl
          sysadminctl dseditgroup pwpolicy realm smbpasswd htpasswd ldappasswd setcap sudoedit sudoreplay newaliases"
  (class acts) (style none) (args "text*")
  (deny accounts "Users, groups, passwords or rights of the machine are changed")
  (word 1 "-S --status -l --list -c --check --help --version" (pardon accounts)
    (ask accounts "Users or rights of the machine are looked at" "elsewhere")))
(program "aa-status sestatus getenforce getsebool apparmor_status" (is pure) (style none) (args "text*"))
(program "setenforce setsebool semanage semodule aa-disable aa-complain aa-teardown aa-enforce apparmor_parser
          auditctl augenrules auditd spctl csrutil tccutil fdesetup tpm2_clear mokutil rkhunter
          lynis clamscan freshclam chkrootkit debsums osqueryi aide tripwire" (class acts) (style none) (args "text*")
  (deny protection "A safeguard of the machine is changed")
  (word 1 "-l -s -v --list list status --status --sb-state --check check --version" (class reads) (pardon protection)
    (given 2 (class acts) (ask protection "A safeguard of the machine may be changed" "elsewhere"))))
(program "logrotate" (class acts) (style none) (args "text*")
  (deny protection "The records of the machine are cut")
  (word 1 "-d --debug" (class builds) (pardon protection) (args "text read*")
    (any "-*" "-d --debug -v --verbose -f --force" (class acts) (deny protection
      "The records of the machine may be cut")))
  (word 1 "--version --help" (class reads) (pardon protection)))
(program "logsave" (class acts) (style none) (args "write run") (word 1 "-s -a -v -asv -av" (args "text write run")))
(program "apt apt-get aptitude nala" (class acts) (style exact)
  (global "-yqqsVdfum -t=text -o=text -c=hidden --yes --assume-yes --assume-no --quiet --simulate --dry-run
     --no-install-recommends --install-recommends --install-suggests --no-install-suggests --reinstall --purge
     --auto-remove --autoremove --download-only --only-upgrade --no-upgrade --fix-broken --fix-missing
     --allow-downgrades --allow-remove-essential --allow-change-held-packages --allow-unauthenticated --force-yes
     --no-remove --target-release=text --print-uris --show-progress --ignore-hold --installed --upgradable --upgradeable
     --all-versions -a --names-only -n --full --no-all-versions --verbose --recurse --important --trivial-only
     --option=text --config-file=hidden")
  (value "-o --option" "*" (unknown "-o sets an option that the table does not list"))
  (only "-o --option" "dpkg::options::=--force-conf* acquire::* debug* apt::install-* dpkg::progress* dpkg::use-pty*
         quiet* apt::get::assume-yes* dpkg::lock::timeout* apt::color*" (unknown ""))
  (value "-o --option" "*invoke* *hook* *dir* *methods* *::proxy* *-options::=*exec* *program* *auto-detect*"
    (deny hidden-execution "apt is given an option that can run commands"))
  (sub "list search show policy depends rdepends showsrc help madison why why-not showpkg moo" (class reads)
    (args "text*") (value "-o --option" "*" (unknown "is given an option that may run commands")))
  (sub "update changelog download source build-dep check indextargets" (class acts) (is network) (args "text*")
    (value "-o --option" "*dir::bin* *methods* *invoke* *proxy-auto*"
      (deny hidden-execution "apt is given an option that can run commands"))
    (ask install "Package lists or packages are downloaded" "elsewhere"))
  (sub "remove purge autoremove autopurge" (class acts) (is network) (args "text*")
    (ask install "Packages are removed" "elsewhere")
    (on "--allow-remove-essential --force-yes" (deny destruction "Packages that the machine needs may be removed"))
    (any "libc6* glibc* dpkg apt bash coreutils sudo systemd* init* linux-image* kernel kernel-core grub* python3
          perl-base login passwd mount util-linux openssh-server lib? ? yum dnf rpm dash libc-bin base-files"
      (deny destruction "A package that the machine needs is removed")))
  (sub "install upgrade dist-upgrade full-upgrade autoclean clean edit-sources satisfy reinstall mark hold unhold
        markauto unmarkauto safe-upgrade dselect-upgrade distclean" (class acts) (is network) (args "text*")
    (ask install "Packages are installed, upgraded or removed" "elsewhere")
    (on "--allow-remove-essential --force-yes" (deny destruction "Packages that the machine needs may be removed"))))
(program "apt-cache dpkg-query apt-file apt-rdepends dpkg-architecture dpkg-checkbuilddeps debman deborphan
          popcon-largest-unused rpmquery rpm2cpio pkginfo pkgutil equery eix qlist pactree expac" (style exact)
  (flags "-WlLsSfinqadrvx -f=text --showformat=text --installed --names-only --full --recurse --important --no-*
     --all-versions --list --listfiles --status --search --show --control-list --control-path --pkgs --files=text
     --pkg-info=text --file-info=text --info --whatprovides --requires --quiet -c --from-file -e -p -u -I -t"
    "-h -x -F --regexp --fixed-string --ignore-case --package-only --substring-match --reverse --depth=text
      --linear --unique --optional?text --color --sync --tree --no-all-versions --pre-depends --depends
      --recommends --suggests --conflicts --breaks --replaces --enhances --control-show --print-avail --load-avail
      --no-pager --architecture=text --filter-suites=text --filter-origins=text --non-interactive --verbose
      --all-names --implicit")
  (args "text*") (word 1 "update gencaches" (class acts) (ask install "Package data is changed" "elsewhere"))
  (on "-c" (unknown "is given a configuration")))
(program "apt-mark apt-key add-apt-repository apt-add-repository apt-config tasksel unattended-upgrade
          debconf-set-selections dpkg-reconfigure dpkg-divert dpkg-statoverride dpkg-buildpackage debuild checkinstall
          alien dselect synaptic" (class acts) (style none) (args "text*")
  (ask install "Packages or their sources are changed" "elsewhere")
  (word 1 "showauto showmanual showhold list dump" (class reads) (pardon install)
    (any "-o* -c* --o* --c*" (unknown "is given settings that the table does not list")))
  (word 1 "add adv"
    (any "- --keyserver* http:* https:*" (deny protection "A key is trusted that nobody has looked at")))
  (any "/bin/* /usr/bin/* /sbin/* /usr/sbin/* /etc/* /lib/*"
    (deny machine "A program of the machine is put aside or given other rights")))
(program "dpkg" (class acts) (style exact)
  (flags "-lLsSpCVviPrcIxXeRbfB"
    "-D=text --list --listfiles --status --search --print-avail --get-selections --audit --verify --print-architecture
     --print-foreign-architectures --compare-versions --contents --info --field --no-pager --list --install --remove
     --purge --unpack --configure --force-* --pending -a --root=writetree --admindir=read --extract --vextract
     --control --build --recursive --triggers-only --add-architecture --remove-architecture --set-selections
     --clear-selections --no-triggers --simulate --dry-run --pre-invoke=hidden --post-invoke=hidden
     --status-logger=hidden --instdir=writetree --yet-to-unpack --predep-package --assert-*") (args "text*")
  (on "-l -L -s -S -p -C -V --list --listfiles --status --search --print-avail --get-selections --audit --verify
       --print-architecture --print-foreign-architectures --compare-versions -c --contents -I --info -f --field
       --yet-to-unpack" (class reads))
  (unless "-l -L -s -S -p -C -V --list --listfiles --status --search --print-avail --get-selections --audit --verify
           --print-architecture --print-foreign-architectures --compare-versions -c --contents -I --info -f --field
           --yet-to-unpack" (ask install "Packages are installed or removed" "elsewhere"))
  (on "-r -P --remove --purge" (on "--force-*" (deny destruction "Packages that the machine needs may be removed"))
    (any "libc6* dpkg apt bash coreutils sudo systemd* init* linux-image* grub* python3 perl-base login passwd mount
          util-linux openssh-server" (deny destruction "A package that the machine needs is removed")))
  (on "-x --extract -X --vextract" (args "read writetree")))
(program "dpkg-deb" (class acts) (style exact)
  (flags "-cIfWbxXeR --contents --info --field --show --build --extract --vextract --control --raw-extract
     --fsys-tarfile --root-owner-group -Z=text -z=text --nocheck") (args "text*")
  (on "-c -I -f -W --contents --info --field --show --fsys-tarfile" (class reads))
  (on "-x -X -e -R --extract --vextract --control --raw-extract" (args "read writetree"))
  (on "-b --build" (args "tree write")))
(program "yum dnf microdnf tdnf zypper" (class acts) (style exact)
  (global "-yqvCdex4 -c=source -x=text --enablerepo=text --disablerepo=text --repo=text --installed --available --all
     --assumeyes --assumeno --refresh --nogpgcheck --skip-broken --best --allowerasing --downloadonly --setopt=text
     --releasever=text --non-interactive --exclude=text --showduplicates --quiet --security --noautoremove
     --no-gpg-checks -n") (value "--setopt" "*" (unknown "is given a setting"))
  (sub "list search info provides whatprovides deplist se if lu pa wp" (class acts) (is network) (args "text*")
    (value "--setopt" "*" (unknown "is given a setting"))
    (word 1 "installed" (class reads) (is local)) (on "-C --installed" (class reads) (is local)))
  (sub "repolist history help lr check version"
    (class reads) (args "text*") (value "--setopt" "*" (unknown "is given a setting"))
      (any "undo redo rollback" (class acts) (ask install "Packages are changed" "elsewhere")))
  (sub "remove erase autoremove rm" (class acts) (args "text*") (ask install "Packages are removed" "elsewhere")
    (any "libc6* glibc* dpkg apt bash coreutils sudo systemd* init* linux-image* kernel kernel-core grub* python3
          perl-base login passwd mount util-linux openssh-server lib? ? yum dnf rpm dash libc-bin base-files"
      (deny destruction "A package that the machine needs is removed")))
  (sub "install upgrade update makecache clean downgrade reinstall distro-sync swap group groupinstall module mark
        config-manager builddep check-update repoquery download in up dup ref ar rr addrepo removerepo addlock refresh
        patch dist-upgrade localinstall update-minimal copr system-upgrade needs-restarting updateinfo shell"
    (class acts) (is network) (args "text*") (ask install "Packages are installed, upgraded or removed" "elsewhere")))
(program "rpm" (class acts) (style exact)
  (flags "-qailcdRpfVKvhUFieg --queryformat=text --qf=text --requires --provides --changelog --scripts
     --whatrequires --whatprovides --last --all --file --list --info --install --upgrade --erase --nodeps --force
     --import --checksig --verify --query --docfiles --configfiles --root=writetree --test --initdb --rebuilddb
     --noscripts --justdb --replacepkgs --percent --hash --eval=hidden --define=hidden --pipe=hidden --load=hidden")
  (args "text*") (on "-q --query -V --verify -K --checksig" (class reads)) (any "*://*" (is network) (class acts))
  (unless "-q --query -V --verify -K --checksig" (ask install "Packages are installed or removed" "elsewhere"))
  (on "-e --erase" (on "--nodeps" (deny destruction "Packages that the machine needs may be removed"))))
(program "pacman yay paru pamac trizen pikaur aurman" (class acts) (style exact)
  (flags "-QSRUDFTVqilsokdeungtcymwxpab -h --noconfirm --needed --info --list --search --query --owns --explicit
     --deps --unrequired --foreign --native --upgrades --groups --check --quiet --sync --refresh --sysupgrade --remove
     --recursive --cascade --nosave --database --files --color=text --print --overwrite=text --asdeps --asexplicit
     --clean --downloadonly --config=hidden --hookdir=hidden --root=writetree") (args "text*")
  (on "-Q -F -T -V --query --files" (class reads))
  (unless "-Q -T -V --query" (is network) (ask install "Packages are installed, upgraded or removed" "elsewhere"))
  (on "-S --sync" (on "-s -i --search --info" (class reads) (pardon install)))
  (on "-R --remove" (any
    "libc6* glibc* musl* dpkg apt bash coreutils sudo systemd* linux linux-image* kernel kernel-core grub* python3
          perl-base passwd mount util-linux openssh-server pacman apk-tools busybox rpm filesystem"
      (deny destruction "A package that the machine needs is removed"))))
(program "apk" (class acts) (style exact)
  (global "-qvpUfi --no-cache --update --virtual=text -t=text --repository=connect -X=text --allow-untrusted --initdb
     --root=writetree --installed --no-network --quiet")
  (sub "info list search policy stats version dot audit manifest" (class reads)
    (flags "-aLrRdesvIuowtixcPO -W=read --who-owns=read -e=text -l=text --limit=text --contents --provides --depends
       --size --description --webpage --all --triggers --install-if --rinstall-if --rdepends --exact --origin
       --has-origin --indexes --test --check --orphaned --upgradable --upgradeable --available --providers --errors
       --license --full --recursive --check-permissions --backup --system --packages") (args "text*"))
  (sub "del" (class acts) (style none) (args "text*") (ask install "Packages are removed" "elsewhere") (any
    "libc6* glibc* musl* dpkg apt bash coreutils sudo systemd* linux linux-image* kernel kernel-core grub* python3
          perl-base passwd mount util-linux openssh-server pacman apk-tools busybox rpm filesystem"
      (deny destruction "A package that the machine needs is removed")))
  (sub "add update upgrade fix cache fetch index" (class acts) (is network) (style none) (args "text*")
    (ask install "Packages are installed or removed" "elsewhere")))
(program "brew port fink" (class acts) (style exact) (version "--prefix --cellar --cache --repository --config -v")
  (sub "list ls info search desc deps uses leaves outdated config doctor --prefix --cellar --cache --repository
        commands tap-info formulae casks missing log cat contents installed variants --version help" (class reads)
    (flags "-v1dqlt --versions --cask --formula --tree --installed --json?text --full-name --pinned --multiple
       --greedy --all --include-build --1 -rp --desc --installed-on-request --installed-as-dependency -h") (args "text*")
    (any "*://* /* ./* ../* ~* *.rb" (deny executes-data "A formula from elsewhere is code that is run")))
  (sub "services" (args "text*")
    (word 1 "start stop restart run cleanup kill" (ask service "A service of the machine is changed" "elsewhere"))
    (word 1 "list info" (class reads)) (none (class reads)))
  (sub "uninstall remove rm" (class acts) (style none) (args "text*") (ask install "Packages are removed" "elsewhere")
    (any "--ignore-dependencies" (deny destruction "Packages are removed that others need")))
  (sub "install upgrade update reinstall tap untap link unlink pin unpin cleanup autoremove edit
        create fetch bundle selfupdate activate deactivate migrate switch postinstall sync cask analytics developer"
    (class acts) (is network) (style none) (args "text*") (ask install "Packages are installed, upgraded or removed"
      "elsewhere")))
(program "snap flatpak guix nix nix-env nix-shell nix-build nix-store nix-channel nix-collect-garbage nixos-rebuild
          home-manager emerge eopkg xbps-install xbps-remove xbps-query swupd opkg ipkg pkg pkg_add pkg_delete
          pkg_info slackpkg installpkg removepkg choco winget scoop softwareupdate mas installer sdkmanager spack
          easy_install stow chezmoi ostree rpm-ostree snapcraft topgrade packer virt-install virsh qemu-img
          qemu-system-x86_64 VBoxManage multipass lxc lxd incus lima limactl colima utm" (class acts) (style none)
  (args "text*") (ask install "Software, or a machine within the machine, is installed, changed or started"
    "elsewhere")
  (any "--purge" (any "core core2? snapd" (deny destruction "A package that the machine needs is removed")))
  (any "security.privileged=true security.nesting=true source=/ raw.lxc*"
    (deny escape "A container is given the machine"))
  (any "--remove-all-storage" (deny destruction "A machine and its disks are deleted"))
  (any "unregistervm" (any "--delete" (deny destruction "A machine and its disks are deleted")))
  (any "*ProxyCommand=* *proxycommand=*" (deny hidden-execution "A command is run here before the session begins"))
  (any "of=/dev/* /dev/sd* /dev/nvme* /dev/vd*" (deny machine "A device is written to"))
  (any "--source --source=* -d"
    (any "/tmp/* /var/tmp/* --source=/tmp/*" (deny persistence "Start-up files are put in place from outside")))
  (any "*rm?-r* *rm?-f*" (deny destruction "Files of a machine are deleted"))
  (any "shell run develop exec" (opaque "the command that is run is not read"))
  (word 1 "list info search version --version show status find connections interfaces services changes warnings
         remotes history -Q -q query doctor global-status dominfo" (class reads) (pardon install)
    (any "*://* json:* -c --connect* --option* -E --expr -f* --file*" (is network) (unknown
      "asks another machine or is given code with these words")))
  (word 1 "search find" (is network)))
(program "vagrant" (class acts) (style none) (args "text*")
  (ask install "A machine within the machine is made, changed or started" "elsewhere")
  (word 1 "status port validate ssh-config" (class builds) (pardon install))
  (word 1 "version --version global-status help" (class reads) (pardon install))
  (any "*rm?-r* *rm?-f*" (deny destruction "Files of a machine are deleted"))
  (word 1 "destroy" (any "-f --force" (deny destruction "A machine and its disks are deleted"))))
(program "openssl" (class acts) (style single)
  (sub "version list ciphers help errstr" (class reads) (style none) (args "text*")
    (any "-prov* --prov* -engine --engine -propq*" (deny hidden-execution "openssl is told to load a library")))
  (sub "x509 req rsa ec pkey pkcs12 pkcs7 pkcs8 crl verify asn1parse dsa dgst md5 sha1 sha256 sha512 rand genrsa
        genpkey ecparam dhparam enc base64 aes-256-cbc aes-128-cbc passwd prime speed storeutl ts cms smime spkac
        rsautl pkeyutl pkeyparam gendsa ocsp crl2pkcs7 mac kdf sess_id nseq srp" (class reads)
    (flags "-in=read -inform=text -out=write -outform=text -text -noout -subject -issuer -dates -enddate -startdate
       -fingerprint -serial -hash -pubkey -modulus -email -ocsp_uri -purpose -checkend=text -checkhost=text
       -checkip=text -ext=text -certopt=text -nameopt=text -CAfile=read -CApath=read -untrusted=read -partial_chain
       -verify=read -signature=read -sign=read -prverify=read -hex -r -c -binary -base64 -sha1 -sha224 -sha256 -sha384
       -sha512 -md5 -sha3-256 -d -e -a -A -n -v -K=text -iv=text -S=text -k=text -kfile=read -pass=text -passin=text
       -passout=text -salt -nosalt -pbkdf2 -iter=text -md=text -p -P -z -nopad -aes-256-cbc -aes-128-cbc -aes256
       -aes128 -des3 -pubin -pubout -check -key=read -new -x509 -newkey=text -nodes -noenc -days=text -subj=text
       -addext=text -set_serial=text -extensions=text -reqexts=text -keyout=write -config=source -name=text -genkey
       -list_curves -conv_form=text -param_enc=text -algorithm=text -pkeyopt=text -strparse=text -i -dump -offset=text
       -length=text -nokeys -nocerts -info -clcerts -cacerts -export -inkey=read -certfile=read -legacy -1 -5 -6 -apr1
       -stdin -salt=text -seconds=text -bytes=text -elapsed -evp=text -CA=read -CAkey=read -CAcreateserial
       -CAserial=write -req -extfile=read -print_certs -topk8 -nocrypt -crl_check -show_chain -trusted=read
       -writerand=write -rand=read -multi=text -decrypt -encrypt -derive -peerkey=read -rawin -sigfile=read -hmac=text
       -mac=text -macopt=text -signkey=read -reject -trustout -alias -certs -aes-256-gcm -chacha20 -bf -des -rc4
       -camellia-256-cbc -aes-192-cbc"
      "-engine=hidden -provider=hidden -provider-path=hidden -engine_impl") (args "read*") (on "-d" (is decodes))
    (on "-new -newkey -x509" (unless "-key -keyout -in" (class acts) (ask acts "A key is written to privkey.pem"
      "elsewhere")))
    (any "*:*" (unknown "may be an address")) (value "-in -key -CA -inkey -CAkey" "*:*" (unknown "may be an address")))
  (sub "rehash" (class acts) (style exact) (flags "-v -n -h -old -compat") (args "writetree*"))
  (sub "s_client s_time s_server" (class acts) (is network) (style none) (args "text*")
    (any "-engine* -provider*" (deny hidden-execution "openssl is told to load a library")))
  (sub "engine provider fipsinstall cmp tsget" (class acts) (style none) (args "text*")
    (deny hidden-execution "openssl is told to load a library")))
(program "gpg-agent gpg-connect-agent dirmngr" (class acts) (style none) (args "text*")
  (ask secret "An agent for keys is started or told something" "elsewhere")
  (version "--version --help --dump-options"))
(program "gpg gpg2 gpgv gpgsm gpgconf" (class acts) (style gnu)
  (flags "-#"
    "-kKvqacbdesnr"
    "-u=text -o=write -r=text --list-keys --list-public-keys --list-secret-keys --fingerprint --list-sigs --check-sigs
     --verify --list-packets --print-md=text --show-keys --with-colons --keyid-format=text --with-fingerprint
     --with-keygrip --batch --no-tty --armor --detach-sign --clearsign --clear-sign --sign --encrypt --decrypt
     --symmetric --output=write --recipient=text --local-user=text --yes --no-verbose --quiet --verbose
     --status-fd=text --passphrase=text --passphrase-fd=text --passphrase-file=read --pinentry-mode=text
     --homedir=source
     --no-default-keyring --keyring=read --trust-model=text --import --export --export-secret-keys
     --export-secret-subkeys --export-ownertrust --delete-keys --delete-secret-keys --delete-secret-and-public-key
     --gen-key --generate-key --full-generate-key --quick-generate-key --edit-key --recv-keys --send-keys
     --search-keys --refresh-keys --keyserver=connect --dearmor --enarmor --list-options=text --list-dirs
     --list-components --kill=text --version --import-options=text --export-options=text --fetch-keys --locate-keys
     --card-status --dump-options"
    "--exec-path=hidden --photo-viewer=hidden --agent-program=hidden --dirmngr-program=hidden --options=source
     --pinentry-program=hidden") (args "read*")
  (on "-k --list-keys --list-public-keys --fingerprint --list-sigs --check-sigs --verify --list-packets --print-md
       --show-keys --version --dearmor --enarmor --list-dirs --list-components -K --list-secret-keys --dump-options"
    (class reads))
  (unless "-k -K --list-keys --list-public-keys --list-secret-keys --fingerprint --list-sigs --check-sigs --verify
           --list-packets --print-md --show-keys --dearmor --enarmor --list-dirs --list-components --dump-options"
    (ask secret "Keys are used or changed, as far as gpg needs no agent, which it does not reach"))
  (on "--dearmor --enarmor" (unless "-o --output" (given 1 (unknown "writes a file beside it"))))
  (on "--export-secret-keys --export-secret-subkeys" (deny secret "Secret keys are taken"))
  (on "--delete-secret-keys --delete-secret-and-public-key" (deny destruction "Secret keys are deleted"))
  (on "--recv-keys --send-keys --search-keys --refresh-keys --fetch-keys --keyserver" (is network)))
(program "ssh-keygen" (class acts) (style exact)
  (flags "-lvqBcFHiLepyRkQgU -b=text -t=text -C=text -f=text -N=text -P=text -E=text -O=text -Y=text -I=text -n=text
     -s=read -V=text -m=text -a=text -R=text -F=text -z=text -r=text -D=hidden -w=hidden -M=text -K") (args "text*")
  (on "-l -L -F -B" (class reads) (as "-f" "read")) (on "-y" (as "-f" "read") (ask secret "A secret key is read"))
  (unless "-l -L -F -B -y" (as "-f" "write") (ask secret "Keys are made or changed")))
(program
  "pass gopass bw op lpass keepassxc-cli secret-tool security kwallet-query chamber aws-vault sops ansible-vault
    git-secret doppler infisical berglas summon envchain credstash keyring
          gnome-keyring-daemon pwsafe rbw 1password" (class acts) (style none) (args "text*")
  (deny secret "Stored secrets are shown, used or changed")
  (word 1 "version --version help status" (class reads) (pardon secret))
  (word 1 "--encrypt -e encrypt" (pardon secret) (ask secret "Secrets are changed")))
(program "age rage" (class acts) (style exact) (flags
  "-edapj -o,--output=write -r,--recipient=text -R,--recipients-file=read -i,--identity=read -j=text
     --encrypt --decrypt --passphrase --armor") (args "read")
  (on "-d --decrypt" (deny secret "Stored secrets are shown")) (unless "-d --decrypt" (ask secret
    "A file is encrypted")))
(program "age-keygen" (class acts) (flags "-y -o=write") (args "read") (ask secret "A key is made") (on "-y" (deny
  secret "A key is read")))
(program "xdg-open open gnome-open kde-open wslview start xdg-email xdg-desktop-menu gtk-launch
          firefox chrome google-chrome chromium chromium-browser safari brave code subl atom gedit kate xterm
          gnome-terminal konsole alacritty kitty foot wezterm xclip xsel pbcopy pbpaste wl-copy wl-paste clip xdotool
          ydotool wtype xte wmctrl xprop xinput xmodmap xhost feh eog display vlc mpv mplayer
          aplay arecord paplay parecord ffplay play rec say espeak scrot import maim grim screencapture
          gnome-screenshot flameshot raspistill libreoffice soffice evince okular zathura
          PlistBuddy osascript automator shortcuts sips qlmanage mdls mdutil
          systemsetup scutil caffeinate ditto dot_clean xattr lp lpr lpadmin cancel cupsenable lpoptions lpstat
          amixer alsamixer pacmd brightnessctl light xbacklight redshift"
  (class acts) (style none) (args "text*") (ask desktop "Something on the desktop is opened or changed" "elsewhere")
  (any "*do?shell?script* *do?script* macro:* vnd.sun.star.script* --open-url *.desktop vscode:*"
    (deny hidden-execution "A script runs a command"))
  (any "LoginHook LogoutHook *StartupItem* *LaunchAgents* *LaunchDaemons* *autostart* --install-extension=/*"
    (deny persistence "Something is set to start by itself"))
  (any "--install-extension" (any "/* *.vsix" (deny persistence "Code from a file is put into the editor")))
  (any "key" (any "Return Enter KP_Enter" (deny hidden-execution "Keys are typed for the person")))
  (word 1 "reset" (any "/" (deny settings "Every setting of the person is lost")))
  (any "-display --display" (any "*.*:*" (deny exfiltration "A terminal is shown on another machine")))
  (any "test test-xi2" (deny secret "What is typed is recorded"))
  (any "-e -l" (opaque "a script is given on the command line"))
  (any "erase* zeroDisk randomDisk secureErase partitionDisk deleteVolume deleteContainer reformat delete* resetFusion"
    "delete?*
        deleteme*" (deny machine "A disk of the machine is changed"))
  (any "deleteVolume deleteContainer" (deny machine "A disk of the machine is changed")))
(program "gsettings dconf gconftool-2 defaults plutil diskutil hdiutil pmset xdg-mime xdg-settings xset pactl wpctl
          playerctl bluetoothctl" (class acts) (style none) (args "text*")
  (ask desktop "Settings of the desktop or the machine may be changed" "elsewhere")
  (word 1 "read read-type find get list info list-schemas list-keys list-children list-recursively query verify status
         -lint -p dump q -q -g check" (class reads) (pardon desktop))
  (word 1 "-lint -p" (args "text read*"))
  (any "LoginHook LogoutHook *StartupItem* *LaunchAgents* *LaunchDaemons* *autostart*"
    (deny persistence "Something is set to start by itself"))
  (word 1 "reset" (any "/" (deny settings "Every setting of the person is lost")))
  (any "erase* zeroDisk randomDisk secureErase partitionDisk deleteVolume deleteContainer reformat delete* resetFusion"
    "delete?*
        deleteme*" (deny machine "A disk of the machine is changed"))
  (any "deleteVolume deleteContainer" (deny machine "A disk of the machine is changed")))
(program "tmutil" (class acts) (style none) (args "text*") (ask settings "Backups are looked at or changed"
  "elsewhere")
  (word 1 "disable delete deletelocalsnapshots deleteinprogress removedestination thinlocalsnapshots"
    (deny protection "Backups are switched off or deleted"))
  (word 1 "status listbackups latestbackup destinationinfo version listlocalsnapshots" (class reads) (pardon
    settings)))
(program "xrandr" (class acts) (style none) (args "text*") (ask desktop "The screen is changed" "elsewhere")
  (none (class reads) (pardon desktop))
  (word 1 "-q --query --listmonitors --listproviders --version" (class reads) (pardon desktop)
    (given 2 (class acts) (ask desktop "The screen is changed" "elsewhere"))))
(program "wine wine64 explorer cmdkey" (class acts) (style none) (args "text*")
  (ask acts "A program of another system is run" "elsewhere")
  (any "http:* https:* *.hta" (deny executes-data "Code is downloaded and run"))
  (any "/list*" (deny secret "Stored passwords are shown"))
  (any "*del*/s* *rd*/s* *format*" (deny destruction "Files are deleted")))
(program "cmd powershell pwsh wsl wscript cscript mshta rundll32 regsvr32 reg bcdedit schtasks sc net1 netsh wmic
          vssadmin cipher diskpart icacls takeown attrib del erase rd copy xcopy robocopy fsutil wevtutil certutil
          bitsadmin msiexec taskkill tasklist forfiles installutil wbadmin reagentc runas psexec Remove-Item
          Format-Volume Clear-Disk Stop-Computer Restart-Computer Invoke-Expression Set-ExecutionPolicy
          Invoke-WebRequest Start-Process Stop-Process Get-Content" (class acts) (style none) (args "text*")
  (ask acts "A command of another operating system is run" "elsewhere") (opaque "commands of that system are not read")
  (any "*del*/s* *rd*/s* *format* *Remove-Item* *rm* *-enc* *-EncodedCommand* -e -ec -Enc* *IEX* *iex*
        *Invoke-Expression* *DownloadString* *reg*delete* delete *shadows* eraseDisk *rmdir* /s /q *vssadmin*
        *bcdedit* *Format-Volume* *Clear-Disk* *Stop-Computer* *diskpart* *\\\\SAM *Set-MpPreference* Bypass
        *DisableRealtime* /create /mir /MIR stop off cl http:* https:* -urlcache /transfer --unregister *Everyone:*
        /grant /setowner /f"
    (deny destruction "A command of another operating system deletes or hides what it does"))
  (any "HKLM*SAM HKLM*SYSTEM HKLM*SECURITY" (deny secret "The passwords of the machine are taken"))
  (word 1 "/set /deletevalue /w:* clean erase" (deny machine "The machine is changed")))
(program "vi vim nvim gvim view vimdiff ex ed emacs rvim nvi elvis red jmacs zile" (class acts) (style single)
  (flags "-# -R -b -n -e -s -es -Es -u=source -N -i=read -d -o* -O* -p* -y -Z -m -M -nw -Q -q -batch -q -no-init-file
     --no-site-file -c=code:vim +*=code:vim -cmd=code:vim -S=script:vim -eval=code:elisp -f=text -l=script:elisp
     -load=script:elisp -script=script:elisp -headless -clean -version -w=write -W=write -x -T=text -t=text -V* -L -r
     -F -servername=text -remote-send=hidden -remote-expr=hidden -server=text -remote=text -listen=socket
       -funcall=text -no-splash -daemon -x=text") (args "change*")
  (ask interactive "An editor waits for a person at a terminal, and commands have none" "elsewhere") (opaque
    "an editor runs what it is told to")
  (value "-S -l -load -script" "/tmp/* /var/tmp/* /dev/* ../* /home/*"
    (deny hidden-execution "An editor is given a script from outside the workspace"))
  (version "-version"))
(program "nvidia-smi" (style single)
  (flags "-L -q -i=text -l=text -d=text -x -a -list-gpus -query-gpu=text -query-compute-apps=text -format=text
     -loop=text -h"
    "-query -display=text -list-excluded-gpus -help")
  (sub "topo nvlink dmon pmon" (flags "-m -s=text -c=text -d=text -i=text") (args "text*")))
(program "sar pidstat"
  (flags "-#" "-AbBdFhHIqrRSuvVwWy --human --dec=text --pretty -C=text -G=text -n=text -P=text -p=text -s=text -i=text
     -f=read -D -l -t -T=text -U?text")
  (args "text*"))
(program "sensors" (flags "-uAfjhv"
    "-c,--config-file=read --no-adapter --fahrenheit --bus-list --raw") (args "text*"))
