-- The answer to a complaint about a conversation that cost nothing. A team that has one of that title keeps its own.
insert into saved_answer (title, message, updated_at) values ('Nothing was charged',
  E'Hi {firstName},\n\nI’m sorry about the trouble. Nothing was charged for that conversation, so your balance is unchanged.\n\nThank you for letting us know.',
  timestamptz '2026-11-28 00:00:00+00')
on conflict do nothing;
