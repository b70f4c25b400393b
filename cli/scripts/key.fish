# Alt-i turns the words on the line into a judged command there, unrun
function __pp_command
    set -l words (commandline | string collect)
    string match -qr '\S' -- "$words"; or return 0
    echo
    set -l proposed (command pp -e -- "$words" </dev/null | string collect)
    set -l result $pipestatus[1]
    if contains -- "$result" 0 4; and test -n "$proposed"
        commandline -r -- "$proposed"
    end
    commandline -f repaint
end
bind \ei __pp_command
bind -M insert \ei __pp_command
