# Completion of crownhead for bash. It asks the program itself for candidates.
_crownhead() {
    # Bash also splits words at = and :, which are parts of a word here.
    local line=${COMP_LINE:0:COMP_POINT} words=() count=0 word i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $count -eq 0 || $line == [[:space:]]* ]]; then
            line=${line#"${line%%[![:space:]]*}"}
            words[count++]=
        fi
        word=${COMP_WORDS[i]}
        [[ $i -eq $COMP_CWORD ]] && word=$line
        words[count - 1]+=$word
        line=${line#"$word"}
    done
    word=${words[count - 1]}

    local IFS=$'\n'
    COMPREPLY=($(VARIABLE=bash COMPLETER -- "${words[@]}" 2>/dev/null))

    # Bash replaces what stands behind the last = or :, and nothing before it.
    local breaks=${COMP_WORDBREAKS//[^=:]/} kept=
    [[ $breaks ]] && kept=${word%"${word##*[$breaks]}"}
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")

    type compopt &>/dev/null || return 0
    if [[ ${#COMPREPLY[@]} -eq 0 && $word == [~\"\']* ]]; then
        compopt -o default
    elif [[ ${#COMPREPLY[@]} -gt 0 && -e ${COMPREPLY[0]} ]]; then
        compopt -o filenames
        COMPREPLY=("${COMPREPLY[@]%/}")
    fi
}
complete -o nosort -F _crownhead PROGRAM 2>/dev/null || complete -F _crownhead PROGRAM
