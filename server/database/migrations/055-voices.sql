-- Agents refer to a voice of our own list, which says what it is at the voice provider (D186).
create table voice (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 60),
  -- How it sounds.
  description text not null default '' check (length(description) <= 200),
  -- ISO 639-1, the best one first.
  languages text[] not null check (cardinality(languages) > 0),
  -- Takes the place of a voice that cannot be used.
  is_fallback boolean not null default false,
  -- Its id at the offline voice service, and in the account of the real one; null where it is none there.
  standin_voice_id text check (standin_voice_id ~ '^[\w-]{1,100}$'),
  live_voice_id text check (live_voice_id ~ '^[\w-]{1,100}$'),
  -- As the provider said when it was asked last.
  state text not null default 'unchecked' check (state in ('unchecked', 'ok', 'ending', 'gone')),
  reason text,
  checked_at timestamptz,
  -- A sentence read aloud, and by which voice of the provider: 16-bit little-endian mono at 16 kHz.
  sample bytea,
  sample_of text,
  created_at timestamptz not null,
  check ((sample is null) = (sample_of is null))
);
create unique index voice_one_fallback on voice (is_fallback) where is_fallback;

insert into voice (id, name, description, languages, is_fallback, standin_voice_id, created_at) values
  ('clara', 'Clara', 'Clear and friendly, female, American English', '{en}', true, 'slt', now()),
  ('miles', 'Miles', 'Calm and low, male, American English', '{en}', false, 'rms', now()),
  ('angus', 'Angus', 'Warm, male, Scottish English', '{en}', false, 'awb', now()),
  ('victor', 'Victor', 'Brisk and precise, male, American English', '{en}', false, 'kal16', now());

-- What agents had: names of the offline service, or ids that an admin typed, each of which becomes a voice of the list.
insert into voice (id, name, description, languages, live_voice_id, created_at)
select 'former-' || row_number() over (order by typed), 'Former voice ' || row_number() over (order by typed),
  'Typed in as ' || typed, '{en}', typed, now()
from (
  select distinct voice_id as typed from agent
  where voice_id ~ '^[\w-]{1,100}$' and voice_id not in ('slt', 'rms', 'awb', 'kal16')
) as others;
update agent set voice_id = (
  select id from voice where agent.voice_id in (standin_voice_id, live_voice_id)
);

alter table agent
  alter column voice_id type text,
  add foreign key (voice_id) references voice (id),
  -- The voice that the provider was told last; every agent is told anew, also of its model and its tool to hang up.
  add column synced_voice_id text;
update agent set revision = revision + 1;

-- A voice that the provider withdrew is reported.
alter table finding drop constraint finding_kind_check;
alter table finding add constraint finding_kind_check check (kind in ('paid_not_credited', 'credited_not_paid',
  'talk_free_time', 'talk_unpaid_sound', 'talk_provider_time', 'voice_gone'));
