-- Every act carries the hash of itself and of the one before it, so that a changed, removed or added row is found.
alter table admin_act add column place bigint, add column hash bytea;

-- Where the chain ends. Cutting off its end shows here, because this row is written in the same transaction.
create table admin_act_head (
  is_only boolean primary key default true check (is_only),
  place bigint not null,
  hash bytea not null
);
insert into admin_act_head (place, hash) values (0, ''::bytea);

-- What is hashed of an act: every value, in one order and notation, whatever the settings of the connection are.
create function act_text(act admin_act) returns text language sql immutable as $$
  select jsonb_build_array(act.place, act.id, act.admin_id, act.action, act.target_kind, act.target_id, act.before,
    act.after, act.reason, act.request_id, (extract(epoch from act.at) * 1000000)::bigint)::text
$$;

create function act_hash(previous bytea, act admin_act) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(act_text(act), 'UTF8'))
$$;

-- Sets place and hash of a new act. The lock of the head gives all acts one order, also those of servers that know
-- nothing of the chain.
create function chain_act() returns trigger language plpgsql security definer set search_path from current as $$
declare
  v_head admin_act_head;
begin
  select * into strict v_head from admin_act_head for update;
  new.place := v_head.place + 1;
  new.hash := act_hash(v_head.hash, new);
  update admin_act_head set place = new.place, hash = new.hash;
  return new;
end $$;

-- Acts from before are chained here, once; nothing else may change a row.
alter table admin_act disable trigger admin_act_is_append_only;
do $$
declare
  v_act admin_act;
  v_place bigint := 0;
  v_hash bytea := '';
begin
  for v_act in select * from admin_act order by at, id loop
    v_place := v_place + 1;
    v_act.place := v_place;
    v_hash := act_hash(v_hash, v_act);
    update admin_act set place = v_place, hash = v_hash where id = v_act.id;
  end loop;
  update admin_act_head set place = v_place, hash = v_hash;
end $$;
alter table admin_act enable trigger admin_act_is_append_only;

-- fits release 0: the trigger below fills both columns, whichever server inserts the act.
alter table admin_act alter column place set not null, alter column hash set not null;
create unique index admin_act_by_place on admin_act (place);
-- fits release 0: it only adds values that the release does not know.
create trigger admin_act_is_chained before insert on admin_act for each row execute function chain_act();
