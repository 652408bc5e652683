-- One platform setting that an admin has changed; without a row its default applies.
create table platform_setting (
  id uuid primary key default uuidv7(),
  setting_key text not null unique,
  setting_value jsonb not null,
  description text,
  updated_at timestamptz not null,
  updated_by uuid
);
