-- The team can end a conversation. Its end_reason is then 'access', which the release before this one knows.
alter table voice_session add column ended_by_team boolean not null default false;
