# fish completion of pp
function __pp_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l option (string match -r -- '^-[^=]*=' $last)
    set -l name (string replace -- "$option" '' "$last")
    for line in (command pp __complete -- $words[2..-1] "$last" 2>/dev/null </dev/null)
        switch $line
            case :file
                printf '%s\n' "$option"(__fish_complete_path "$name")
            case :directory
                printf '%s\n' "$option"(__fish_complete_directories "$name")
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c pp -f -a '(__pp_complete)'
