create or replace view broken_service_state as
  select service, started_at, seen_at
  from (select *, lag(seen_at) over (partition by service order by started_at, seen_at) as former_seen_at from service_state) as row
  where former_seen_at > started_at;
comment on view broken_service_state is 'service_state: no two states of a service are observed at the same time';
