; git and the tools around it.

(flag-set "git-diff" "-puszabwRS -# -U,--unified?text -M,--find-renames?text -C,--find-copies?text
           -B,--break-rewrites?text -D,--irreversible-delete -l=text -S=text -G=text -O=read -W,--function-context
           -X?text -r -t -c --cc --raw --patch --no-patch --patch-with-raw --patch-with-stat --stat?text
           --stat-width=text --stat-name-width=text --stat-count=text --stat-graph-width=text --compact-summary
           --numstat --shortstat --dirstat?text --cumulative --summary --name-only --name-status --submodule?text
           --color?text --no-color --color-moved?text --no-color-moved --color-moved-ws=text --word-diff?text
           --word-diff-regex=text --color-words?text --no-renames --rename-empty --no-rename-empty --check
           --ws-error-highlight=text --full-index --binary --abbrev?text --no-abbrev --minimal --patience --histogram
           --anchored=text --diff-algorithm=text --indent-heuristic --no-indent-heuristic --find-copies-harder
           --diff-filter=text --pickaxe-regex --pickaxe-all --find-object=text --skip-to=text --rotate-to=text
           --relative?text --no-relative --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change
           --ignore-all-space --ignore-blank-lines --ignore-matching-lines=text -I=text --inter-hunk-context=text
           --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules?text --src-prefix=text
           --dst-prefix=text --no-prefix --default-prefix --line-prefix=text --ita-invisible-in-index
           --ita-visible-in-index --merge-base --color-lines --output=write --output-indicator-new=text
           --output-indicator-old=text --output-indicator-context=text --combined-all-paths --remerge-diff
           --diff-merges=text --no-diff-merges -m -z")
(flag-set "git-log" "@git-diff -n,--max-count=text -i,--regexp-ignore-case -E,--extended-regexp -F,--fixed-strings
           -P,--perl-regexp -L=text -g,--walk-reflogs -q --follow --no-follow --decorate?text --no-decorate
           --decorate-refs=text --decorate-refs-exclude=text --source --mailmap --no-mailmap --use-mailmap --full-diff
           --log-size --skip=text --since=text --after=text --until=text --before=text --since-as-filter=text
           --author=text --committer=text --grep-reflog=text --grep=text --all-match --invert-grep --basic-regexp
           --remove-empty --merges --no-merges --min-parents=text --max-parents=text --no-min-parents --no-max-parents
           --first-parent --exclude-first-parent-only --not --all --branches?text --tags?text --remotes?text
           --glob=text --exclude=text --exclude-hidden=text --reflog --single-worktree --ignore-missing --bisect
           --stdin --cherry-mark --cherry-pick --left-only --right-only --cherry --merge --boundary
           --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges
           --ancestry-path?text --date-order --author-date-order --topo-order --reverse --no-walk?text --do-walk
           --pretty?text --format=text --abbrev-commit --no-abbrev-commit --oneline --encoding=text --expand-tabs?text
           --no-expand-tabs --notes?text --no-notes --show-notes?text --no-show-signature --relative-date --date=text
           --parents --children --left-right --graph --no-graph --show-linear-break?text --count --objects
           --objects-edge --unpacked --no-object-names --object-names --filter=text --header --timestamp
           --disk-usage?text --use-bitmap-index --clear-decorations --missing=text --in-commit-order --quiet
           --dense-combined")
(flag-set "git-merge" "-ensxifqvmXrkS3 -# -m=text -s,--strategy=text -X,--strategy-option=text -F=read -S?text --ff --no-ff
  --ff-only --squash --no-squash --commit --no-commit --edit --no-edit --abort --continue --quit --skip
  --onto=text --interactive --autosquash --no-autosquash --autostash --no-autostash --keep-base --root
  --rebase-merges?text --signoff --stat --no-stat --verify --no-verify --allow-unrelated-histories
  --mainline=text --keep-redundant-commits --allow-empty --empty=text --log?text --message=text --fork-point
  --no-fork-point --update-refs --quiet --verbose --progress --no-progress --3way --keep --patch-format=text
  --show-current-patch?text --reset-author-date --ignore-date --committer-date-is-author-date --gpg-sign?text
  --no-gpg-sign --into-name=text --file=read --rerere-autoupdate --apply --merge --force-rebase
  --no-force-rebase")
(program "git"
  (global
    "-P --no-pager --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs")
  (flags "-C=dir -c=text -p --paginate --git-dir=read --work-tree=dir --namespace=text --bare --no-replace-objects
     --exec-path?hidden --html-path --man-path --info-path --list-cmds=text -v -h --no-advice --attr-source=text
     --super-prefix=text --no-lazy-fetch"
    "--config-env=hidden") (value "-c" "*" (unknown "-c sets a configuration that the table does not list"))
  (value "-C --work-tree" "/ /etc /usr /bin /home /root /var /boot /lib /opt /srv"
    (deny destruction "git is told that a directory of the machine is its working tree"))
  (only "-c" "color.* core.quotepath=* user.name=* user.email=* core.pager=cat core.pager=less core.pager=
         pager.*=false pager.*=0 advice.* diff.renames=* diff.noprefix=* diff.context=* diff.algorithm=*
         diff.mnemonicprefix=* diff.renamelimit=* diff.colormoved=* log.* init.defaultbranch=* commit.gpgsign=false
         tag.gpgsign=false core.autocrlf=* core.abbrev=* core.ignorecase=* core.precomposeunicode=*
         core.fsmonitor=false core.fsmonitor= core.hookspath=/dev/null core.preloadindex=* core.untrackedcache=*
         core.longpaths=* gc.auto=0 status.* merge.conflictstyle=* pull.rebase=* pull.ff=* rebase.* column.*
         format.pretty=* i18n.* safe.directory=* grep.linenumber=* grep.patterntype=* core.editor=true core.editor=:
         core.askpass= credential.helper= protocol.version=* protocol.file.allow=* submodule.recurse=false
         core.bare=* core.whitespace=*"
    (unknown ""))
  (value "-c" "alias.* core.pager=?* pager.* core.editor* core.fsmonitor* core.sshcommand* core.hookspath*
          core.askpass* core.gitproxy* credential.*helper* diff.external* diff.*.command* diff.*.textconv* filter.*
          gpg.program* gpg.*.program* gpg.ssh.defaultkeycommand* merge.*.driver* mergetool.* difftool.*
          sequence.editor* uploadpack.* remote.*.uploadpack* remote.*.receivepack* remote.*.vcs* protocol.ext.allow*
          browser.* man.* include.* includeif.* core.alternaterefscommand* sendemail.* imap.* url.* http.proxy*
          http.sslverify* submodule.*.update* web.browser* instaweb.* ssh.variant* interactive.difffilter*
          tar.*.command* trailer.*.command* trailer.*.cmd* guitool.* blame.*.command* init.templatedir* core.worktree*
          notes.rewrite* fetch.*hook* core.attributesfile* core.excludesfile*"
    (deny hidden-execution "git is given a configuration that can run commands"))
  (only "-c" "color.* user.* core.pager=cat core.pager=less pager.*=false pager.*=0 core.editor=true core.editor=:
         core.askpass= credential.helper= core.fsmonitor=false core.fsmonitor= core.hookspath=/dev/null"
    (pardon hidden-execution))
  (sub "status"
    (flags "-svbzuU -u?text --short --branch --show-stash --porcelain?text --long --verbose --untracked-files?text
       --ignore-submodules?text --ignored?text --column?text --no-column --ahead-behind --no-ahead-behind --renames
       --no-renames --find-renames?text") (args "read*") (unless "-v --verbose" (is names)))
  (sub "log" (flags "@git-log") (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says"))
    (unless "-p -u -U --unified -S -G -I --ignore-matching-lines -L -c -m -t -W --function-context --cc --check --raw --patch
       --patch-with-raw --patch-with-stat --word-diff --word-diff-regex --color-words --binary --submodule --remerge-diff
       --diff-merges --stdin --find-object" (is names)))
  (sub "show whatchanged" (flags "@git-log") (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says")))
  (sub "shortlog"
    (flags "-nsecw -n --numbered --summary --email --format=text --group=text --date=text -w?text --since=text
       --until=text --after=text --before=text --all --author=text --no-merges --merges --committer --branches?text
       --tags?text --first-parent --max-count=text --grep=text") (args "text*"))
  (sub "diff" (flags "@git-diff -# --cached --staged --no-index --base --ours --theirs -0 -1 -2 -3 --merge-base")
    (args "read*") (on "--name-only" (unless "-p -u -U --unified --patch --line-prefix" (is lists)))
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says")))
  (sub "diff-tree diff-index diff-files"
    (flags "@git-diff --stdin --root --always --no-commit-id --pretty?text --cached -v -0 -1 -2 -3 --merge-base")
    (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says")))
  (sub "range-diff" (flags "@git-diff --creation-factor=text --no-dual-color --left-only --right-only --notes?text")
    (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says")))
  (sub "format-patch" (class acts)
    (flags "@git-diff -# -o,--output-directory=writetree -n,--numbered -N,--no-numbered -k -v,--reroll-count=text
       --stdout --cover-letter --start-number=text --subject-prefix=text --rfc --suffix=text --signoff -s
       --attach?text --inline?text --to=text --cc=text --in-reply-to=text --thread?text --no-thread --base=text
       --zero-commit --signature=text --no-signature --root -q --quiet --no-stat --numbered-files --from?text
       --progress --notes?text") (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says"))
    (on "--stdout" (class reads))
    (unless "--stdout -o --output-directory" (ask acts "Patch files are written into this directory" "writetree")))
  (sub "blame annotate"
    (flags "-lstfnpbcCMwe -L=text -C?text -M?text -S=read --root --show-stats --line-porcelain --porcelain
       --incremental --contents=read --date=text --abbrev=text --ignore-rev=text --ignore-revs-file=read --color-lines
       --color-by-age --show-name --show-number --show-email --minimal --reverse=text --first-parent --encoding=text
       --since=text --progress --no-progress") (args "text*"))
  (sub "grep"
    (flags "-aiIwvhHFGEPnlLcpWqzor -# -e=text -f=read -A=text -B=text -C=text -m=text --max-count=text --cached
       --no-index --untracked --no-exclude-standard --exclude-standard --recurse-submodules --text --ignore-case
       --no-textconv --recursive --no-recursive --max-depth=text --word-regexp --invert-match --full-name
       --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches
       --name-only --files-without-match --null --only-matching --count --color?text --no-color --break --heading
       --show-function --after-context=text --before-context=text --context=text --function-context --threads=text
       --and --or --not --all-match --quiet -O?hidden --open-files-in-pager?hidden --parent-basename=text")
    (args "text*") (on "--no-index --untracked" (args "text tree*"))
    (on "-l -L --files-with-matches --name-only --files-without-match" (is lists))
    (on "-O --open-files-in-pager" (deny hidden-execution "git is told to start a pager on files")))
  (sub "ls-files"
    (flags "-cdmoisukztvfxX -x=text -X=read --cached --deleted --modified --others --ignored --stage --directory
       --no-empty-directory --unmerged --killed --exclude=text --exclude-from=read --exclude-per-directory=text
       --exclude-standard --error-unmatch --with-tree=text --full-name --recurse-submodules --abbrev?text --debug
       --eol --deduplicate --sparse --format=text --resolve-undo") (args "read*") (is names)
      (unless "--format --eol --debug -s --stage -t -v -f -u --unmerged --resolve-undo --abbrev" (is lists)))
  (sub "ls-tree"
    (flags
      "-drtlz --name-only --name-status --long --object-only --full-name --full-tree --abbrev?text --format=text")
    (args "text*"))
  (sub "ls-remote" (class acts) (is network)
    (flags "-htq --heads --tags --branches --refs --quiet --exit-code --get-url --sort=text --symref
       -o,--server-option=text --upload-pack=hidden --exec=hidden") (args "repo text*")
    (any "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command")))
  (sub "rev-parse"
    (flags "--abbrev-ref?text --short?text --verify -q --quiet --show-toplevel --show-cdup --show-prefix --git-dir
       --absolute-git-dir --git-common-dir --git-path=text --is-inside-work-tree --is-inside-git-dir
       --is-bare-repository --is-shallow-repository --show-superproject-working-tree --all --branches?text --tags?text
       --remotes?text --glob=text --symbolic --symbolic-full-name --revs-only --no-revs --flags --no-flags
       --default=text --show-object-format?text --path-format=text --since=text --until=text --disambiguate=text
       --local-env-vars --shared-index-path --not --sq --prefix=text --end-of-options --show-ref-format")
    (args "text*"))
  (sub "rev-list" (flags "@git-log") (args "text*"))
  (sub "describe"
    (flags "--dirty?text --broken?text --all --tags --contains --abbrev?text --candidates=text --exact-match --debug
       --long --match=text --exclude=text --always --first-parent") (args "text*"))
  (sub "name-rev"
    (flags "--tags --refs=text --exclude=text --all --annotate-stdin --name-only --no-undefined --always --stdin")
    (args "text*"))
  (sub "cat-file"
    (flags "-tspe -Z --batch?text --batch-check?text --batch-command?text --batch-all-objects --buffer --unordered
       --follow-symlinks --allow-unknown-type --path=text --use-mailmap --filter=text") (args "text*")
    (on "--batch --batch-command" (unknown "shows the objects that its input names, which may hold secrets")))
  (sub "merge-tree" (class builds)
    (flags "-z --write-tree --name-only --messages --no-messages --merge-base=text --allow-unrelated-histories --stdin
       -X=text --trivial-merge") (args "text*")
    (on "--write-tree" (class acts) (ask history "Objects of a merge are written" "git:objects")))
  (sub "verify-commit verify-tag" (class builds) (flags "-v --verbose --raw --format=text") (args "text*"))
  (sub "help" (flags "-a -g -c --all --guides --config --verbose --no-external-commands --no-aliases -m --man")
    (args "text*"))
  (sub "interpret-trailers" (class builds)
    (flags "--parse --only-trailers --only-input --unfold --where=text --if-exists=text --if-missing=text
       --trailer=text --in-place") (args "read*") (on "--in-place" (class acts) (args "change*")))
  (sub "merge-base"
    (flags "-az --all --octopus --independent --is-ancestor --fork-point --write-tree --name-only --messages
       --no-messages --merge-base=text --allow-unrelated-histories --stdin --quiet -X=text") (args "text*"))
  (sub "check-ignore check-attr" (flags
    "-aqvzn --all --quiet --verbose --stdin --non-matching --no-index --cached --source=text")
    (args "text*"))
  (sub "count-objects var check-ref-format check-mailmap show-ref for-each-ref show-branch
        cherry get-tar-commit-id patch-id stripspace column fmt-merge-msg verify-pack fsck version show-index"
    (flags "-vlHqzndasrcif -e -o=text -i --count=text --sort=text --format=text --points-at=text --merged?text
       --no-merged?text --contains=text --no-contains?text --heads --tags --branches --hash?text --abbrev?text
       --verify --quiet --dereference --head --exclude-existing?text --shell --perl --python --tcl --color?text
       --ignore-case --stdin --non-matching --verbose --no-index --all --cached --source=text --list --topics
       --independent --merge-base --topo-order --date-order --current --more=text --sha1-name --no-name --reflog?text
       --full --no-full --reflogs --no-reflogs --cache --strict --unreachable --dangling --no-dangling --root
       --connectivity-only --progress --no-progress
       --name-objects --raw --stat-only --stable --unstable --verbatim --parse --only-trailers --only-input --unfold
       --human-readable --build-options --all --guides --config --branch --normalize --allow-onelevel
       --refspec-pattern --exclude=text --omit-empty --config -a -g -c -k -m -w -s --strip-comments --comment-lines
       --mode=text --width=text --padding=text --remotes") (args "text*"))
  (sub "branch"
    (flags "-avriqlf -d -D -m -M -c -C -t?text -u=text --delete --move --copy --force --color?text --no-color
       --show-current --column?text --no-column --sort=text --merged?text --no-merged?text --contains?text
       --no-contains?text --points-at=text --format=text --list --all --remotes --verbose --quiet --abbrev?text
       --no-abbrev --track?text --no-track --set-upstream-to=text --unset-upstream --edit-description --ignore-case
       --create-reflog --omit-empty --recurse-submodules -vv") (args "text*")
    (given 1 (class acts) (ask history "A branch is made or moved" "git:refs git:config"))
    (on "-l --list --contains --no-contains --merged --no-merged --points-at --show-current -a -r --all --remotes"
      (pardon history) (class reads))
    (on "-D" (any "main master" (deny destruction "The main branch is deleted")))
    (on "-d -D -m -M -c -C -u -f --delete --move --copy --set-upstream-to --unset-upstream --edit-description --force"
      (class acts) (ask history "A branch is changed or deleted" "git:refs git:config")))
  (sub "tag"
    (flags "-lniasfdveuFm -n?text -m=text -F=read -u=text --list --sort=text --contains?text --no-contains?text
       --merged?text --no-merged?text --points-at=text --format=text --color?text --column?text --annotate --sign
       --no-sign --force --delete --verify --local-user=text --message=text --file=read --edit --cleanup=text
       --create-reflog --ignore-case --omit-empty") (args "text*")
    (given 1 (class acts) (ask history "A tag is made, moved or deleted" "git:refs git:objects"))
    (on "-l --list -n --contains --merged --no-merged --points-at -v --verify" (pardon history) (class reads))
    (on "-d --delete -a -s -m -f -F" (class acts) (ask history "A tag is made, moved or deleted"
      "git:refs git:objects")))
  (sub "remote" (flags "-v --verbose") (bare "list-remotes")
    (sub "list-remotes" (flags "-v"))
    (sub "show" (flags "-n") (args "text*") (given 1 (class acts) (is network)) (on "-n" (class reads) (is local)))
    (sub "get-url" (flags "--push --all") (args "text*"))
    (sub "add set-url rename remove rm set-head set-branches prune" (class acts)
      (flags "-ftamdp -t=text -m=text --push --add --delete --fetch --tags --no-tags --mirror?text --auto --dry-run
         --prune") (args "text*") (on "-f --fetch" (is network) (here "git:objects"))
      (any "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command"))
      (ask remote-change "The repositories that git talks to are changed" "git:config git:refs"))
    (sub "update" (class acts) (is network) (here "git:objects git:refs") (flags "-p --prune") (args "text*")))
  (sub "stash" (bare "push")
    (flags "-ukpqaSm -m=text --patch --keep-index --no-keep-index --quiet --include-untracked --all --message=text
       --staged --pathspec-from-file=list:read")
    (sub "list show" (flags "@git-log --include-untracked --only-untracked -u") (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says")))
    (sub "push save" (class acts)
      (flags "-ukpqaSm -m=text --patch --keep-index --no-keep-index --quiet --include-untracked --all --message=text
         --staged --pathspec-from-file=list:read") (args "text*") (ask history "Changes are put aside"
         "git:stash git:index git:objects git:tree"))
    (sub "pop apply branch create store" (class acts) (flags "-qm --index --quiet -m=text") (args "text*")
      (ask history "Changes that were put aside are brought back"
        "git:stash git:index git:objects git:tree git:refs git:config"))
    (sub "drop clear" (class acts) (flags "-q --quiet") (args "text*")
      (ask history "Changes that were put aside are lost" "git:stash")))
  (sub "config" (style exact)
    (flags "-lezf -f,--file=read --global --system --local --worktree --list --get --get-all --get-regexp
       --get-urlmatch --get-color --get-colorbool --null --name-only --show-origin --show-scope --includes
       --no-includes --type=text --bool --int --bool-or-int --path --expiry-date --default=text --add --replace-all
       --unset --unset-all --rename-section --remove-section --edit --fixed-value --comment=text")
    (sub "list"
      (flags "-z -f,--file=read --global --system --local --worktree --name-only --show-origin --show-scope --null
         --includes"))
    (sub "get"
      (flags "-z --all --regexp --value=text --url=text --default=text --global --system --local --show-origin
         --show-scope --type=text --show-names --bool") (args "text*"))
    (sub "set unset rename-section remove-section edit" (class acts)
      (flags "--all --value=text --type=text --global --local --system --comment=text --append --fixed-value")
      (args "text*") (ask settings "git is configured" "git:config")
      (on "--global" (pardon settings) (ask settings "Your own configuration of git is changed" "git:personal"))
      (on "--system" (pardon settings) (ask settings "The machine's configuration of git is changed" "elsewhere"))
      (key 1 "*.pager pager.* core.editor core.fsmonitor core.sshcommand core.hookspath filter.*
             diff.external diff.tool* credential.* include.* includeif.* *.program *.driver *.helper *.uploadpack
             *.receivepack
             *.vcs *.textconv *.command *.cmd *.defaultkeycommand core.gitproxy core.askpass core.worktree
             core.alternaterefscommand core.attributesfile core.difffilter interactive.difffilter sequence.editor
             mergetool.*.* difftool.*.* guitool.* browser.* web.browser man.* instaweb.* sendemail.*cmd imap.tunnel
             uploadpack.packobjectshook
             protocol.*.allow protocol.allow url.* submodule.*.update
             init.templatedir"
        (deny hidden-execution "git is configured to run a command"))
      (key 1 "alias.*"
        (any "*" "alias.* set add* am apply* blame* branch* checkout* cherry-pick* clean* clone*
             commit* describe* diff diff?-*
                  diff?head* fetch* init* log* ls-files* ls-tree* merge merge?-* mv* pull* push* rebase rebase?--abort
                  rebase?--continue rebase?-i rebase?main rebase?master reflog* remote* reset*
                  restore* rev-list* rev-parse* revert*
                  rm* shortlog* show* stash* status* switch* symbolic-ref* tag* whatchanged* worktree*"
          (deny hidden-execution "git is configured to run a command"))
        (any "*pack=* *exec* *!* *gpg*" (deny hidden-execution "git is configured to run a command")))) (args "text*")
    (given 2 (class acts) (ask settings "git is configured" "git:config")
      (on "--global" (pardon settings) (ask settings "Your own configuration of git is changed" "git:personal"))
      (on "--system" (pardon settings) (ask settings "The machine's configuration of git is changed" "elsewhere")))
    (on "--add --replace-all --unset --unset-all --rename-section --remove-section --edit -e" (class acts)
      (pardon settings) (ask settings "git is configured" "git:config")
      (on "--global" (pardon settings) (ask settings "Your own configuration of git is changed" "git:personal"))
      (on "--system" (pardon settings) (ask settings "The machine's configuration of git is changed" "elsewhere"))
      (on "-f" (pardon settings) (as "-f" "change") (ask settings "A file of settings is changed" "elsewhere")))
    (on "--get --get-all --get-regexp --get-urlmatch --list -l --get-color" (class reads) (pardon settings))
    (unless "--get --get-all --get-regexp --get-urlmatch --list -l"
      (given 2
        (on "-f" (pardon settings) (as "-f" "change") (ask settings "A file of settings is changed" "elsewhere"))
        (key 1 "*.pager pager.* core.editor core.fsmonitor core.sshcommand core.hookspath filter.*
             diff.external diff.tool* credential.* include.* includeif.* *.program *.driver *.helper *.uploadpack
             *.receivepack
             *.vcs *.textconv *.command *.cmd *.defaultkeycommand core.gitproxy core.askpass core.worktree
             core.alternaterefscommand core.attributesfile core.difffilter interactive.difffilter sequence.editor
             mergetool.*.* difftool.*.* guitool.* browser.* web.browser man.* instaweb.* sendemail.*cmd imap.tunnel
             uploadpack.packobjectshook
             protocol.*.allow protocol.allow url.* submodule.*.update
             init.templatedir"
          (deny hidden-execution "git is configured to run a command"))
        (key 1 "alias.*"
          (any "*" "alias.* set add* am apply* blame* branch* checkout* cherry-pick* clean* clone*
               commit* describe* diff diff?-*
                    diff?head* fetch* init* log* ls-files* ls-tree* merge merge?-* mv* pull* push* rebase rebase?--abort
                    rebase?--continue rebase?-i rebase?main rebase?master reflog* remote* reset*
                    restore* rev-list* rev-parse* revert*
                    rm* shortlog* show* stash* status* switch* symbolic-ref* tag* whatchanged* worktree*"
            (deny hidden-execution "git is configured to run a command"))
          (any "*pack=* *exec* *!* *gpg*" (deny hidden-execution "git is configured to run a command"))))))
  (sub "reflog" (bare "show") (flags "@git-log") (args "text*")
    (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says"))
    (sub "show" (flags "@git-log") (args "text*")
      (value "--submodule" "diff" (unknown "shows changes as the configuration of a submodule says")))
    (sub "list")
    (sub "exists" (args "text*"))
    (sub "expire delete" (class acts)
      (flags "-nv --expire=text --expire-unreachable=text --all --dry-run --updateref --rewrite --stale-fix --verbose
         --single-worktree") (args "text*") (ask history "What the reflog could bring back is lost"
         "git:refs git:stash git:objects")
      (on "--all"
        (value "--expire --expire-unreachable" "now all"
          (deny destruction "The history that could be brought back is lost")))))
  (sub "worktree"
    (sub "list" (flags "-vz --porcelain --verbose"))
    (sub "add move lock unlock prune repair" (class acts)
      (flags "-fbBdnvq -b=text -B=text --detach --checkout --no-checkout --lock --reason=text --orphan --track --force
         --quiet --dry-run --verbose --expire=text") (args "writetree text*")
      (ask history "A working tree is added or changed" "git:worktrees git:refs git:config"))
    (sub "remove" (class acts) (flags "-f --force") (args "deltree") (here "git:worktrees")))
  (sub "submodule" (flags "-q --quiet --cached") (bare "status")
    (sub "status summary" (flags "--cached --recursive --files -n=text") (args "text*"))
    (sub "foreach" (is stops) (flags "--recursive") (args "shell+") (class acts)
      (ask acts "A command is run in each submodule" "git:modules git:tree"))
    (sub "add init update deinit set-branch set-url sync absorbgitdirs" (class acts) (is network)
      (here "git:modules git:config git:index git:objects git:refs git:tree manifest:.gitmodules")
      (flags "-fbq -b=text --init --recursive --remote --depth=text --force --all --name=text --reference=text --merge
         --rebase --checkout --no-fetch --jobs=text --single-branch --progress") (args "text*")
      (any "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command"))))
  (sub "notes"
    (sub "list show" (args "text*"))
    (sub "add append edit copy merge remove prune" (class acts)
      (flags "-fm -m=text -F=read -C=text -c=text --ref=text -n -v") (args "text*") (ask history "Notes are changed"
        "git:refs git:objects"))
    (bare "list") (flags "--ref=text"))
  (sub "bisect"
    (sub "log terms" (flags "--stat") (args "text*"))
    (sub "start good bad new old skip reset replay" (class acts) (flags "--no-checkout --first-parent") (args "text*")
      (ask history "Another commit is checked out" "git:refs git:index git:tree"))
    (sub "run" (style none) (class acts) (args "run") (ask history "A command decides which commits are checked out"
      "git:refs git:index git:tree")))
  (sub "add stage" (class acts)
    (flags "-nvfipeuANk --dry-run --verbose --force --interactive --patch --edit --update --all --no-all
       --ignore-removal --intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --chmod=text
       --pathspec-from-file=list:read --pathspec-file-nul --sparse --no-warn-embedded-repo") (args "text*")
    (ask history "Files are staged" "git:index git:objects") (on "-n --dry-run" (class reads) (pardon history)))
  (sub "commit" (class acts)
    (flags "-apsneqvzuio -m,--message=text -F,--file=read -C,--reuse-message=text -c,--reedit-message=text
       -t,--template=read -S?text -u?text --all --patch --amend --no-edit --edit --signoff --no-signoff --no-verify
       --verify --allow-empty --allow-empty-message --author=text --date=text --cleanup=text --fixup=text
       --squash=text --reset-author --short --branch --porcelain --long --null --verbose --quiet --dry-run --status
       --no-status --include --only --pathspec-from-file=read --untracked-files?text --gpg-sign?text --no-gpg-sign
       --no-post-rewrite --trailer=text") (args "text*") (ask history "A commit is made"
         "git:index git:objects git:refs")
    (on "--dry-run" (pardon history) (here "git:index git:objects"))) ; it writes them all the same
  (sub "checkout switch restore" (class acts)
    (flags "-qfbBtdlmpcCWS2 -b=text -B=text -c=text -C=text -s=text --source=text --staged --worktree --quiet --force
       --ours --theirs --track?text --no-track --detach --orphan=text --merge --conflict=text --patch --create=text
       --force-create=text --discard-changes --guess --no-guess --progress --no-progress --ignore-skip-worktree-bits
       --overlay --no-overlay --recurse-submodules?text --pathspec-from-file=list:read --ignore-other-worktrees
       --overwrite-ignore --ignore-unmerged") (args "text*") (ask history "Files of the working tree are replaced"
         "git:tree git:index git:refs git:config"))
  (sub "reset" (class acts)
    (flags "-qpN --soft --mixed --hard --merge --keep --quiet --patch --intent-to-add --pathspec-from-file=read
       --refresh --no-refresh --recurse-submodules") (args "text*") (ask history "Commits or changes are undone"
         "git:index git:refs git:tree git:objects"))
  (sub "clean" (class acts) (flags "-dfinqxXe -e=text --force --interactive --dry-run --quiet --exclude=text")
    (args "text*") (ask history "Files that git does not know are deleted" "git:tree")
    (on "-n --dry-run" (class reads) (args "read*") (pardon history)))
  (sub "rm" (class acts)
    (flags "-rfnq --force --dry-run --cached --ignore-unmatch --quiet --sparse --pathspec-from-file=read")
    (args "text*") (unless "--cached -n --dry-run" (args "delete*") (on "-r" (args "deltree*")))
    (on "--cached" (args "read*") (is names))
    (unless "-n --dry-run" (here "git:index")) (on "-n --dry-run" (class reads)))
  (sub "mv" (class acts) (flags "-fknv --force --dry-run --verbose --sparse") (args "move* into") (here "git:index"))
  (sub "cherry-pick revert" (class acts)
    (flags "-enxsr -m=text -S?text -X=text --edit --no-commit --signoff --ff --allow-empty --allow-empty-message
       --keep-redundant-commits --empty=text --strategy=text --strategy-option=text --mainline=text --continue --skip
       --quit --abort --no-edit --gpg-sign?text --no-gpg-sign --cleanup=text --reference --rerere-autoupdate")
    (args "text*") (ask history "Commits are made or rewritten" "git:index git:objects git:refs git:tree git:stash"))
  (sub "merge rebase" (class acts) (flags "@git-merge")
    (flags "-x=shell --exec=shell") (args "text*") (ask history "Commits are made or rewritten"
      "git:index git:objects git:refs git:tree git:stash"))
  (sub "am" (class acts) (flags "@git-merge")
    (flags "-x=shell --exec=shell") (args "read*") (ask history "Commits are made or rewritten"
      "git:index git:objects git:refs git:tree git:stash"))
  (sub "apply" (class acts)
    (flags "-pRCvq3z -p=text -C=text --stat --numstat --summary --check --index --cached --3way --reverse --reject
       --unidiff-zero --apply --no-add --whitespace=text --exclude=text --include=text --directory=text --verbose
       --recount --allow-empty --inaccurate-eof --unsafe-paths --intent-to-add --ignore-space-change
       --ignore-whitespace") (args "read*") (ask acts "Files are changed that the patch names"
         "git:tree git:index git:objects")
    (on "--stat --numstat --summary --check" (class reads) (pardon acts))
    (on "--apply" (class acts) (ask acts "Files are changed that the patch names" "git:tree git:index git:objects")))
  (sub "fetch pull" (class acts) (is network) (here "git:index git:objects git:refs git:tree git:config")
    (flags "-apftnqvu4k6rSsjm -j=text -o=text --all --append --atomic --depth=text --deepen=text --shallow-since=text
       --unshallow --dry-run --force --multiple --prune --prune-tags --no-tags --tags --refmap=text
       --recurse-submodules?text --no-recurse-submodules --jobs=text --set-upstream --quiet --verbose --progress
       --no-progress --ipv4 --ipv6 --rebase?text --no-rebase --ff --no-ff --ff-only --autostash --no-autostash
       --squash --no-edit --edit --commit --no-commit --stat --no-stat --strategy=text --strategy-option=text
       --allow-unrelated-histories --no-verify --negotiation-tip=text --filter=text --server-option=text
       --show-forced-updates --write-fetch-head --porcelain --upload-pack=hidden") (args "repo text*")
    (any "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command")))
  (sub "push" (class acts) (is network)
    (flags "-nfudqv46o -o=text --all --branches --mirror --tags --follow-tags --atomic --no-atomic --dry-run --force
       --force-with-lease?text --force-if-includes --no-force-with-lease --delete --prune --quiet --verbose --progress
       --no-progress --set-upstream --thin --no-thin --no-verify --verify --signed?text --push-option=text --repo=repo
       --recurse-submodules?text --porcelain --ipv4 --ipv6 --receive-pack=hidden --exec=hidden") (args "repo text*")
    (ask publish "Commits are sent to another repository" "git:refs")
    (on "-u --set-upstream" (here "git:config"))
    (any "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command"))
    (on "-d --delete"
      (any "main master trunk develop release production refs/heads/main refs/heads/master"
        (deny destruction "The main branch of another repository is deleted")))
    (any ":main :master :refs/heads/main :refs/heads/master :trunk :develop"
      (deny destruction "The main branch of another repository is deleted"))
    (on "-f --force --force-with-lease"
      (any "main master *:main *:master +main +master"
        (deny destruction "The main branch of another repository is overwritten")))
    (any "+main +master +*:main +*:master +*:refs/heads/main +*:refs/heads/master"
      (deny destruction "The main branch of another repository is overwritten"))
    (on "-f --force" (on "--all --branches" (deny destruction "Every branch of another repository is overwritten")))
    (on "--mirror" (deny destruction "Every branch of another repository is overwritten")))
  (sub "clone" (class acts) (is network) (here "work")
    (flags "-lsqvnbojc46 -b,--branch=text -o,--origin=text -j,--jobs=text -c,--config=text --depth=text
       --single-branch --no-single-branch --recurse-submodules?text --recursive --shallow-submodules --bare --mirror
       --no-checkout --quiet --verbose --progress --local --no-local --no-hardlinks --shared --filter=text --sparse
       --tags --no-tags --shallow-since=text --shallow-exclude=text --separate-git-dir=writetree --dissociate
       --reference=read --reference-if-able=read --remote-submodules --also-filter-submodules --bundle-uri=connect
       --revision=text --no-reject-shallow --reject-shallow --server-option=text -u,--upload-pack=hidden
       --template=hidden") (args "clone writetree")
    (value "-c --config" "*" (deny hidden-execution "git is given a configuration for the new repository"))
    (only "-c --config" "color.* user.* advice.* init.defaultbranch=* core.autocrlf=* core.eol=* core.longpaths=*
         core.ignorecase=* core.symlinks=* core.filemode=* core.quotepath=* fetch.prune=* pull.rebase=* pull.ff=*
         push.default=* gc.auto=0 merge.conflictstyle=* commit.gpgsign=false tag.gpgsign=false http.postbuffer=*"
      (pardon hidden-execution))
    (word 1 "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command"))
    (word 1 "-*" (deny hidden-execution "git is given a flag as an address"))
    (unless "--mirror" (given 1 (class acts))))
  (sub "init" (class acts)
    (flags "-qb -b=text --quiet --bare --initial-branch=text --shared?text --object-format=text
       --separate-git-dir=writetree --template=hidden") (args "writetree") (none (here "writetree")))
  (sub "gc prune repack maintenance pack-refs prune-packed commit-graph multi-pack-index pack-objects index-pack
        unpack-objects" (class acts)
    (flags
      "-adflFAqbnv --config-file=write --aggressive --auto --prune?text --no-prune --quiet --force --keep-largest-pack
      --all
       --expire=text --dry-run --cruft --window=text --depth=text --task=text --schedule?text --reachable --split
       --progress") (args "text*") (ask history "The repository is packed and objects that nothing names are lost"
         "git:objects git:refs git:stash git:worktrees")
    (value "--prune --expire" "now all" (deny destruction "Objects that could bring history back are lost")))
  (sub "symbolic-ref" (flags "-qdm --quiet --delete --short --recurse --no-recurse -m=text") (args "text*")
    (given 2 (class acts) (ask history "What HEAD is, is changed" "git:refs"))
    (on "-d --delete" (class acts) (ask history "What HEAD is, is changed" "git:refs")))
  (sub "filter-repo" (class acts) (style none) (args "text*") (ask history
    "The history of the repository is rewritten" "git:index git:objects git:refs git:tree git:config")
    (any "--force -f --invert-paths" (deny destruction "The history of the repository is rewritten"))
    (any "--*-callback*" (deny hidden-execution "Code is run for every commit")))
  (sub "archive" (flags
    "-vl0123456789 -o,--output=write --format=text --list --prefix=text --add-file=read --verbose --worktree-attributes
       --mtime=text --remote=text --exec=hidden --add-virtual-file=text") (args "text*")
    (value "--remote" "*" (class acts) (is network))
    (value "--remote" "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command")))
  (sub "fast-import" (class acts) (style none) (args "text*")
    (ask history "Commits are made from a stream" "git:objects git:refs"))
  (sub "bundle"
    (sub "create" (class acts) (flags "-q --quiet --progress --all --branches?text --tags?text --remotes?text
       --version=text --since=text -#") (args "write text*"))
    (sub "verify list-heads" (flags "-q --quiet") (args "read text*"))
    (sub "unbundle" (class acts) (flags "--progress") (args "read text*")
      (ask history "Commits are taken from a file" "git:objects")))
  (sub "filter-branch replace update-ref update-index read-tree write-tree commit-tree mktag
        mktree hash-object update-server-info checkout-index merge-file merge-index merge-one-file sparse-checkout
        rerere pack-redundant fast-export mailsplit mailinfo lfs flow subtree unpack-file
        reflog-expire refs" (class acts)
    (flags "-dfzqmnlrwi -m=text -p=text -o,--output=write -t=text --stdin --no-deref --create-reflog --short --quiet
       --add --remove --refresh --cached --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree
       --really-refresh --list --graft --delete --edit --prefix=into --format=text --squash --message=text --all
       --force --chmod=text --index-info --cacheinfo=text --message --again --worktree-attributes --remote=text
       --path=text --exec=hidden --env-filter=hidden --tree-filter=hidden --index-filter=hidden --msg-filter=hidden
       --parent-filter=hidden --commit-filter=hidden --tag-name-filter=hidden --setup=hidden --no-cone --cone
         -l") (args "text*") (ask history "The repository is changed below its ordinary commands"
         "git:index git:objects git:refs git:tree git:config")
    (any "pull push fetch clone" (is network)) (on "--list -l" (none (class reads) (pardon history)))
    (value "--remote" "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command"))
    (value "--remote" "*" (is network)) (value "--prefix" "/* ~* ../*" (deny destruction
      "Files outside the repository are overwritten"))
    (on "-d --delete"
      (any "refs/heads/main refs/heads/master refs/heads/trunk HEAD" (deny destruction "The main branch is deleted"))))
  (sub "request-pull" (class acts) (is network) (flags "-p") (args "text repo text*")
    (any "ext::* fd::* *://-*" (deny hidden-execution "git is given an address that is a command")))
  (sub "send-email imap-send" (class acts) (is network) (style none) (args "text*")
    (ask message "Patches are sent by mail")
    (any "--smtp-server=/* --sendmail-cmd* --to-cmd* --cc-cmd* --header-cmd*" (deny hidden-execution
      "git is told to run a command")))
  (sub "daemon http-backend shell upload-pack receive-pack http-server instaweb gui citool gitk mergetool difftool
        credential credential-store credential-cache svn p4 cvsserver remote-ext remote-fd upload-archive"
    (class acts) (style none) (args "text*")
    (ask hidden-execution "git serves others, hands out credentials or starts another program" "work")
    (any "-x* --extcmd* -t* --tool* --access-hook* --authors-prog* --httpd* *-prog=* --exec*"
      (deny hidden-execution "git is told to run a command"))
    (any "fill get" (deny secret "A stored password is shown"))
    (any "--export-all --base-path=/" (deny exfiltration "Files outside the workspace are served to others"))))
(program "tig lazygit gitui gitk git-gui" (args "text*") (opaque "it waits for a person and can run anything"))
(program "git-lfs git-crypt" (class acts) (style none) (args "text*") (ask history "A repository is changed" "work"))
(program "git-filter-repo bfg" (class acts) (style none) (args "text*")
  (deny destruction "The history of the repository is rewritten")
  (word 1 "--version --help --analyze" (class reads) (pardon destruction)))
(program "pre-commit lefthook husky" (class acts) (style none) (args "text*")
  (ask acts "Hooks of the repository are run" "work"))
(program "hg svn fossil jj bzr darcs cvs p4" (class acts)
  (flags "-rvlqc -r=text -l=text -c=text -R=dir --stat --limit=text --git --template=text -T=text --no-pager -s
     --summary")
  (value "-R" "bundle:* /* ../* ~* union:*" (unknown "is told to use the repository of another place"))
  (sub "status st log diff cat blame annotate info ls list files summary sum branches tags heads id identify root
        parents help version show paths proplist propget" (class reads)
    (flags "-rvlqcpTsGadmnbft -r=text -l=text -c=text --stat --limit=text --git --template=text -T=text --no-graph
       --summarize --xml --verbose --quiet --graph --reversed -I=text -X=text --rev=text --revisions=text
       --branch=text --date=text --user=text --keyword=text -k=text --no-merges --patch --copies --include=text
       --exclude=text --prune=text --all --change=text --revision=text --from=text --to=text --summary --name-only
       --at-op=text --at-operation=text --ignore-working-copy --stop-on-copy --depth=text --diff
       --ignore-all-space --ignore-space-change --unified=text --nodates --show-function --modified --added --removed
       --deleted
       --clean --unknown --ignored --no-status --copies --subrepos --cwd=dir") (args "text*")
    (any "*://-* svn+?*://*" (deny hidden-execution "An address says which command is run"))
      (any "*://* ^/*" (class acts) (is network)))
  (sub "commit ci push pull update up add remove rm mv cp revert merge checkout co clone switch import bookmark new
        describe abandon rebase squash edit git init branch tag" (class acts) (style none) (args "text*")
    (ask history "A repository is changed" "work")))
(program "gh glab hub tea" (class acts) (style exact) (global "-R,--repo=text --hostname=text -h")
  (sub "api" (class acts) (is network)
    (flags "-iX -X,--method=text -F,--field=text -f,--raw-field=text -H,--header=text --input=read --jq=text -q=text
       --paginate --template=text -t=text --silent --slurp --include --cache=text -p=text --preview=text --verbose")
    (args "text") (value "-X --method" "delete" (ask destruction "Something at the forge is deleted")
      (word 1 "repos/?*/?* /repos/?*/?* orgs/?*"
        (unless "--silent" (any "*/*" "*/*/*/*" (deny destruction "A repository is deleted")))))
    (value "-f -F --field --raw-field" "private=false visibility=public"
      (deny exfiltration "A repository is made public")))
  (sub "alias" (class acts) (args "text*") (flags "-s --shell --clobber")
    (word 1 "set import" (deny persistence "A command is defined that runs later")))
  (sub "extension extensions ext" (class acts) (is network) (args "text*") (flags "--pin=text --force")
    (word 1 "install upgrade exec create" (deny executes-data "Code is downloaded that gh runs from now on")))
  (sub "ssh-key gpg-key" (class acts) (is network) (args "text*") (flags "-t=text --title=text --type=text -y --yes")
    (word 1 "add" (deny persistence "A key is added that opens the account from now on"))
    (word 1 "delete" (ask destruction "Something at the forge is deleted")))
  (sub "repo project" (class acts) (is network) (style none) (args "text*")
    (word 1 "create new edit fork rename archive unarchive sync set-default deploy-key transfer mirror"
      (ask remote-change "Something at the forge is changed"))
    (word 1 "delete" (deny destruction "A repository is deleted"))
    (any "--visibility=public" (deny exfiltration "A repository is made public"))
    (any "--visibility" (any "public" (deny exfiltration "A repository is made public"))))
  (sub "pr issue release run workflow gist label ruleset cache variable secret codespace org search status browse auth
    config attestation mr ci snippet milestone pipeline job fork
        create clone sync" (class acts) (is network) (style none) (args "text*")
    (word 1 "create new merge close reopen edit comment review ready lock unlock pin unpin transfer sync fork rename
           archive unarchive upload disable enable rerun cancel set add remove develop update-branch run import
           install upgrade exec login logout refresh setup-git approve revoke note retry trigger"
      (ask remote-change "Something at the forge is changed"))
    (word 1 "delete" (ask destruction "Something at the forge is deleted"))
    (any "--visibility=public" (deny exfiltration "A repository is made public"))
    (any "--visibility" (any "public" (deny exfiltration "A repository is made public")))
    (any "--show-token " (deny secret "A token is shown")) (word 1 "token" (deny secret "A token is shown")))
  (sub "help version completion" (class reads) (args "text*") (flags "-s=text --shell=text")))
