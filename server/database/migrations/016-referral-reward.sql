-- Minutes for whoever invited somebody that has paid, while the setting referralRewardMinutes is above 0 (D51).
alter table entry drop constraint entry_check1;
alter table entry add constraint entry_check1 check (
  (kind in ('usage', 'unlock', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
  or (kind in ('purchase', 'monthly_grant', 'release', 'referral') and amount_ms > 0));

alter table referral add check (reward_amount >= 0 and (status = 'completed' or reward_amount = 0));
create index referral_by_referrer on referral (referrer_id, created_at desc);
