# Alt-i turns the words on the line into a judged command there, unrun
__pp_command() {
  [[ $READLINE_LINE == *[![:space:]]* ]] || return 0
  local command status
  command=$(command pp -e -- "$READLINE_LINE" </dev/null)
  status=$?
  if [[ ( $status == 0 || $status == 4 ) && -n $command ]]; then
    READLINE_LINE=$command READLINE_POINT=${#command}
  fi
}
bind -m emacs -x '"\ei": __pp_command'
bind -m vi-insert -x '"\ei": __pp_command'
