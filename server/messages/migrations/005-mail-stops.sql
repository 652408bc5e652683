-- Mails of one kind that an address no longer wants. Only the hash of the address is kept, so that it also outlives the
-- account, which an invitation may follow.
create table mail_stop (
  address_hash text not null,
  kind text not null check (kind <> ''),
  created_at timestamptz not null,
  primary key (address_hash, kind)
);
