#!/bin/sh
# Makes the secrets of docker-compose.yml, once: sh services/production/make-secrets.sh [DIRECTORY]. What is there is left alone.
set -eu
folder=${1:-secrets}
if [ -e "$folder" ]; then
  echo "$folder is there already; nothing was changed." >&2
  exit 1
fi
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
postgres=$(password)
archive=$(password)
mongodb=$(password)
# The folder keeps others of this machine out; the files are read inside of containers by users of their own.
mkdir -m 700 "$folder"
write() { printf '%s' "$2" >"$folder/$1" && chmod 444 "$folder/$1"; }
write postgres_password "$postgres"
write mongodb_password "$mongodb"
write database_url "postgresql://morrowkin:$postgres@postgres:5432/morrowkin"
write archive_database_url "postgresql://morrowkin_archive:$archive@postgres:5432/morrowkin"
write mongodb_url "mongodb://morrowkin:$mongodb@mongodb:27017/morrowkin?authSource=admin"
echo "The secrets are in $folder."
