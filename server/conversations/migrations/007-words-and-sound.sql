alter table voice_session
  -- When a person deleted the words of a conversation, which are gone from then on, even within the ten minutes (D202).
  add column words_deleted_at timestamptz,
  -- When the agent was first heard; null when it never was, and for conversations from before this was stored.
  add column first_sound_at timestamptz;
