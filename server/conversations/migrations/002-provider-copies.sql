-- The voice provider's copy of a conversation's words goes when nobody keeps them (D184).
-- When its deletion was ordered; null while it may be there.
alter table voice_session add column provider_copy_deleted_at timestamptz;
create index voice_session_with_copy on voice_session (ended_at) where ended_at is not null and provider_copy_deleted_at is null;
