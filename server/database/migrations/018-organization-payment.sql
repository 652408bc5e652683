-- How what an organization ordered is paid, and what comes of it (D102-D109).

alter table business_registration
  add column stripe_invoice_id text unique,
  -- Part of the provider's keys: where a first payment can no longer be made, another one follows it.
  add column payment_attempt integer not null default 1,
  -- Whether the pool may be refilled by itself with the saved card, as the checkout states it (D109).
  add column auto_refill boolean not null default true,
  -- Who runs the organization: an account made for the contact, or one that was there and has (not yet) agreed (D106).
  add column admin_state text check (admin_state in ('created', 'asked', 'attached', 'refused')),
  add constraint business_registration_organization foreign key (organization_id) references organization (id),
  add constraint business_registration_activated
    check ((status = 'paid') = (organization_id is not null) and (status = 'paid') = (admin_state is not null));

-- Which plan a paid month belongs to: a person's access, or an organization's package.
alter table subscription_payment add column tier text not null default 'starter';

-- For which organization an agent was ordered (D108).
alter table agent_request add column organization_id integer references organization (id);
create index agent_request_by_organization on agent_request (organization_id) where organization_id is not null;

-- A link that sets the first password lives longer than one that replaces a password (D105).
alter table password_reset_token add column purpose text not null default 'reset' check (purpose in ('reset', 'setup'));
