-- Returns the provider's id of the voice that an agent speaks with: its own, otherwise one of the same language,
-- otherwise the fallback, otherwise any that can be used; null when none can (D186).
create or replace function provider_voice(wanted text, is_live boolean) returns text
language sql stable as $$
  select case when is_live then live_voice_id else standin_voice_id end
  from voice
  where state <> 'gone' and case when is_live then live_voice_id else standin_voice_id end is not null
  order by id is not distinct from wanted desc,
    coalesce(languages && (select languages from voice where id = wanted), true) desc, is_fallback desc, id
  limit 1
$$;
