-- What the admins of an organization set for its people: minutes of a month (D131), and whether words may be kept.

alter table organization_user
  -- The calendar month of the last notice about the member's own minutes, and the percent of them that it was about.
  add column limit_notice_month date,
  add column limit_notice_percent smallint check (limit_notice_percent in (80, 100)),
  add constraint organization_user_limit_notice check ((limit_notice_month is null) = (limit_notice_percent is null));

-- Whether texts of conversations in this organization may be kept at all; each person's own wish comes after it.
alter table organization add column allows_transcripts boolean not null default true;

-- Its successor also tells what bounds a conversation.
drop function if exists voice_session_tick(uuid, bigint, boolean, timestamptz, text, bigint, timestamptz);
