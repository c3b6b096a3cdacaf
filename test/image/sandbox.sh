#!/bin/sh
# Runs a command in an image's root file system as a restricted pod runs it: the root read-only, nothing writable but an
# empty /tmp, a repository at /repo that is only read, user and group 999, and no environment but what `env -i` gives.
#
#   unshare --mount --pid --fork sandbox.sh ROOT REPOSITORY NAME=VALUE... COMMAND...
set -eu
root=$1 repository=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$repository" "$root/repo"
mount -o remount,bind,ro "$root/repo"
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd=/repo --setgid=999 --setuid=999 env -i "$@"
