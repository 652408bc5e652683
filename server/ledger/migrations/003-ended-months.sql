-- Months that have ended. Only a grant moves the end, so that spending still changes no index.
create index account_by_month_end on account (monthly_ends_at) where monthly_ends_at is not null;
-- People by balance. Settlements change it, and holds, which are more, do not.
create index account_by_balance on account ((monthly_ms + purchased_ms), user_id) where user_id is not null;
