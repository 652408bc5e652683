-- When a comparison last read the objects of several days again, which happens once a day.
alter table comparison add column whole_at timestamptz;
