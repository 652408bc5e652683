-- The address of every picture that is shown somewhere. Every table with pictures of its own adds them here.
create or replace view shown_image as
select profile_image_url as url from users where profile_image_url is not null
union all select image_url from agent where image_url is not null
union all select logo_url from organization where logo_url is not null
union all select logo_url from pwa_setting where logo_url is not null
union all select logo_url from business_registration where logo_url is not null;
