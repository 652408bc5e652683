-- The search and an order of the panel's record of acts, in the words of their statement.
create index admin_act_searched on admin_act using gin (searchable(
  action || ' ' || target_kind || ' ' || target_id || ' ' || coalesce(reason, '') || ' ' || request_id || ' ' ||
  coalesce(before::text, '') || ' ' || coalesce(after::text, '')) gin_trgm_ops);
create index admin_act_by_action on admin_act (action, at desc, id desc);
