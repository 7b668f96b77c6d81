/**
 * The shell script that the guard runs. `$1` is `proc` or `ps`. It must work in dash, busybox and
 * bash, and without `ps` if there is a /proc. It writes `kill -KILL -PGID` because dash and busybox
 * disagree about `--`.
 *
 * It reads commands from stdin: `+PGID TOKEN` watches a group, `-PGID` stops watching it, and
 * `~PGID` grants it a second to react to SIGTERM. EOF means that our process is gone.
 *
 * A row of the process table is `pid,start,ppid,pgid`. `pid,start` identifies a process, since pids
 * are reused.
 *
 * The script races with the CLI, which gets EOF on stdin at the same moment. On EOF, CLI 2.1.197
 * treats an unanswered hook as allowed and takes about 30 ms to run the tool. So the script freezes
 * the CLI with SIGSTOP before it looks up or starts anything else, and never resumes it, not even
 * for SIGTERM. Only a CLI that our process itself told to exit gets a second to do so.
 */
export const guardScript = `# Kills the CLIs of a program that was killed. Exits together with that program.
trap '' HUP INT TERM
[ -r /proc/self/stat ] || set -- ps
how=$1 watched= tokens= tree= graceful=

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

# The pids of the processes with a token in their environment. None without grep.
token_pids() {
  set --
  for token in $tokens; do set -- "$@" -e "\${token#*=}"; done
  [ $# -gt 0 ] || return
  if [ "$how" = ps ]; then
    # ps shows the environment with -E on macOS, with -e on the BSDs.
    { ps -axwwE -o pid= -o command= || ps -axwwe -o pid= -o command=; } | grep -F "$@" | while
      read -r pid rest
    do printf ' %s' "$pid"; done
  elif printf 'a\\0b\\n' | grep -q b; then
    grep -l -s -F "$@" /proc/[0-9]*/environ | while
      IFS=/ read -r none proc pid rest
    do printf ' %s' "$pid"; done
  else
    # The grep of busybox may read a line only up to its first NUL.
    for dir in /proc/[0-9]*; do
      tr '\\0' '\\n' <"$dir/environ" | grep -q -F "$@" && printf ' %s' "\${dir#/proc/}"
    done
  fi
}

# Sets $groups to the watched groups. Sets $tree to its live members, all
# processes in the groups, all with a token, and everything those have started.
collect() {
  rows="$(table) " tokened=$(token_pids) groups= alive=
  for id in $tree; do
    case $rows in *" $id,"*) alive="$alive $id" ;; esac
  done
  tree=$alive
  for id in $watched; do
    case $rows in
      *" $id,"*) groups="$groups \${id%,*}" ;;
      *" \${id%,*},"*) kill -CONT "-\${id%,*}" ;; # Another process has the pid by now.
      *) groups="$groups \${id%,*}" ;; # The leader has exited, others may be left.
    esac
  done
  grown=yes
  while [ "$grown" ]; do
    grown=
    for row in $rows; do
      IFS=,; set -- $row; unset IFS
      case "$tree " in *" $1,$2 "*) continue ;; esac
      case "$groups |$tokened |$tree " in
        *" $4 "*"|"*"|"* | *"|"*" $1 "*"|"* | *"|"*"|"*" $3,"*)
          tree="$tree $1,$2" grown=yes
          ;;
      esac
    done
  done
}

wait_for_graceful() {
  collect
  tries=0
  while [ $tries -lt 10 ]; do
    left=
    for pid in $graceful; do kill -0 "-$pid" && left=yes; done
    [ "$left" ] || return
    # Not every sleep accepts fractions.
    sleep 0.1 || { sleep 1; return; }
    tries=$((tries + 1))
  done
}

kill_tree() {
  collect
  for group in $groups; do kill -KILL "-$group"; done
  for id in $tree; do kill -KILL "\${id%,*}"; done
}

while read -r command; do
  pid=\${command#?} token=
  case $pid in *' '*) token=\${pid#* } pid=\${pid%% *} ;; esac
  case $command in
    +*)
      [ "$token" ] && tokens="$tokens $pid=$token"
      row=$(row_of "$pid")
      case $row in *,*,*,*) row=\${row%,*}; watched="$watched \${row%,*}" ;; esac
      ;;
    '~'*) graceful="$graceful $pid" ;;
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
  case "$graceful " in *" \${id%,*} "*) ;; *) kill -STOP "-\${id%,*}" ;; esac
done
[ "$watched$tokens" ] || exit 0
[ "$graceful" ] && wait_for_graceful
kill_tree
# Once more, for what a tool has started in the meantime.
kill_tree
`;
