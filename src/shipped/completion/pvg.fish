# pvg completion for fish. In ~/.config/fish/config.fish: pvg completion fish | source
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
                printf '%s%s\n' "$prefix" $path
            end
    end
    for line in $lines[2..-1]
        printf '%s\n' $line
    end
end
complete -c pvg -f -a '(__pvg_complete)'
