-- The last audit that found the books in order, and the last one of all accounts that did. Transactions from this number
-- on may have changed an account since, so the next audit checks those accounts.
create table audit_mark (
  is_only boolean primary key default true check (is_only),
  transaction_id bigint not null,
  whole_at timestamptz not null
);
