-- The orders and the search of the panel's list of organizations, each with the words of its statement.
create index organization_by_name on organization (lower(name), id) where archived_at is null;
create index organization_by_creation on organization (created_at, lower(name), id) where archived_at is null;
create index organization_searched on organization using gin (searchable(
  id::text || ' ' || name || ' ' || slug || ' ' || contact_email || ' ' || industry) gin_trgm_ops);
-- By its name and address, as payments and acts are searched.
create index organization_named on organization using gin (searchable(name || ' ' || contact_email) gin_trgm_ops);
