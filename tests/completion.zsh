# completion.zsh DIRECTORY LINE: what completion offers at the end of LINE, one a line. Completion happens on a terminal
# alone, hence another shell on one, whose `compadd` tells what it is given. The second call finds compinit's dump in HOME.
zmodload zsh/zpty || exit 77
zpty -b shell zsh -f -i
send() { zpty -w shell "$1" }
send "PROMPT= RPROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null; fpath=(${(q)1} \$fpath); autoload -Uz compinit && compinit -C -u"
send "compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd \"\$@\"; return; fi
  local -a hits; builtin compadd -A hits \"\$@\"
  (( \$#hits )) && print -l -- '' 'OFFER '\$^hits
  builtin compadd \"\$@\"
}
finish() { print -l '' FINISHED; exit }
compostfuncs=(finish); comppostfuncs=(finish)
bindkey '^I' complete-word
print READ''Y"
zpty -r -m shell line "*READY*" 
zpty -w -n shell "$2"$'\t'
zpty -r -m shell text "*FINISHED*"
print -r -- ${(F)${(M)${(f)${text//$'\r'/}}:#OFFER *}#OFFER }
zpty -d shell
