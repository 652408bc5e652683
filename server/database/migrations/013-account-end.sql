-- Seven days after the wish a person is erased; money and ledger rows keep a row without a name (D28).
alter table users
  add column deletion_requested_at timestamptz,
  add column erased_at timestamptz,
  add check (erased_at is null or (password_hash is null and first_name = '' and last_name = '' and not is_active));
create index users_leaving on users (id) where deletion_requested_at is not null and erased_at is null;

-- With its first message a thread loses its start, not the answers of others.
alter table user_communication
  drop constraint user_communication_in_reply_to_fkey,
  add foreign key (in_reply_to) references user_communication (id) on delete set null;
