-- The note that a proposed one corrects, and that goes when the person keeps the new one.
alter table memory_note add column replaces uuid references memory_note (id) on delete set null;
create index memory_note_replacing on memory_note (replaces) where replaces is not null;
