# completion.bash DIRECTORY LINE: what completion offers at the end of LINE, one a line.
source "$1/lunette"
mapfile -t COMP_WORDS < <(sed -E 's/ +/\n/g; s/=/\n=\n/g' <<<"$2")
[[ ${COMP_WORDS[-1]} != = ]] || COMP_WORDS+=("") # as readline splits it
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
function=$(complete -p lunette | sed -E 's/.*-F ([^ ]+).*/\1/')
"$function"
printf '%s\n' "${COMPREPLY[@]}"
