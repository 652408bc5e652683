-- The recap of a conversation and what its answers were taken from (D184). Both are words, so they exist only with the
-- kept text, and go with it.
create table conversation_recap (
  session_id uuid primary key references session_transcript (session_id) on delete cascade,
  title text check (length(title) between 1 and 120),
  summary text check (length(summary) between 1 and 2000),
  -- The person's own words, which no analysis replaces.
  title_edited_at timestamptz,
  summary_edited_at timestamptz,
  -- When the provider's analysis was taken over; null while it is still to come.
  analysed_at timestamptz,
  -- When it was last asked for without anybody looking.
  asked_at timestamptz
);

create table answer_source (
  session_id uuid not null references session_transcript (session_id) on delete cascade,
  place integer not null check (place >= 0),
  -- The second of the kept text at which the answer was given.
  at_second integer not null check (at_second >= 0),
  -- Its title is the document's present one; what was removed is no longer shown.
  document_id uuid not null references agent_document (id) on delete cascade,
  -- A copy, because the provider renumbers its passages whenever a document changes.
  excerpt text not null check (length(excerpt) between 1 and 300),
  primary key (session_id, place)
);
create index answer_source_of_document on answer_source (document_id);

-- The steps that analyses have proposed of a conversation, as fingerprints without words, so that none comes back after
-- its person has renamed or removed it.
create table analysed_step (
  session_id uuid not null references voice_session (id),
  fingerprint text not null,
  primary key (session_id, fingerprint)
);
