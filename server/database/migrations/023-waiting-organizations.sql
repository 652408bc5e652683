-- A package for an organization that is there already and waits for it (D130).

alter table business_registration
  -- Whose package it is; null: the payment makes a new organization.
  add column for_organization_id integer references organization (id),
  add constraint business_registration_for
    check (for_organization_id is null or organization_id is null or organization_id = for_organization_id);
-- One open order, and one paid one, at most.
create unique index business_registration_open_for on business_registration (for_organization_id)
  where status = 'awaiting_payment';
create unique index business_registration_paid_for on business_registration (for_organization_id)
  where status = 'paid';
