-- The card with which a payment was last tried without success, as receipts print it, so that it is found by the card.
alter table checkout add column tried_with text;
create index checkout_by_card on checkout (right(tried_with, 4)) where tried_with is not null;
