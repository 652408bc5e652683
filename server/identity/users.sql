-- Notes the first time that a person accepts a version of the terms (D23).
create or replace function accept_terms(person uuid, version text, at timestamptz) returns void language sql as $$
  update users set terms_version = version, terms_accepted_at = at, updated_at = at
  where id = person and terms_version is distinct from version
$$;
