-- When the kept card was given, as the payment provider says: an older one never takes its place, however late the news of
-- it come (D46). Null for cards that were kept before this was noted.
alter table payer add column card_given_at timestamptz;
