-- The tools that agents call during conversations. At the voice provider they belong to the account; our id is their mark
-- there, by which one is found again whose creation got no answer.
create table provider_tool (
  name text primary key,
  id uuid not null unique default uuidv7(),
  provider_tool_id text,
  -- The definition that the provider has.
  synced_mark text,
  -- A process is making or changing it until then, in real time.
  making_until timestamptz
);

-- What was sent of the agent apart from its own words; an agent with another mark is sent again.
alter table agent add column synced_definition text;
