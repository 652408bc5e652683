-- What conversations leave belongs to an organization or to nobody but its person.
alter table next_step add foreign key (organization_id) references organization (id);
alter table memory_note add foreign key (organization_id) references organization (id);
-- An organization decides whether agents may remember its people (D185).
alter table organization add column allows_memory boolean not null default true;
