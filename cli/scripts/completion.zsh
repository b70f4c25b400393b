#compdef pp
# zsh completion of pp
_pp() {
  local -a candidates
  local line files=
  while IFS= read -r line; do
    case $line in
      :file) files=_files ;;
      :directory) files=_directories ;;
      *) candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    esac
  done < <(command pp __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)words[CURRENT]}" 2>/dev/null </dev/null)
  (( $#candidates )) && _describe -V pp candidates
  if [[ -n $files ]]; then
    compset -P '-*='
    $files
  fi
}
if [[ ${funcstack[1]} == _pp ]]; then _pp "$@"; else compdef _pp pp; fi
