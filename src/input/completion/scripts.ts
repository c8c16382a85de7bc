import type { Suggestion, Suggestions } from './suggest.js';

/**
 * One script for each shell. Each passes the words to the left of the cursor to `pvg completion <shell>
 * --complete=<word> -- <words before>` and offers what pvg prints. No script may evaluate what was typed: an unfinished
 * command line may contain `$(…)`, `<(…)` or `> file`.
 */

const bash = `# pvg completion for bash 3.2 and newer. In ~/.bashrc: eval "$(pvg completion bash)"
_pvg_complete() {
  local reply line kind= typed=\${2//\\\\/}
  COMPREPLY=()
  reply=$(pvg completion bash --complete="$2" -- "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null) || return 0
  while IFS= read -r line; do
    if [[ -z $kind ]]; then kind=$line; else COMPREPLY+=("$line"); fi
  done <<< "$reply"
  if [[ $kind == @files ]]; then
    # Readline does not complete a file name after an @.
    while IFS= read -r line; do
      [[ -d $line ]] && kind=folder && line+=/
      printf -v line %q "$line"
      COMPREPLY+=("@$line")
    done < <(compgen -f -- "\${typed#@}")
    if [[ $kind == folder ]]; then compopt -o nospace 2>/dev/null; fi
  fi
  # "-o default" offers files if there is nothing else. Only bash 4 and newer can turn that off.
  if [[ $kind == none ]]; then compopt +o default 2>/dev/null; fi
  return 0
}
complete -o default -F _pvg_complete pvg
`;

const zsh = `#compdef pvg
# pvg completion for zsh. In ~/.zshrc, after compinit: eval "$(pvg completion zsh)"
# Or as a file named _pvg in a folder of $fpath.
_pvg() {
  local kind
  local -a before lines
  (( CURRENT > 2 )) && before=("\${(@Q)words[2,CURRENT-1]}")
  lines=("\${(@f)$(pvg completion zsh --complete="\${(Q)PREFIX}" -- "\${before[@]}" 2>/dev/null </dev/null)}")
  kind=$lines[1]
  shift lines
  if [[ $kind == *files ]]; then
    compset -P '--[^=]#='
    [[ $kind == @* ]] && compset -P '@'
    _files
  elif (( \${#lines} )); then
    _describe -t values pvg lines
  fi
}
if [[ $funcstack[1] == _pvg ]]; then
  _pvg "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _pvg pvg
fi
`;

const fish = `# pvg completion for fish. In ~/.config/fish/config.fish: pvg completion fish | source
function __pvg_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (pvg completion fish "--complete=$current" -- $before[2..-1] 2>/dev/null </dev/null)
    switch "$lines[1]"
        case files '@files'
            set -l pattern '^(?:--[^=]*=)?'
            test "$lines[1]" = '@files'; and set pattern '^(?:--[^=]*=)?@'
            set -l prefix (string match -r -- $pattern "$current")
            for path in (__fish_complete_path (string replace -r -- $pattern '' "$current"))
                printf '%s%s\\n' "$prefix" $path
            end
    end
    for line in $lines[2..-1]
        printf '%s\\n' $line
    end
end
complete -c pvg -f -a '(__pvg_complete)'
`;

const powershell = `# pvg completion for PowerShell. In $PROFILE: pvg completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName pvg -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    # Without a suggestion PowerShell offers file names.
    pvg completion powershell "--complete=$wordToComplete" '--' @before 2>$null |
        Select-Object -Skip 1 |
        ForEach-Object {
            $value, $says = $_ -split "\`t", 2
            if (-not $says) { $says = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $says)
        }
}
`;

export const scripts = { bash, zsh, fish, powershell } as const;

export type Shell = keyof typeof scripts;

/** The line that loads each script into the current shell, and the file where that line serves every new shell. */
export const loading: Readonly<Record<Shell, { readonly line: string; readonly file: string }>> = {
  bash: { line: 'eval "$(pvg completion bash)"', file: '~/.bashrc' },
  zsh: { line: 'eval "$(pvg completion zsh)"', file: '~/.zshrc' },
  fish: { line: 'pvg completion fish | source', file: '~/.config/fish/config.fish' },
  powershell: {
    line: 'pvg completion powershell | Out-String | Invoke-Expression',
    file: '$PROFILE',
  },
};

/** Splits a command line into words as a POSIX shell does. The last word is unfinished; nothing is run. */
function splitLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'") {
      at += 1;
      word = (word ?? '') + line.charAt(at);
    } else if (character === quote) quote = '';
    else if (quote === '' && /['"]/.test(character)) {
      quote = character;
      word ??= '';
    } else if (quote === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return [...words, word ?? ''];
}

/** The arguments, without assignments (`PVG_PROFILE=x`) and the program's name. */
export function argumentsOf(line: string): { readonly before: string[]; readonly current: string } {
  const words = splitLine(line);
  const current = words.pop() ?? '';
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  return { before: words.slice(program + 1), current };
}

/** What a script reads: which files to offer on the first line, then one suggestion on each line. */
export const reply = (shell: Shell, { files, words }: Suggestions, typed: number): string =>
  [files, ...words.map((word) => line(shell, word, typed))].map((each) => `${each}\n`).join('');

function line(shell: Shell, { value, says }: Suggestion, typed: number): string {
  switch (shell) {
    case 'bash':
      // Bash replaces only the text after the last `=`, `:` or `@`.
      return value.slice(typed);
    case 'zsh':
      return says === '' ? escaped(value) : `${escaped(value)}:${says}`;
    default:
      return says === '' ? value : `${value}\t${says}`;
  }
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
