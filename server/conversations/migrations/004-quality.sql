-- What a conversation says of the quality of its agent, and the words of a test that nobody has saved.

alter table voice_session
  -- The state of the agent that the provider had when the conversation was opened.
  add column agent_revision integer,
  -- Whether its results were added to the counts of the agent's version, once.
  add column is_judged boolean not null default false check (not is_judged or (counted_ms is not null and not is_test)),
  -- What an admin tries without saving it, only until the conversation is opened.
  add column test_words jsonb check (test_words is null or (is_test and provider_url is not null));
create index voice_session_judged_by_agent on voice_session (agent_id) where is_judged;
