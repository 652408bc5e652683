-- Admins are asked once to set up two-factor sign-in; "Not now" holds in every browser (D27).
alter table users add column two_factor_declined_at timestamptz;
