-- Returns a text without case and accents, for searching (D200); `searchable` in contract/identity/typed-text.ts does
-- the same. No list is long enough to need an index: each reads what its filters leave.
create or replace function searchable(p_text text) returns text language sql immutable parallel safe as $$
  select translate(lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g')), 'đħıłøŧς', 'dhilotσ')
$$;
