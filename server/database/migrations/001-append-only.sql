-- Guards append-only tables: `create trigger … before update or delete or truncate … for each statement`.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or removed', tg_table_name;
end $$;
