-- Returns whether the words of a conversation exist at a moment: it runs, has just ended, or its transcript is kept (D90).
create or replace function has_words(p_conversation uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from voice_session
    left join session_transcript on session_transcript.session_id = voice_session.id
    where voice_session.id = p_conversation
      and (voice_session.status = 'active' or voice_session.ended_at > p_at - interval '10 minutes'
        or session_transcript.session_id is not null))
$$;
