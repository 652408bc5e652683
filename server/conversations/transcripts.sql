-- The beginning of what the person said first in a kept transcript; null without one.
create or replace function first_words(lines jsonb) returns text
language sql immutable parallel safe as $$
  select left(jsonb_path_query_first(lines, '$[*] ? (@.speaker == "you").text') #>> '{}', 140)
$$;
