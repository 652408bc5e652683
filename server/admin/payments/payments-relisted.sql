-- Lists what was there before, and what the file before this one now says differently. It has a transaction of its own,
-- so that the triggers hold no table meanwhile.
select list_payments(array(select id from broken_listed_payment));
