-- The team can end a conversation.
alter table voice_session drop constraint voice_session_end_reason_check;
alter table voice_session add constraint voice_session_end_reason_check check (end_reason in (
  'user', 'agent', 'balance', 'budget', 'limit', 'idle', 'access', 'fault', 'gone', 'team'));
