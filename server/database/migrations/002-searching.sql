-- Finds words anywhere in a text by its groups of three letters. PostgreSQL lets the owner of a database create it.
create extension if not exists pg_trgm;

-- Returns a text without case and accents, for searching (D200); `searchable` in contract/identity/typed-text.ts does
-- the same. Indexes hold its results, so a change needs a migration that builds them again.
create or replace function searchable(p_text text) returns text language sql immutable parallel safe as $$
  select translate(lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g')), 'đħıłøŧς', 'dhilotσ')
$$;
