-- What the last hourly look found, for /metrics of every server: the look itself is done by one.
create table upkeep_figure (
  name text not null,
  kind text not null default '',
  count integer not null,
  primary key (name, kind)
);
