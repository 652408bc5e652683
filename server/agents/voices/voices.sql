-- The provider's id of the voice that an agent speaks with: its own, else one of the same language, else the fallback,
-- else any that can be used; null when none can (D186).
create or replace function provider_voice(wished text, is_live boolean) returns text
language sql stable as $$
  select case when is_live then live_voice_id else standin_voice_id end
  from voice
  where state <> 'gone' and case when is_live then live_voice_id else standin_voice_id end is not null
  order by id is not distinct from wished desc,
    coalesce(languages && (select languages from voice where id = wished), true) desc, is_fallback desc, id
  limit 1
$$;
