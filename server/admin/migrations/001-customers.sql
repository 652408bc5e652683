-- What the page of a customer reads of one account, newest first.
create index checkout_unpaid_by_account on checkout (account_id, created_at desc) where status <> 'paid';
create index debt_by_account on debt (account_id);
