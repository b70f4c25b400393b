# bash completion of pp
_pp() {
  # Bash breaks words at = and :, which are inside a word here.
  local words=() i word glue= last=
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 1)) && { [[ $word == [=:]* ]] || [[ -n $glue ]]; }; then
      words[${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    glue=; [[ $word == *[=:] ]] && glue=1
  done
  last=${words[${#words[@]}-1]}
  local cut=${last%"${last##*[=:]}"} line value files=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file) files=-f ;;
      :directory) files=-d ;;
      *) printf -v value %q "${line%%$'\t'*}"
         COMPREPLY+=("${value#"$cut"}") ;;
    esac
  done < <(command pp __complete -- "${words[@]}" 2>/dev/null </dev/null)
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen $files -- "${last#"$cut"}")
  fi
}
complete -F _pp pp
