-- Why an end was charged as it was: when the line to the browser last died, and when it came back after that. Null for
-- what did not happen, and for conversations from before this was stored.
alter table voice_session
  add column line_lost_at timestamptz,
  add column line_back_at timestamptz;
