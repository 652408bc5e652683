-- Each finding has an id, by which the panel accepts it.
alter table finding add column id uuid not null default uuidv7();
create unique index finding_by_id on finding (id);
create index finding_by_object on finding (object_id);
