-- Each act has the next place and the hash of itself and of the one before, and the head names the last one.
create or replace view broken_act_chain as
select id, place from (
  select act.id, act.place, act.hash, row_number() over by_place as expected_place,
    act_hash(lag(act.hash, 1, ''::bytea) over by_place, act) as expected_hash
  from admin_act as act window by_place as (order by act.place)
) as chain
where place <> expected_place or hash <> expected_hash
union all
select null, head.place from (select true) as only_row
left join admin_act_head as head on true
left join (select place, hash from admin_act order by place desc limit 1) as last on true
where (head.place, head.hash) is distinct from (coalesce(last.place, 0), coalesce(last.hash, ''::bytea));
comment on view broken_act_chain is 'admin_act: each act carries the hash of itself and of the one before, up to the head';
