-- What an organization's private agents have read.
alter table agent_document add foreign key (organization_id) references organization (id);
