#!/bin/sh
# Addresses with passwords in them come as files; each becomes the variable of 11.2 in this one process.
set -eu
for name in DATABASE_URL ARCHIVE_DATABASE_URL READ_DATABASE_URL MONGODB_URL; do
  eval "file=\${${name}_FILE:-}"
  if [ -n "$file" ]; then
    value=$(cat "$file")
    export "$name=$value"
    unset "${name}_FILE"
  fi
done
exec "$@"
