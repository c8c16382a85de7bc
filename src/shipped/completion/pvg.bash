# pvg completion for bash 3.2 and newer. In ~/.bashrc: eval "$(pvg completion bash)"
_pvg_complete() {
  local reply line kind= typed=${2//\\/}
  COMPREPLY=()
  reply=$(pvg completion bash --complete="$2" -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null) || return 0
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
  done <<< "$reply"
  if [[ $kind == @files ]]; then
    # Readline does not complete a file name after an @.
    while IFS= read -r line; do
      [[ -d $line ]] && kind=folder && line+=/
      printf -v line %q "$line"
      COMPREPLY+=("@$line")
    done < <(compgen -f -- "${typed#@}")
    if [[ $kind == folder ]]; then compopt -o nospace 2>/dev/null; fi
  fi
  # "-o default" offers files if there is nothing else. Only bash 4 and newer can turn that off.
  if [[ $kind == none ]]; then compopt +o default 2>/dev/null; fi
  return 0
}
complete -o default -F _pvg_complete pvg
