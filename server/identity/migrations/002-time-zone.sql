-- Where the person was last, as an IANA name such as Europe/Berlin: their days begin there. Null until a browser says so.
alter table users add column time_zone text;
