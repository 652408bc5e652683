-- The versions of agents' words, and how conversations with each were judged.

-- The words that an agent had from one of its states on; states that change something else make no version.
create table agent_version (
  agent_id uuid not null references agent (id) on delete cascade,
  revision integer not null,
  -- Counts the versions of an agent, from 1.
  number integer not null check (number > 0),
  system_prompt text not null,
  first_message text not null,
  saved_by uuid references users (id),
  saved_at timestamptz not null,
  primary key (agent_id, revision),
  unique (agent_id, number)
);

-- How many conversations with a version met a criterion, failed it, or allowed no judgement: nothing of any one of them.
create table agent_quality (
  agent_id uuid not null,
  revision integer not null,
  criterion text not null check (criterion in ('goal_met', 'stayed_in_role', 'no_invented_facts')),
  success integer not null default 0 check (success >= 0),
  failure integer not null default 0 check (failure >= 0),
  unknown integer not null default 0 check (unknown >= 0),
  primary key (agent_id, revision, criterion),
  foreign key (agent_id, revision) references agent_version (agent_id, revision) on delete cascade
);

-- The words of today are the first version; what came before is not known.
insert into agent_version (agent_id, revision, number, system_prompt, first_message, saved_by, saved_at)
select id, revision, 1, system_prompt, first_message, updated_by, updated_at from agent;
