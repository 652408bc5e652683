#!/bin/sh
# Dumps DATABASE_URL into BACKUP_DIR, keeps the newest KEEP (14) and copies them to BACKUP_TARGET, where nothing is
# deleted: let the other machine remove what is older than it shall keep. Needs pg_dump of PostgreSQL 18, and rsync.
set -eu
umask 077
: "${DATABASE_URL:?}" "${DATA_DIR:?}" "${BACKUP_DIR:?}"
mkdir -p "$BACKUP_DIR"
file="$BACKUP_DIR/luna-$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --file="$file.part" "$DATABASE_URL"
# A dump whose list cannot be read is none.
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
if [ -n "${BACKUP_TARGET:-}" ]; then rsync --archive --exclude='*.part' "$BACKUP_DIR/" "$BACKUP_TARGET"; fi
ls -1 "$BACKUP_DIR"/luna-*.dump | sort -r | tail -n "+$((${KEEP:-14} + 1))" | while read -r old; do rm -- "$old"; done
# Luna's alert for a missing backup looks at this file.
touch "$DATA_DIR/last-backup"
