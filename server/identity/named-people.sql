-- People as the admin panel names them.
create or replace view named_person as
select id, json_build_object('id', id, 'email', email, 'firstName', first_name, 'lastName', last_name) as named
from users;
