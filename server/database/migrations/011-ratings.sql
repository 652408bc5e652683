-- What people say of agents, what visitors hear of them, kept texts as each person wants them, and minutes for unlocks.

-- One rating per person and agent, changeable (D55).
create table agent_rating (
  agent_id uuid not null references agent (id),
  user_id uuid not null references users (id),
  stars integer not null check (stars between 1 and 5),
  rated_at timestamptz not null,
  primary key (agent_id, user_id)
);
create index agent_rating_by_user on agent_rating (user_id);

-- Questions with the answers that the agent gives, shown to everybody: [{"question", "answer"}].
alter table agent add column sample_conversation jsonb not null default '[]';

-- Whether a person's conversations keep their text, and how long; without a row nothing is kept by itself (D90).
create table transcript_setting (
  user_id uuid primary key references users (id),
  save boolean not null default false,
  kept_days integer not null default 90 check (kept_days between 1 and 365),
  updated_at timestamptz not null
);
create index session_transcript_by_user on session_transcript (user_id);

-- Minutes that an unlock costs while the setting unlockCostCredits is above 0 (D52).
alter table entry drop constraint entry_check1;
alter table entry add constraint entry_check1 check (
  (kind in ('usage', 'unlock', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
  or (kind in ('purchase', 'monthly_grant', 'release') and amount_ms > 0));
