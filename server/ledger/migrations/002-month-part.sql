-- How much of a change the month's minutes paid, so that a charge can be explained; null for what came before.
alter table entry add column month_ms bigint check (month_ms >= 0);
-- One person's lines, newest first, among those of other kinds.
create index entry_by_time on entry (account_id, at desc, id desc);
