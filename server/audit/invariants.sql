drop function if exists audit_books(timestamptz);

-- Checks every invariant in one snapshot, so that it never sees half of a change. p_real is real time, like the
-- timestamps of live conversations. With p_since, a transaction's number, views whose comment names the table of their ids
-- (server/ledger/invariants.sql) are checked for the accounts that transactions from there on have written; `looked_at`
-- is then the number of accounts.
create or replace function audit_books(p_real timestamptz, p_since bigint default null)
returns table (name text, rule text, looked_at bigint, broken bigint, first_broken text[]) language plpgsql stable as $$
declare
  v_view record;
  -- Row versions carry the lower half of the number, which goes around.
  v_accounts uuid[] := array(select id from account where p_since is not null
    and ((xmin::text::bigint - p_since) % 4294967296 + 4294967296) % 4294967296 < 2147483648);
  v_ids uuid[];
  v_filter text;
begin
  for v_view in
    select relname, words[1] as looks_at, case when p_since is not null then words[2] end as ids_of, words[3] as says
    from pg_class
    left join lateral regexp_match(obj_description(pg_class.oid, 'pg_class'), '^(\w+)(?: \[(\w+)\])?: (.*)$') as words on true
    where relkind = 'v' and relname like 'broken\_%' and relnamespace = current_schema()::regnamespace
    order by relname
  loop
    if v_view.says is null then raise exception 'The view % has no comment', v_view.relname; end if;
    name := v_view.relname;
    rule := v_view.says;
    v_ids := v_accounts;
    v_filter := case when v_view.ids_of = 'account_id' then 'where account_id = any($1)'
      when v_view.ids_of is not null then 'where id = any($1)' end;
    if v_filter is null then
      execute format('select count(*) from %I', v_view.looks_at) into looked_at;
    else
      looked_at := cardinality(v_accounts);
    end if;
    if v_view.ids_of not in ('account', 'account_id') then
      execute format('select array(select id from %I where account_id = any($1))', v_view.ids_of) into v_ids using v_accounts;
    end if;
    execute format('with b as materialized (select * from %I %s)
      select (select count(*) from b), array(select row_to_json(few)::text from (select * from b limit 5) as few)',
      v_view.relname, v_filter) into broken, first_broken using v_ids;
    return next;
  end loop;
  name := 'stuck_hold';
  rule := 'no conversation holds time for more than a day';
  select count(*), count(*) filter (where is_stuck), (array_agg(to_json(id)::text) filter (where is_stuck))[1:5]
  into looked_at, broken, first_broken
  from (
    select hold.id, not exists (select from voice_session where voice_session.id = hold.id
      and status = 'active' and last_tick_at > p_real - interval '1 day') as is_stuck
    from hold where hold.state = 'open'
  ) as open_hold;
  return next;
end $$;
