-- When the one mail about an order that nobody has paid was sent, or was found to be needless.
alter table business_registration add column reminded_at timestamptz;
