/**
 * What the guard runs; `$1` is `proc` or `ps`. It must do in dash, busybox and bash, needs no `ps`
 * where there is a /proc, and writes `kill -KILL -PGID` since dash and busybox differ on `--`.
 *
 * A row of the table is `pid,start,ppid,pgid`, and `pid,start` names a process for good.
 *
 * It races with the CLI, which sees the end of its input at the same moment: 2.1.197 takes a hook
 * that has not answered for one that allows, and needs some 30 ms to run the tool. So nothing may
 * be asked or started before the CLI is frozen, and it is never let go again, not even for SIGTERM.
 * One that our program itself has told to end, before it went, has a second for that.
 */
export const guardScript = `# Ends the CLIs of a program that was killed; it ends itself with that program.
trap '' HUP INT TERM
[ -r /proc/self/stat ] || set -- ps
how=$1 watched= tokens= family= told=

proc_row() {
  pid=$1
  read -r line <"/proc/$pid/stat" || return
  set -- \${line##*) }
  case $1 in Z | X) ;; *) printf ' %s,%s,%s,%s' "$pid" "\${20}" "$2" "$3" ;; esac
}

ps_rows() {
  ps "$@" -o pid= -o ppid= -o pgid= -o stat= -o lstart= | while
    read -r pid ppid pgid stat start
  do
    set -- $start
    case $stat in Z*) ;; *) printf ' %s,%s,%s,%s' "$pid" "$1$2$3$4$5" "$ppid" "$pgid" ;; esac
  done
}

row_of() {
  if [ "$how" = ps ]; then ps_rows -p "$1"; else proc_row "$1"; fi
}

table() {
  if [ "$how" = ps ]; then ps_rows -ax; return; fi
  for dir in /proc/[0-9]*; do proc_row "\${dir#/proc/}"; done
}

# The pids of those that have a token in their environment; none without grep.
marked_pids() {
  set --
  for token in $tokens; do set -- "$@" -e "\${token#*=}"; done
  [ $# -gt 0 ] || return
  if [ "$how" = ps ]; then
    # -E on macOS, -e on the BSDs.
    { ps -axwwE -o pid= -o command= || ps -axwwe -o pid= -o command=; } | grep -F "$@" | while
      read -r pid rest
    do printf ' %s' "$pid"; done
  elif printf 'a\\0b\\n' | grep -q b; then
    grep -l -s -F "$@" /proc/[0-9]*/environ | while
      IFS=/ read -r none proc pid rest
    do printf ' %s' "$pid"; done
  else
    # Busybox may see a line only up to its first NUL.
    for dir in /proc/[0-9]*; do
      tr '\\0' '\\n' <"$dir/environ" | grep -q -F "$@" && printf ' %s' "\${dir#/proc/}"
    done
  fi
}

# Sets $groups, and $family to those of it that live, all in the groups, all
# that are marked, and what they started.
collect() {
  rows="$(table) " marked=$(marked_pids) groups= alive=
  for id in $family; do
    case $rows in *" $id,"*) alive="$alive $id" ;; esac
  done
  family=$alive
  for id in $watched; do
    case $rows in
      *" $id,"*) groups="$groups \${id%,*}" ;;
      *" \${id%,*},"*) kill -CONT "-\${id%,*}" ;; # The number is another's by now.
      *) groups="$groups \${id%,*}" ;; # The leader is gone, others may be left.
    esac
  done
  grown=yes
  while [ "$grown" ]; do
    grown=
    for row in $rows; do
      IFS=,; set -- $row; unset IFS
      case "$family " in *" $1,$2 "*) continue ;; esac
      case "$groups |$marked |$family " in
        *" $4 "*"|"*"|"* | *"|"*" $1 "*"|"* | *"|"*"|"*" $3,"*)
          family="$family $1,$2" grown=yes
          ;;
      esac
    done
  done
}

wait_for_told() {
  collect
  tries=0
  while [ $tries -lt 10 ]; do
    left=
    for pid in $told; do kill -0 "-$pid" && left=yes; done
    [ "$left" ] || return
    # Not every sleep knows fractions.
    sleep 0.1 || { sleep 1; return; }
    tries=$((tries + 1))
  done
}

end_family() {
  collect
  for group in $groups; do kill -KILL "-$group"; done
  for id in $family; do kill -KILL "\${id%,*}"; done
}

while read -r order; do
  pid=\${order#?} token=
  case $pid in *' '*) token=\${pid#* } pid=\${pid%% *} ;; esac
  case $order in
    +*)
      [ "$token" ] && tokens="$tokens $pid=$token"
      row=$(row_of "$pid")
      case $row in *,*,*,*) row=\${row%,*}; watched="$watched \${row%,*}" ;; esac
      ;;
    '~'*) told="$told $pid" ;;
    -*)
      kept=
      for id in $watched; do
        case $id in "$pid",*) ;; *) kept="$kept $id" ;; esac
      done
      watched=$kept kept=
      for token in $tokens; do
        case $token in "$pid"=*) ;; *) kept="$kept $token" ;; esac
      done
      tokens=$kept
      ;;
  esac
done

for id in $watched; do
  case "$told " in *" \${id%,*} "*) ;; *) kill -STOP "-\${id%,*}" ;; esac
done
[ "$watched$tokens" ] || exit 0
[ "$told" ] && wait_for_told
end_family
# Once more, for what a tool has started meanwhile.
end_family
`;
