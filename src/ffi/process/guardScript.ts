/** Shell functions that print rows of the process table. `$how` is `proc` or `ps`. */
export const processRowFunctions = `proc_row() {
  pid=$1
  read -r line <"/proc/$pid/stat" || return
  set -- \${line##*) }
  case $1 in Z | X) ;; *) printf ' %s,%s,%s,%s,%s' "$pid" "\${20}" "$2" "$3" "$4" ;; esac
}

ps_rows() {
  ps "$@" -o pid= -o ppid= -o pgid= -o stat= -o lstart= | while
    read -r pid ppid pgid stat start
  do
    set -- $start
    case $stat in
      Z*) ;;
      *) printf ' %s,%s,%s,%s,%s' "$pid" "$1$2$3$4$5" "$ppid" "$pgid" "$pgid" ;;
    esac
  done
}

row_of() {
  if [ "$how" = ps ]; then ps_rows -p "$1"; else proc_row "$1"; fi
}`;

/**
 * The shell script that the guard runs. `$1` is `proc` or `ps`. It must work in dash, busybox and
 * bash, and without `ps` if there is a /proc. It writes `kill -KILL -PGID` because dash and busybox
 * disagree about `--`.
 *
 * It reads commands from stdin, one a line:
 * - `announce TOKEN`: a CLI with this token in its environment is about to be started
 * - `group PGID TOKEN`: it was started, and leads this process group
 * - `grace PGID`: it was sent SIGTERM, and gets a second to react
 * - `forget TOKEN PGID`: it has exited, or was never started
 * - `folder PATH`: delete this folder after the CLIs are gone
 * - `keep PATH`: do not delete it after all
 * - `deadline TOKEN SECONDS`: kill everything with this token in its environment after that time, unless
 *   another such line comes first; `never` takes it back
 *
 * EOF means that our process is gone.
 *
 * A row of the process table is `pid,start,ppid,pgid,session`. `pid,start` identifies a process,
 * since pids are reused.
 *
 * The script may race with the CLI, which gets EOF on stdin at the same moment, unless that is held
 * open (`holdStdin`). On EOF, a CLI older than 2.1.208 treats an unanswered hook as allowed and runs
 * the tool 10 to 100 ms later. So the script freezes the CLI with SIGSTOP before it looks up or
 * starts anything else, and never resumes it, not even for SIGTERM. Only a CLI that our process
 * itself told to exit gets a second to do so.
 */
export const guardScript = `# Kills the CLIs of a program that was killed. Exits together with that program.
trap '' HUP INT TERM
[ -r /proc/self/stat ] || set -- ps
how=$1 watched= tokens= placed= tree= graceful= timers= fractions=
# From here on, the arguments are the folders to delete.
set --

${processRowFunctions}

table() {
  if [ "$how" = ps ]; then ps_rows -ax; return; fi
  for dir in /proc/[0-9]*; do proc_row "\${dir#/proc/}"; done
}

# The pids of the processes with one of these tokens in their environment. None without grep.
token_pids() {
  tokens=$*
  set --
  for token in $tokens; do set -- "$@" -e "$token"; done
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

# Sets $groups to the watched groups. Sets $tree to its live members, all processes
# in the groups or their sessions, all with a token, and everything those have started.
collect() {
  rows="$(table) " tokened=$(token_pids $tokens) groups= alive=
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
        *" $4 "*"|"*"|"* | *" $5 "*"|"*"|"* | *"|"*" $1 "*"|"* | *"|"*"|"*" $3,"*)
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

# Kills everything with the token $1 in its environment after $2 seconds. Runs in a subshell, which
# SIGUSR1 ends.
expire() {
  nap=
  trap '[ "$nap" ] && kill "$nap"; exit' USR1
  sleep "$2" &
  nap=$!
  wait "$nap"
  nap=
  watched= tree= tokens=$1
  # Until it is taken back, because a program that wakes up may just be starting something; or until
  # this guard itself, whose pid is $$ in a subshell too, was killed.
  while kill -0 $$; do
    for pid in $(token_pids "$tokens"); do kill -KILL "-$pid"; done
    kill_tree
    sleep "$wink" &
    nap=$!
    wait "$nap"
  done
}

# Ends the timer of the token $1.
end_timer() {
  kept=
  for timer in $timers; do
    case $timer in "$1":*) kill -USR1 "\${timer#*:}" ;; *) kept="$kept $timer" ;; esac
  done
  timers=$kept
}

set_timer() {
  end_timer "$1"
  [ "$2" = never ] && return
  # Not every sleep accepts fractions.
  [ "$fractions" ] || { sleep 0.01 && fractions=yes wink=0.2 || fractions=no wink=1; }
  seconds=$2
  [ "$fractions" = yes ] || seconds=\${2%.*}
  expire "$1" "$seconds" &
  timers="$timers $1:$!"
}

# Prints the words of the list $2 without the word $1.
without() {
  for word in $2; do [ "$word" = "$1" ] || printf ' %s' "$word"; done
}

while IFS= read -r line; do
  rest=\${line#* }
  case $line in
    # Never a shorter one: it could be in any environment, and mark any process for death.
    'announce '????????-????-????-????-????????????) tokens="$tokens $rest" ;;
    'group '*)
      placed="$placed \${rest#* }"
      row=$(row_of "\${rest%% *}")
      case $row in *,*,*,*,*) watched="$watched \${row%,*,*,*}" ;; esac
      ;;
    'grace '*) graceful="$graceful $rest" ;;
    'forget '*)
      tokens=$(without "\${rest%% *}" "$tokens")
      placed=$(without "\${rest%% *}" "$placed")
      kept=
      for id in $watched; do
        case $id in "\${rest#* }",*) ;; *) kept="$kept $id" ;; esac
      done
      watched=$kept
      ;;
    'deadline '????????-????-????-????-????????????' '*) set_timer "\${rest%% *}" "\${rest#* }" ;;
    'folder '*) set -- "$@" "$rest" ;;
    'keep '*)
      for folder do
        shift
        [ "$folder" = "$rest" ] || set -- "$@" "$folder"
      done
      ;;
  esac
done

for timer in $timers; do kill -USR1 "\${timer#*:}"; done
for id in $watched; do
  case "$graceful " in *" \${id%,*} "*) ;; *) kill -STOP "-\${id%,*}" ;; esac
done
if [ "$watched$tokens" ]; then
  [ "$graceful" ] && wait_for_graceful
  # A token without a group belongs to a CLI that was being started when the program died. Between
  # fork and exec it does not show its token yet.
  unplaced=$tokens
  for token in $placed; do unplaced=$(without "$token" "$unplaced"); done
  newborn=$(token_pids $unplaced)
  kill_tree
  tries=0
  while [ "$unplaced" ] && [ ! "$newborn" ] && [ $tries -lt 20 ]; do
    sleep 0.05 || sleep 1
    newborn=$(token_pids $unplaced)
    kill_tree
    tries=$((tries + 1))
  done
  # Once more, for what a tool has started in the meantime.
  kill_tree
fi
for folder do rm -rf "$folder"; done
`;
