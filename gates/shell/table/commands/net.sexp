; The network: transfers, remote shells, look-ups, and what shows or changes its settings.

(program "curl" (class acts) (is network downloads) (style gnu)
  (flags "-#"
    "-0123469aBfgGhIijJklLMnNpqRsSvVZ:#"
    "-A,--user-agent=text -b,--cookie=curl:cookie -c,--cookie-jar=write -C,--continue-at=text -d,--data=upload
     --data-ascii=upload --data-binary=upload --data-raw=text --data-urlencode=curl:encoded -D,--dump-header=write
     -e,--referer=text -E,--cert=read -F,--form=curl:form --form-string=text -H,--header=curl:header --json=upload
     -K,--config=source -m,--max-time=text -o,--output=write --output-dir=writetree -O --remote-name --remote-name-all
     -P,--ftp-port=text -Q,--quote=text -r,--range=text -t,--telnet-option=text -T,--upload-file=read -u,--user=text
     -U,--proxy-user=text -w,--write-out=upload -x,--proxy=connect -X,--request=text -y,--speed-time=text
     -Y,--speed-limit=text -z,--time-cond=text"
    "--abstract-unix-socket=socket --unix-socket=socket --cacert=read --capath=read --cert-type=text --ciphers=text
     --compressed --connect-timeout=text --connect-to=curl:connect-to --create-dirs --crlf --doh-url=connect --etag-compare=read
     --etag-save=write --fail --fail-early --fail-with-body --false-start --get --globoff
     --happy-eyeballs-timeout-ms=text --head --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --include
     --insecure --interface=text --ipv4 --ipv6 --junk-session-cookies --keepalive-time=text --key=read --key-type=text
     --limit-rate=text --list-only --location --location-trusted --max-filesize=text --max-redirs=text --negotiate
     --netrc --netrc-file=read --netrc-optional --next --no-alpn --no-buffer --no-keepalive --no-progress-meter
     --noproxy=text --ntlm --oauth2-bearer=text --parallel --parallel-max=text --pass=text --path-as-is --post301
     --post302 --progress-bar --proto=text --proto-default=text --proto-redir=text --remote-header-name --remote-time
     --request-target=text --resolve=curl:connect-to --retry=text --retry-all-errors --retry-connrefused --retry-delay=text
     --retry-max-time=text --show-error --silent --socks4=connect --socks5=connect --socks5-hostname=connect --ssl
     --ssl-reqd --stderr=write --tcp-fastopen --tcp-nodelay --tls-max=text --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3
     --trace=write --trace-ascii=write --trace-time --url=curl:url --url-query=curl:encoded --use-ascii --verbose --xattr
     --anyauth --basic --digest --aws-sigv4=text --bearer=text --no-clobber --rate=text --libcurl=write --manual --styled-output --no-styled-output --no-sessionid --haproxy-protocol
     --mail-from=text --mail-rcpt=text --login-options=text --proxy-header=curl:header --preproxy=connect --proxy1.0=connect --socks4a=connect --proxy-insecure --hsts=write
     --max-time=text --engine=hidden") (args "curl:url*")
  (on "-O --remote-name --remote-name-all -J" (here "writetree"))
  (value "-d --data --data-ascii --data-binary --data-urlencode --json -F --form -T --upload-file" "@/* *=@/* *=</*
          @~* *=@~* *=<~* @..* *=@..* *=<..* /* ~* ..* -"
    (deny exfiltration "A file from outside the workspace is sent to another machine"))
  (value "-H --header --proxy-header --url-query" "@/* @~* @..*"
    (deny exfiltration "A file from outside the workspace is sent to another machine"))
  (on "-n --netrc --netrc-file --netrc-optional --etag-compare"
    (ask remote-change "Sends a login or the content of a file to another machine"))
  (on "-T --upload-file" (ask exfiltration "A file is sent to another machine"))
  (on "-X --request" (ask remote-change "A request other than a plain one is sent"))
  (value "-X --request" "delete"
    (any "*:9200/* *_all* *:9200 *:5984/*" (deny destruction "Data in a database is deleted")))
  (value "-Q --quote" "*dele* *rmd* *site?exec*" (deny destruction "Files on another machine are deleted"))
  (on "-d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form"
    (ask remote-change "Data is sent to another machine")) (on "-K --config" (unknown "takes its flags from a file")))
(program "wget wget2" (class acts) (is network) (style gnu)
  (flags "-#"
    "-46bcdEFHkKLmNnpqrSvVx"
    "-nc -nd -nH -nv -np -nx -a,--append-output=append -A,--accept=text -B,--base=text -D,--domains=text -e=source
     -g=text -I,--include-directories=text -i,--input-file=list:connect -l,--level=text -o,--output-file=write
     -O,--output-document=write -P,--directory-prefix=writetree -Q,--quota=text -R,--reject=text -t,--tries=text
     -T,--timeout=text -U,--user-agent=text -w,--wait=text -X,--exclude-directories=text --header=text --method=text
     --body-data=text --body-file=read --post-data=text --post-file=read --quiet --verbose --no-verbose --continue
     --timestamping --no-check-certificate --no-clobber --no-parent --no-directories --no-host-directories --recursive
     --page-requisites --convert-links --adjust-extension --mirror --spider --server-response --progress=text
     --show-progress --no-cookies --load-cookies=read --save-cookies=write --user=text --password=text
     --http-user=text --http-password=text --ca-certificate=read --certificate=read --private-key=read
     --content-disposition --content-on-error --trust-server-names --max-redirect=text --limit-rate=text --random-wait
     --referer=text --no-proxy --no-hsts --no-cache --no-dns-cache --inet4-only --inet6-only --cut-dirs=text
     --span-hosts --compression=text --retry-connrefused --waitretry=text --connect-timeout=text --read-timeout=text
     --dns-timeout=text --background --debug --no-config --https-only --secure-protocol=text --delete-after
     --https-enforce=text --start-pos=text --no-if-modified-since --restrict-file-names=text --unlink
     --use-askpass=hidden --execute=hidden --config=hidden --rejected-log=write --warc-file=write
       --report-speed=text")
  (args "connect*") (value "-O --output-document" "-" (is downloads))
  (unless "-O --output-document --spider -P --directory-prefix" (here "writetree"))
  (on "--post-file --body-file" (ask exfiltration "A file is sent to another machine"))
  (value "--post-file --body-file" "/* ~* ..*"
    (deny exfiltration "A file from outside the workspace is sent to another machine"))
  (on "--post-data --body-data --method" (ask remote-change "Data is sent to another machine"))
  (on "--load-cookies" (ask remote-change "Sends the content of a file to another machine"))
  (on "-H --span-hosts" (unknown "follows links to other hosts"))
  (on "-e" (deny hidden-execution "wget is given a setting on the command line")))
(program "http https httpie xh xhs curlie lynx links w3m elinks youtube-dl yt-dlp gallery-dl httrack
          grpcurl websocat wscat hey ab wrk oha vegeta k6 siege bombardier lftp ftp tftp ncftp ncftpget ncftpput
          gopher newsboat transmission-cli transmission-remote qbittorrent-nox rtorrent ipfs tor magic-wormhole
          wormhole croc rclone syncthing restic borg duplicity s3cmd mc minio ngrok cloudflared localtunnel lt bore
          frpc chisel pagekite serveo tailscale zerotier-cli wg wg-quick openvpn openconnect vpnc nordvpn warp-cli"
  (class acts) (is network downloads) (style none) (args "text*")
  (ask remote-change "Another machine is contacted, in a way that the words do not say in full")
  (word 1 "del" (any "-r --recursive -rf" (deny destruction "Data on another machine is deleted")))
  (word 1 "purge delete deletefile rmdirs" (deny destruction "Data on another machine is deleted"))
  (any "forget" (any "0 --keep-last=0" (deny destruction "Every backup is deleted")))
  (any "rb" (any "--force --dangerous" (deny destruction "A bucket in the cloud is deleted")))
  (word 1 "rm" (any "--recursive --force -r" (deny destruction "Data on another machine is deleted")))
  (any "file:*" (deny exfiltration "Files of the machine are served to others"))
  (any "R:*" (deny escape "The machine is opened to another"))
  (word 1 "set" (any "wg? allowed-ips" (deny network-settings "The machine joins or leaves a network")))
  (version "--version -V version --help -h")
  (word 1 "--version -V version --help -h help" (pardon remote-change)))
(program "aria2c axel" (class acts) (is network downloads) (style gnu)
  (flags
    "-cqVvaS -o,--out,--output=write -d,--dir=writetree -x=text -s,--split=text -j=text -k=text -n=text -U=text
    -H=text -i,--input-file=list:connect
     -T,--torrent-file=read --header=text --user-agent=text --continue?text --max-connection-per-server=text
       --quiet?text --summary-interval=text
     --console-log-level=text --allow-overwrite?text --auto-file-renaming?text --check-certificate?text
       --seed-time=text --conf-path=source
     --max-tries=text --retry-wait=text --timeout=text --checksum=text --on-download-complete=hidden
       --on-download-start=hidden
     --on-download-error=hidden --on-download-stop=hidden --on-bt-download-complete=hidden --rpc-listen-port=listen
       --enable-rpc?text")
  (args "connect*") (unless "-o --out --output -d --dir" (here "writetree")))
(program "gsutil" (class acts) (is network) (style none) (args "text*")
  (ask remote-change "Storage in the cloud is used")
  (any "rm rb" (ask destruction "Data in the cloud is deleted")
    (any "-r -R -*r gs://*/** gs://*\\*" (deny destruction "Data in the cloud is deleted")))
  (word 1 "rb" (deny destruction "A bucket in the cloud is deleted")))
(program "ssh" (version "-V") (is stops network remote) (class acts) (style exact)
  (flags "-1246AaCfGgKkMNnqsTtVvXxYy -B=text -b=text -c=text -D=listen -E=append -e=text -F=source -I=hidden -i=read
     -J=connect:ssh:22 -L=listen -l=text -m=text -O=text -P=text -p=text -Q=text -R=listen -S=socket -W=connect
     -w=text -o=text") (args "connect:ssh:22 shell+")
  (value "-o" "*" (unknown "-o sets an option that the table does not list"))
  (only "-o" "stricthostkeychecking* userknownhostsfile=/dev/null connecttimeout* batchmode* port=* user=*
         serveralive* loglevel* compression* identitiesonly* identityfile* passwordauthentication*
         pubkeyauthentication* preferredauthentications* connectionattempts* addressfamily* requesttty* forwardagent*
         forwardx11* tcpkeepalive* hostkeyalgorithms* kexalgorithms* ciphers* macs* numberofpasswordprompts*
         checkhostip* hashknownhosts* exitonforwardfailure* controlmaster=no controlpath=none updatehostkeys*
         globalknownhostsfile=/dev/null logverbose* visualhostkey*" (unknown ""))
  (value "-F" "*" (unknown "a configuration of ssh can name commands to run"))
  (value "-F" "/tmp/* /var/tmp/* /dev/* ../*"
    (deny hidden-execution "Configuration from outside the workspace can name commands to run"))
  (value "-o" "proxycommand* localcommand* permitlocalcommand* knownhostscommand* pkcs11provider* securitykeyprovider*
          xauthlocation* match?exec*" (deny hidden-execution "ssh is told to run a command here"))
  (on "-N -f" (ask acts "A tunnel stays open" "elsewhere")) (on "-V" (class reads))
  (on "-G" (class reads) (is local) (args "text"))
  (on "-Q" (none (class reads) (is local))))
(program "ssh-copy-id" (class acts) (is network) (style exact) (flags
  "-fnsx -i?read -p=text -o=text -t=text -F=source")
  (flags "-i=read") (args "connect:ssh:22") (deny persistence
    "A key is installed that opens another account from now on"))
(program "mosh autossh et dropbear dbclient sshpass sshfs rsh rlogin rexec telnet" (class acts) (is network remote)
  (is stops) (style none) (args "text*") (ask remote-change "A session on another machine")
  (any "*ssh_command=* *ProxyCommand=* *proxycommand=* *LocalCommand=*"
    (deny hidden-execution "A command is run here before the session begins"))
  (opaque "the words say too little about what is done there"))
(program "scp" (class acts) (is network) (style exact)
  (flags "-346ABCOpqRrTv -c=text -D=hidden -F=source -i=read -J=connect:ssh:22 -l=text -o=text -P=text -X=text
     -S=hidden") (args "rread* rinto") (on "-r" (args "rtree* rinto"))
  (value "-o" "proxycommand* localcommand* permitlocalcommand* knownhostscommand*"
    (deny hidden-execution "scp is told to run a command here")))
(program "sftp" (class acts) (is network) (style exact)
  (flags "-46AaCfNpqrv -B=text -b=script:sftp -c=text -D=hidden -F=source -i=read -J=connect:ssh:22 -l=text -o=text
     -P=text -R=text -s=text -S=hidden -X=text") (args "connect:ssh:22 into") (is stdin-code) (language "sftp")
  (value "-o" "proxycommand* localcommand* permitlocalcommand*"
    (deny hidden-execution "sftp is told to run a command here")))
(program "rsync" (class acts) (style exact)
  (flags "-#"
    "-0468aAbcCdDEFghHiIJkKlLmnNoOpPqrRsStuUvVWxXyz"
    "-@=text -B,--block-size=text -f,--filter=text -M,--remote-option=hidden -T,--temp-dir=temporary -e=text --rsh=text
     --acls --address=text --append --append-verify --archive --atimes --backup --backup-dir=writetree
     --block-size=text --bwlimit=text --checksum --checksum-choice=text --chmod=text --chown=text --compare-dest=read
     --compress --compress-choice=text --compress-level=text --contimeout=text --copy-dest=read --copy-dirlinks
     --copy-links --copy-unsafe-links --crtimes --cvs-exclude --delay-updates --delete --delete-after --delete-before
     --delete-delay --delete-during --delete-excluded --delete-missing-args --devices --dirs --dry-run --exclude=text
     --exclude-from=read --executability --existing --fake-super --files-from=rread --force --from0 --fuzzy --group
     --hard-links --human-readable --iconv=text --ignore-errors --ignore-existing --ignore-missing-args --ignore-times
     --include=text --include-from=read --info=text --inplace --ipv4 --ipv6 --itemize-changes --keep-dirlinks --links
     --link-dest=read --list-only --log-file=append --log-file-format=text --max-delete=text --max-size=text
     --min-size=text --mkpath --modify-window=text --munge-links --no-* --numeric-ids --omit-dir-times
     --omit-link-times --one-file-system --open-noatime --out-format=text --outbuf=text --owner --partial
     --partial-dir=text --password-file=read --perms --port=text --preallocate --progress --protect-args
     --protocol=text --prune-empty-dirs --quiet --recursive --relative --remove-source-files --safe-links
     --secluded-args --size-only --skip-compress=text --sockopts=text --sparse --specials --stats --stderr=text
     --suffix=text --super --timeout=text --times --trust-sender --update --usermap=text --groupmap=text --verbose
     --whole-file --write-devices --xattrs --zc=text --zl=text --debug=text --rsync-path=hidden --early-input=read
     --stop-after=text") (args "rtree* rinto") (on "--remove-source-files" (args "rmove* rinto"))
  (on "--delete --delete-after --delete-before --delete-delay --delete-during --delete-excluded --delete-missing-args"
    (args "rtree* rmirror")) (on "--list-only --dry-run -n" (class reads) (args "rtree*"))
  (value "-e --rsh" "*" (deny hidden-execution "rsync is told to run a command"))
  (only "-e --rsh" "ssh rsh ssh?-p?* ssh?-i?* ssh?-p* ssh?-o?* ssh?-l?* ssh?-q ssh?-t ssh?-c?*"
    (pardon hidden-execution))
  (value "-e --rsh" "*command* *;* *|* *&* *$* *`* *provider* *xauth* *?-f*"
    (deny hidden-execution "rsync is told to run a command")))
(program "nc ncat netcat nc.openbsd nc.traditional" (class acts) (style exact) (version "-h")
  (flags "-46bCDdFhklNnrStUuvZz -c=hidden -e=hidden -I=text -i=text -M=text -m=text -O=text -o=write -P=text -p=text
     -q=text -s=text -T=text -V=text -W=text -w=text -X=text -x=connect -g=text -G=text -Q=text --ssl --listen --udp
     --keep-open --send-only --recv-only --verbose --wait=text --source-port=text --output=write --exec=hidden
     --sh-exec=hidden --lua-exec=hidden --proxy=connect --broker --chat --allow=text --telnet --nodns --crlf
     --no-shutdown --idle-timeout=text --ssl-verify --max-conns=text") (args "connect text*") (is network)
  (on "-U" (args "socket")) (on "-l --listen" (args "listen*")))
(program "socat" (class acts) (is network) (style none) (args "text*") (version "-V -h")
  (ask remote-change "Two addresses are connected with each other")
  (any "exec* EXEC* Exec* system* SYSTEM* System* shell* SHELL*"
    (deny hidden-execution "socat is told to run a command")) (opaque "its addresses are not read"))
(program "dig host nslookup drill delv kdig whois geoiplookup nmblookup avahi-browse
          avahi-resolve dog doggo q ldapsearch" (class acts) (is network downloads) (style none) (args "text*")
  (version "-v -V -h"))
(program "resolvectl systemd-resolve" (class acts) (is network) (style none) (args "text*")
  (word 1 "status statistics --status --statistics show-cache show-server-state" (class reads) (is local)
    (any "-i* --i* -M* --m*" (is network) (unknown "is given words that the table does not list")))
  (word 1 "dns domain default-route dnssec revert" (given 2 (deny network-settings
    "Where names are looked up is changed"))))
(program "ping ping6 fping arping traceroute traceroute6 tracepath mtr tcptraceroute iperf iperf3 speedtest
          speedtest-cli fast ntpdate ntpq chronyc sntp smokeping" (class acts) (is network) (style none)
  (args "text*"))
(program "arpspoof ettercap bettercap responder mimikatz dsniff macof evilginx" (class acts) (is network) (style none)
  (args "text*") (deny network-settings "Traffic or passwords of others are taken over")
  (word 1 "--version -v -h --help" (class reads) (pardon network-settings)))
(program "nmap masscan zmap nikto sqlmap hydra gobuster ffuf dirb wfuzz wpscan hashcat john aircrack-ng msfconsole
          msfvenom metasploit crackmapexec netexec impacket-secretsdump evil-winrm enum4linux smbmap nuclei amass
            subfinder theHarvester recon-ng setoolkit beef-xss
          burpsuite zaproxy" (class acts) (is network) (style none) (args "text*")
  (ask remote-change "Other machines or passwords are probed")
  (any "--script* --interactive" (ask hidden-execution "A script is run"))
  (any "--script=*/* *.nse" (deny hidden-execution "A script from a file is run")))
(program "tcpdump tshark wireshark dumpcap ngrep tcpflow termshark" (class acts) (style exact)
  (flags "-#"
    "-AbdDefhHIJKlLnNOpqStuUvxXV -B=text -c=text -C=text -E=text -F=read -G=text -i=text -j=text -m=text -M=text
     -r=read -s=text -T=text -w=write -W=text -y=text -Z=user -z=hidden -Y=text -e=text -f=text -a=text -X=text -nn
     -vv -xx --list-interfaces") (args "text*") (ask secret "Traffic of the network is watched")
  (on "-r" (class reads) (pardon secret)) (on "-X" (unknown "-X may load a script"))
  (value "-X" "lua_script*" (deny hidden-execution "A script is loaded")))
(program "ip" (style exact)
  (flags "-#"
    "-46sdhjpNrtoBaDM0V -br -brief -c?text -color?text -json -pretty -details -stats -statistics -oneline -o -human
     -iec -family=text -f=text -n=text -netns=text -all -resolve -timestamp -4 -6 -j -p -s -d -br -details")
  (style single) (flags "-4 -6 -s -d -h -j -p -N -r -t -o -B -a -D -M -0 -V")
  (sub "address addr a route r ro rule ru neigh neighbor neighbour n" (style none) (args "text*")
    (given 1 (unknown "is given a word that the table does not list"))
    (word 1 "show sho sh s list lis li ls lst l get ge g help dev" (unknown ""))
    (word 1 "add a ad del delete d change c chg replace set flush f append prepend restore save down bring"
      (class acts) (unknown "") (deny network-settings "Addresses or routes of the machine are changed")))
  (sub "link l maddress mroute tunnel tuntap monitor
        netconf ntable token tcp_metrics xfrm sr macsec nexthop vrf stats mptcp fou l2tp ioam" (style none)
    (args "text*") (given 1 (unknown "is given a word that the table does not list"))
    (word 1 "show list ls lst l get help showdump dev up" (unknown ""))
    (word 1 "add a ad del delete d change c chg replace set flush f append prepend restore save down bring"
      (class acts) (unknown "") (deny network-settings "Addresses or routes of the machine are changed")))
  (sub "netns" (class acts) (style none) (args "text*") (none (class reads))
    (word 1 "list l ls show identify pids" (class reads))
    (word 1 "exec" (args "text text run") (ask acts "A command runs in another network" "elsewhere"))
    (word 1 "add del delete set attach" (deny network-settings "Networks of the machine are changed")))
  (sub "help" (args "text*")) (flags "-batch=hidden -b=hidden -force -Version -human-readable -loops=text -l=text
     -Numeric -ts -tshort
    -rc=text -rcvbuf=text -echo"))
(program "ifconfig" (style none) (args "text*") (word 1 "-a -s -v" (class reads))
  (given 2 (class acts) (deny network-settings "Addresses of the machine are changed")))
(program "route arp" (style none) (args "text*")
  (any "*" "-n -e -ee -v -a -F -C -6 -4 -i --device -t -H --hw-type ether --numeric --verbose eth* en* wl* -en -an -ne
    -vn -nv -A inet inet6"
    (unknown "is given a word that the table does not list"))
  (any "add del delete -d -s change flush --delete --set -f" (class acts)
    (deny network-settings "Routes of the machine are changed")))
(program "iw iwconfig iwlist ethtool mii-tool brctl bridge tc nmcli networksetup rfkill wpa_cli netplan hostnamectl
          timedatectl localectl" (class acts) (style none) (args "text*")
  (ask network-settings "Settings of the network or the machine may change" "elsewhere")
  (none (class reads) (pardon network-settings))
  (word 1 "list show status info get dev -listallhardwareports -listallnetworkservices -getinfo g general device d
         connection con c --json -t -s qdisc link fdb" (class reads) (pardon network-settings))
  (given 2
    (word 1 "dev g general device d connection con c qdisc link fdb -t -s" (class acts)
      (ask network-settings "Settings of the network or the machine may change" "elsewhere"))
    (word 2 "status show list s l ls wifi" (pardon network-settings) (class reads)))
  (any "-H* --ho* -M* --ma*" (is network) (unknown "asks another machine"))
  (any "--show-s*" (deny secret "Passwords of networks are shown"))
  (any "-set*" (deny network-settings "Settings of the network or the machine are changed"))
  (any "set set-time set-ntp add del delete up down connect disconnect modify apply replace change flush -K -G -A -C
    -L -E block
        unblock off on edit reload restart addbr delbr -r -x rescan reapply connection.* ipv4.* clone load import"
    (class acts) (deny network-settings "Settings of the network or the machine are changed"))
  (word 1 "eth? en?s? wlan? -i -k -a -g -c -l -n -d -m -u -T" (class reads) (pardon network-settings)
    (given 3 (class acts) (ask network-settings "Settings of the network may change" "elsewhere"))))
(program "netstat" (style exact) (flags
  "-# -nrlaitupsWecCgoFMxveZN46vdwT -A=text --numeric --listening --all --tcp --udp --raw --unix --summary --route
    --interfaces?text --statistics --program --programs --timers --continuous --groups --verbose --wide --symbolic
    --extend --inet --inet6 --numeric-ports -p=text -f=text
    -I?text"
    "--masquerade --numeric-hosts --numeric-users --protocol=text") (flags "-p") (args "text*"))
(program "ss" (style exact) (flags
  "-# -nrlaitupsWecCgoMxmeEbHOQKZzN046vdwTS -f=text -A=text -F,--filter=read -D,--diag=write -i --numeric --listening
    --all --tcp --udp --raw
     --unix --processes --summary --info --memory --extended --options --resolve --route --interfaces --statistics
     --program --programs --timers --continuous --groups --verbose --wide --no-header --oneline --family=text --ipv4
     --ipv6 --query=text --symbolic --extend -h -V --threads --tos --cgroup --tipcinfo --context --contexts --bpf
     --packet --dccp --sctp
     --tipc --vsock --xdp --mptcp --inet-sockopt --socket=text --events --net=text --diag=write --kill") (args
       "text*") (on "-K --kill" (class acts) (ask process "Connections are
       closed" "elsewhere"))
  (any "dst src" (class acts) (is network)))
(program "lsof fuser" (style exact)
  (flags "-abClnNOPRtUvVhHmMsuFiIjw4 -#"
    "-c=text -d=text -p=text -u=text -i?text -g?text -s?text -F?text -r?text -T?text -S?text +D*=tree +d*=tree
     +L*=text +c*=text -n -k -SIG*=text +m*=write --all --mount --user --verbose --ismountpoint --namespace=text --kill
     --interactive"
    "-Q -X -K?text -o?text -x?text -z?text -Z?text --inode --list-signals --silent --ipv4 --ipv6") (args "text*") (on
      "-k --kill" (class acts) (ask process "Processes that use a file are ended"
       "elsewhere")
    (any "/ /home /home/* /root /usr /usr/* /etc /var /bin /tmp /dev /proc /lib"
      (deny process "Every process of the machine or of a person is ended")))
  (value "-i" "*@*" (class acts) (is network)))
(program "iptables ip6tables iptables-restore ip6tables-restore nft ufw firewall-cmd ipset arptables ebtables pfctl
          fail2ban-client ipvsadm conntrack iptables-legacy iptables-nft" (class acts) (style none) (args "text*")
  (deny protection "The filter of the network is changed")
  (word 1 "-L -S --list --list-rules status --state --list-all --list-ports --list-services list -nL -nvL -vnL -Ln
         -Lnv -t" (class reads) (pardon protection)
    (any "-*" "-L -S --list --list-rules --state --list-all --list-ports --list-services -nL -nvL -vnL -Ln -Lnv -t -n
          -v -nv -vn -x --line-numbers --numeric --verbose --exact --table --zone=* --permanent -a -s -j -y"
      (class acts) (deny protection "The filter of the network may be changed"))
    (any "*;*" (class acts) (deny protection "The filter of the network may be changed")))
  (any "-M* --mod*" (deny hidden-execution "A program is named that loads modules"))
  (any "-A -D -I -R -F -X -P -N -E -Z --append --delete --insert --flush --policy --zero add delete flush insert
        disable enable reset reload --add-* --remove-* --set-* --panic-on -f create destroy replace rename"
    (class acts) (deny protection "The filter of the network is changed")))
(program "iptables-save ip6tables-save" (flags "-c -t=text"))
(program "mail mailx mutt neomutt sendmail msmtp ssmtp swaks s-nail nail mutt-org exim exim4 postfix postsuper
          sendemail slack slackcat telegram-send signal-cli twurl toot matrix-commander irssi weechat talk twilio
          apprise ntfy" (class acts) (is network) (style none) (args "text*") (ask message "A message goes to people"
          "elsewhere")
  (any "-A* -a* --attach*" (ask exfiltration "A file is sent to people"))
  (any "sendmail=* *set?shell* *set?editor* --exec* exec:* *set?sendmail*"
    (deny hidden-execution "A mail program is told to run a command")))
(program "caddy haproxy traefik envoy lighttpd thttpd darkhttpd squid dnsmasq bind9
          named unbound coredns sshd vsftpd smbd samba rpcbind exportfs inetd xinetd vncserver x11vnc xrdp ttyd gotty
          code-server mosquitto rabbitmq-server nats-server etcd boundary webfsd miniserve
          simple-http-server php-fpm uwsgi" (class acts) (style none) (args "text*")
  (ask service "A server is started or changed" "elsewhere") (word 1 "version --version" (pardon service) (class
    reads))
  (any "/ ~ /home/* /root* /etc*" (deny exfiltration "Files outside the workspace are served to others"))
  (any "bash sh zsh /bin/sh /bin/bash login" (deny escape "A shell is offered to others on the network"))
  (any "PermitRootLogin=* PermitEmptyPasswords=* -oPermit*" (deny accounts "Others may log in")))
(program "nginx apache2 httpd apachectl" (class acts) (style none) (args "text*")
  (ask service "A server is started or changed" "elsewhere")
  (word 1 "-v -V -version --version" (pardon service) (class reads))
  (any "/ ~ /home/* /root* /etc*" (deny exfiltration "Files outside the workspace are served to others"))
  (given 2 (class acts) (ask service "A server is started or changed" "elsewhere")))
(program "vault consul nomad etcdctl" (class acts) (is network) (style none) (args "text*")
  (version "version --version -v")
  (ask remote-change "A service that others use is asked or changed")
  (word 1 "version --version -v status help" (class reads) (pardon remote-change))
  (any "read kv unwrap token" (any "get read unwrap lookup -field*" (deny secret "A stored secret is shown")))
  (any "del delete disable gc purge -purge destroy"
    (any "-recurse --from-key* --prefix -purge --all disable gc destroy"
      (deny destruction "What a service holds is deleted"))))
(program "telnetd tmate gotty-server wssh websocketd shellinaboxd sshx upterm teleconsole" (class acts) (style none)
  (args "text*")
  (deny escape "A shell is offered to others on the network") (word 1 "--version -V --help" (class reads) (pardon
    escape)))
(program "smbclient smbget mount.cifs showmount rpcinfo snmpwalk snmpget snmpset ldapmodify ldapadd ldapdelete
          kinit klist kdestroy wbinfo net rpcclient" (class acts) (is network) (style none) (args "text*")
  (ask remote-change "Another machine is contacted")
  (any "*deltree* *rmdir* *del?* /add /delete" (deny destruction "Files or accounts on another machine are changed")))
(program "nfsstat" (flags "-scnrmvl234 -o=text -S,--since=read --server --client --nfs --rpc --mounts --verbose --list"))
(program "hostapd macchanger ifup ifdown dhclient dhcpcd pppd pon poff" (class acts) (style none) (args "text*")
  (deny network-settings "The machine joins or leaves a network"))
