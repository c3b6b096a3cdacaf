#!/bin/sh
# Runs a command as Argo CD's sidecar is run: the whole file system read-only but for the folders that are named, no
# passwd entry for the user, no capabilities, and no more than the environment that is given to this script.
#
#   unshare --mount sandbox.sh UID PASSWD WRITABLE... -- COMMAND...
set -eu
uid=$1 passwd=$2
shift 2
mount --make-rprivate /
mount --bind "$passwd" /etc/passwd
while [ "$1" != -- ]; do
  mount --bind "$1" "$1"
  writable="${writable:-} $1"
  shift
done
shift
cut -d ' ' -f 5 /proc/self/mountinfo | while read -r place; do
  case " ${writable:-} " in *" $place "*) continue ;; esac
  mount -o remount,bind,ro "$place" 2>/dev/null || true
done
exec setpriv --reuid "$uid" --regid "$uid" --clear-groups --bounding-set=-all --no-new-privs -- "$@"
