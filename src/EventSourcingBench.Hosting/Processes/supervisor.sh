# Runs a command and ends it when this script's standard input ends: that is, when the runner closes it or dies,
# by whatever means. Then it removes the folder, which stays where the command has ended by itself. Its exit code is
# that of the command.
#   $1 a token that marks the line with the id of the command  $2 grace time in tenths of a second  $3 signal to stop with
#   $4 folder to remove, or nothing  $5... the command
# "set -m" would do for a process group, but dash refuses it without a terminal and takes the terminal when there is
# one. A separate session does, so that the terminal's Ctrl-C reaches neither this script nor the command.
token=$1 grace=$2 signal=$3 folder=$4
shift 4

apart() {
  if command -v setsid >/dev/null 2>&1; then
    exec setsid "$@"
  fi
  exec perl -MPOSIX=setsid -e 'setsid(); exec @ARGV or die "$ARGV[0]: $!\n"' "$@"
}

exec 3<&0
apart sh -c 'printf "%s %d\n" "$0" "$$"; exec "$@"' "$token" "$@" </dev/null 3<&- &
child=$!
exec 2>/dev/null

ended=
trap 'ended=1' USR1
(
  while read -r _ <&3; do :; done
  kill -s USR1 $$
  kill -s "$signal" "$child"
  while [ "$grace" -gt 0 ] && kill -0 "$child"; do
    sleep 0.1
    grace=$((grace - 1))
  done
  kill -s KILL -- "-$child"
) >/dev/null &
watcher=$!

trap 'kill -s "$signal" "$child"' TERM INT HUP
while :; do
  wait "$child"
  code=$?
  # A signal ends the waiting early; a process that was waited for is no more.
  kill -0 "$child" || break
done

# The id may soon be another process's: it must not be signalled any more. What is left of its group goes now.
kill -s TERM "$watcher"
wait "$watcher"
kill -s KILL -- "-$child"
exec >/dev/null
if [ -n "$ended" ] && [ -n "$folder" ]; then
  rm -rf -- "$folder"
fi
exit "$code"
