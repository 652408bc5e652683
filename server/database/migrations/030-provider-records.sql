-- What the voice provider's own record says of a conversation, beside our measure of it (D91).
alter table voice_session
  add column provider_ms bigint check (provider_ms >= 0),
  add column provider_cost_credits bigint,
  add column provider_cost_usd numeric(12, 6),
  -- Given back because the provider measured less than was charged.
  add column credited_ms bigint not null default 0 check (credited_ms between 0 and charged_ms),
  -- When to ask the provider for its record; null: not yet, or no more.
  add column provider_ask_at timestamptz,
  add column provider_asks smallint not null default 0;
-- Ticks change none of these columns, so that they still touch no index.
create index voice_session_to_ask on voice_session (provider_ask_at) where provider_ask_at is not null;
create index voice_session_by_conversation on voice_session (conversation_id);
create index voice_session_by_end on voice_session (ended_at);

alter table entry drop constraint entry_check1;
alter table entry add constraint entry_check1 check (
  (kind in ('usage', 'unlock', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
  or (kind in ('purchase', 'monthly_grant', 'release', 'referral', 'talk_credit') and amount_ms > 0)
  or (kind = 'adjustment' and amount_ms <> 0));
