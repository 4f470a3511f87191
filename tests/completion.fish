# completion.fish DIRECTORY LINE: what completion offers at the end of LINE, one a line.
source $argv[1]/lunette.fish
complete -C $argv[2] | string replace -r '\t.*' ''
true
