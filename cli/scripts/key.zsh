# Alt-i turns the words on the line into a judged command there, unrun
__pp_command() {
  [[ $BUFFER == *[^[:space:]]* ]] || return 0
  local proposed
  integer result
  zle -I
  proposed=$(command pp -e -- "$BUFFER" </dev/null)
  result=$?
  if [[ ( $result == 0 || $result == 4 ) && -n $proposed ]]; then
    BUFFER=$proposed CURSOR=$#BUFFER
  fi
}
zle -N __pp_command
bindkey -M emacs '^[i' __pp_command
bindkey -M viins '^[i' __pp_command
