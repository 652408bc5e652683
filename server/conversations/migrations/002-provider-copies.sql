-- The voice provider's copy of a conversation's words goes when nobody keeps them (D184).
-- When its deletion was ordered; null while it may be there.
alter table voice_session add column provider_copy_deleted_at timestamptz;
-- Which texts were kept lately, whose recaps are still to come.
create index session_transcript_kept on session_transcript (kept_at);
create index voice_session_with_copy on voice_session (ended_at) where ended_at is not null and provider_copy_deleted_at is null;
