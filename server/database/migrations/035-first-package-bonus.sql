-- The bonus of a first package (D40): agreed with its checkout, credited with its booking under a key of its own.

alter table checkout add column bonus_minutes integer not null default 0 check (bonus_minutes >= 0);
-- What was really given: of several packages that were each offered as the first one, one was.
alter table credit_purchase add column bonus_ms bigint not null default 0 check (bonus_ms >= 0);

alter table entry drop constraint entry_check1;
alter table entry add constraint entry_check1 check (
  (kind in ('usage', 'unlock', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
  or (kind in ('purchase', 'monthly_grant', 'release', 'referral', 'talk_credit', 'bonus') and amount_ms > 0)
  or (kind = 'adjustment' and amount_ms <> 0));

-- Once for an account, whatever else goes wrong. It holds no changing column, so that spending a lot touches no index.
create unique index lot_one_bonus on lot (account_id) where source_ref like 'bonus:%';
