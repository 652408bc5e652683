drop function if exists audit_books(timestamptz);

-- Checks every invariant in one snapshot, so that it never sees half of a change. p_real is real time, like the
-- timestamps of live conversations. With p_since, a transaction's number, views with a column account_id are checked for
-- the accounts that transactions from there on have written; `looked_at` is then the number of accounts.
create or replace function audit_books(p_real timestamptz, p_since bigint default null)
returns table (name text, rule text, looked_at bigint, broken bigint, first_broken text[]) language plpgsql stable as $$
declare
  v_view record;
  -- Row versions carry the lower half of the number, which goes around.
  v_accounts uuid[] := array(select id from account where p_since is not null
    and ((xmin::text::bigint - p_since) % 4294967296 + 4294967296) % 4294967296 < 2147483648);
begin
  for v_view in
    select relname, p_since is not null and exists (select from pg_attribute
      where attrelid = pg_class.oid and attname = 'account_id') as is_by_account, split_part(note, ': ', 1) as looks_at, split_part(note, ': ', 2) as says
    from pg_class cross join lateral obj_description(pg_class.oid, 'pg_class') as note
    where relkind = 'v' and relname like 'broken\_%' and relnamespace = current_schema()::regnamespace
    order by relname
  loop
    if v_view.says is null then raise exception 'The view % has no comment', v_view.relname; end if;
    name := v_view.relname;
    rule := v_view.says;
    if v_view.is_by_account then
      looked_at := cardinality(v_accounts);
    else
      execute format('select count(*) from %I', v_view.looks_at) into looked_at;
    end if;
    execute format('with b as materialized (select * from %I %s)
      select (select count(*) from b), array(select row_to_json(few)::text from (select * from b limit 5) as few)',
      v_view.relname, case when v_view.is_by_account then 'where account_id = any($1)' end)
      into broken, first_broken using v_accounts;
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
