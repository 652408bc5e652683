-- The conversations of an account, which the hourly audit checks when the account has changed.
create index voice_session_by_account on voice_session (account_id);
