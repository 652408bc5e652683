-- The key under which an admin's form asked for a refund: sent again at any time, it is the same refund (D44).
alter table reversal add column request_key uuid constraint refund_is_asked_for_once unique;
