#compdef pvg
# pvg completion for zsh. In ~/.zshrc, after compinit: eval "$(pvg completion zsh)"
# Or as a file named _pvg in a folder of $fpath.
_pvg() {
  local kind
  local -a before lines
  (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")
  lines=("${(@f)$(pvg completion zsh --complete="${(Q)PREFIX}" -- "${before[@]}" 2>/dev/null </dev/null)}")
  kind=$lines[1]
  shift lines
  if [[ $kind == *files ]]; then
    compset -P '--[^=]#='
    [[ $kind == @* ]] && compset -P '@'
    _files
  elif (( ${#lines} )); then
    _describe -t values pvg lines
  fi
}
if [[ $funcstack[1] == _pvg ]]; then
  _pvg "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _pvg pvg
fi
