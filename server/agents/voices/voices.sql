-- Returns the voice that an agent speaks with: its own, otherwise one of the same language, otherwise the fallback,
-- otherwise any that can be used; null when none can (D186).
create or replace function usable_voice(wanted text, is_live boolean) returns text
language sql stable as $$
  select id
  from voice
  where state <> 'gone' and case when is_live then live_voice_id else standin_voice_id end is not null
  order by id is not distinct from wanted desc,
    coalesce(languages && (select languages from voice where id = wanted), true) desc, is_fallback desc, id
  limit 1
$$;

-- Returns the provider's id of that voice.
create or replace function provider_voice(wanted text, is_live boolean) returns text
language sql stable as $$
  select case when is_live then live_voice_id else standin_voice_id end
  from voice
  where id = usable_voice(wanted, is_live)
$$;

-- Returns a voice for the person in a sample conversation: one of the same language that sounds different from the
-- agent's, `speaking`; null when there is none.
create or replace function asking_voice(speaking text, is_live boolean) returns text
language sql stable as $$
  select other.id
  from voice as own
  join voice as other on other.languages && own.languages and other.state <> 'gone'
    and case when is_live then other.live_voice_id <> own.live_voice_id
      else other.standin_voice_id <> own.standin_voice_id end
  where own.id = speaking
  order by other.is_fallback desc, other.id
  limit 1
$$;
