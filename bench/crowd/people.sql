-- People, organizations with their members, and agents: as many as crowd.people, crowd.organizations and crowd.agents
-- say. One seed makes two runs the same. Foreign keys and triggers rest here and for conversations, because row by row they
-- take most of the time.
set local session_replication_role = replica;
select setseed(0.29);

create temp table crowd_person on commit drop as
select n, uuidv7() as id, first_name, last_name,
  translate(lower(first_name || '.' || last_name), 'áéíóúäöüñçøå ''', 'aeiouaouncoa') || n || '@luna.test' as email,
  now() - interval '1 day' - interval '729 days' * power(random(), 1.5) as joined_at,
  random() as chance
from (
  select n,
    case when n % 400 = 0 then 'Maximiliana Konstantina Alexandrina' else
      ('{Ada,Aisha,Akira,Alma,Amir,Ana,Björn,Carla,Chen,Chidi,Daniel,Diego,Elena,Emil,Fatima,Felix,Grace,Hannah,Hiro,Ines,Ivan,Jamal,Jana,José,Kaja,Kwame,Lea,Liam,Lucía,Malik,Maria,Mei,Mira,Nadia,Noah,Olga,Omar,Paula,Priya,Ravi,Rosa,Samuel,Sofia,Søren,Tariq,Tomás,Uma,Vera,Wei,Yusuf,Zoë}'::text[])[1 + floor(random() * 51)]
      end as first_name,
    case when n % 400 = 0 then 'Fernández de la Vega y Hohenlohe-Langenburg' else
      ('{Abe,Adeyemi,Ahmed,Almeida,Andersen,Bauer,Becker,Bianchi,Brown,Castro,Chen,Cohen,Costa,Dubois,Eriksen,Evans,Fischer,Fuchs,García,Green,Haddad,Hansen,Hughes,Ito,Jansen,Jones,Kaya,Khan,Kim,Kovács,Kowalski,Lee,Lopez,Martin,Mensah,Meyer,Moreau,Müller,Nakamura,Nguyen,Novak,O''Brien,Okafor,Olsen,Patel,Peeters,Popov,Rossi,Sato,Schmidt,Silva,Singh,Smith,Suzuki,Tanaka,Taylor,Torres,Vogel,Walker,Weber,Wilson,Wong,Yilmaz,Zhang}'::text[])[1 + floor(random() * 64)]
      end as last_name
  from generate_series(1, current_setting('crowd.people')::integer) as n
) as named;

insert into users (id, email, first_name, last_name, is_active, email_verified, referral_code, terms_version,
  terms_accepted_at, removed_at, active_when_restored, created_at, updated_at)
select id, email, first_name, last_name, chance > 0.03, chance < 0.9, 'CROWD' || n, '1', joined_at,
  case when chance < 0.005 then now() - interval '20 days' * chance / 0.005 end, case when chance < 0.005 then true end,
  joined_at, joined_at
from crowd_person;

-- The first ones are large and most are small, as in real life.
create temp table crowd_organization on commit drop as
select n, 'crowd-' || n as slug, created_at,
  case when n % 300 = 7 then 'Vereinigte Beratungs- und Dienstleistungsgesellschaft für angewandte Unternehmensführung ' || n
    else ('{Acorn,Alpine,Amber,Atlas,Beacon,Blue Harbor,Bright,Cedar,Clear,Copper,Delta,Echo,Ember,Falcon,Golden,Granite,Green,Harbor,Hazel,Iron,Ivory,Juniper,Lakeside,Linden,Lumen,Maple,Meadow,Nordic,North,Oak,Ocean,Orchid,Pine,Prairie,Quartz,River,Silver,Stone,Summit,Willow}'::text[])[1 + floor(random() * 40)]
      || ' ' || ('{Analytics,Bakery,Capital,Clinics,Coaching,Consulting,Design,Education,Energy,Finance,Foods,Health,Hotels,Insurance,Labs,Legal,Logistics,Media,Motors,Partners,Pharma,Properties,Retail,Schools,Services,Software,Studios,Systems,Travel,Works}'::text[])[1 + floor(random() * 30)]
      || ' ' || n end as name,
  ('{technology,healthcare,finance,education,retail,manufacturing,consulting,other}'::text[])[1 + floor(random() * 8)]
    as industry,
  least(case when n = 1 then 800 when n <= 10 then 150 when n <= 100 then 30 when n <= 600 then 6 else 2 end,
    current_setting('crowd.people')::integer / 2) as size,
  case n % 20 when 3 then 'past_due' when 4 then 'canceled' when 5 then 'inactive' else 'active' end as status
from (
  select n, now() - interval '1 day' - interval '600 days' * power(random(), 1.5) as created_at
  from generate_series(1, current_setting('crowd.organizations')::integer) as n
) as founded;

-- No organization has paid: a platform admin has activated most of them.
insert into organization (name, slug, industry, contact_email, is_active, subscription_status, past_due_since,
  set_by_admin, max_users, created_by, created_at, updated_at)
select name, slug, industry, 'office' || organization.n || '@luna.test', organization.n % 40 <> 6, status,
  case when status = 'past_due' then now() - interval '2 days' end,
  case when status in ('active', 'canceled') then status end, least(1000, size + 10), person.id, created_at, created_at
from crowd_organization as organization
join crowd_person as person on person.n = 1 + (organization.n * 7919) % current_setting('crowd.people')::integer;

alter table crowd_organization add column id integer;
update crowd_organization set id = organization.id from organization where organization.slug = crowd_organization.slug;

insert into organization_user (organization_id, user_id, role, user_category, joined_at, last_active_at, is_active,
  monthly_limit_minutes)
select id, person_id, case when k = 0 or (k = 1 and size > 10) then 'admin' when k % 17 = 16 then 'guest' else 'member' end,
  ('{Members,Members,Employees,Clients,Public}'::text[])[1 + floor(random() * 5)],
  joined_at, joined_at + (now() - joined_at) * random(), k = 0 or random() < 0.94,
  case when k > 1 and random() < 0.1 then 120 end
from (
  select organization.id, size, k, person.id as person_id,
    greatest(created_at, person.joined_at) + (now() - greatest(created_at, person.joined_at)) * random() as joined_at
  from crowd_organization as organization
  cross join lateral generate_series(0, size - 1) as k
  join crowd_person as person on person.n = 1 + (organization.n * 7919 + k) % current_setting('crowd.people')::integer
) as place;

update users set role = 'organization_admin' from organization_user as place
where place.user_id = users.id and place.role = 'admin' and users.role = 'user' and users.removed_at is null
  and users.id in (select id from crowd_person);

insert into account (user_id, created_at) select id, joined_at from crowd_person;
insert into account (organization_id, created_at) select id, created_at from crowd_organization;

create temp table crowd_agent on commit drop as
select n, uuidv7() as id, random() as chance, n % 5 = 0 as is_private,
  ('{Sales,Marketing,Hiring,Finance,Service,Planning,Negotiation,Onboarding,Leadership,Writing}'::text[])[1 + n % 10]
    || ' ' || ('{Coach,Guide,Partner,Mentor,Adviser,Trainer,Companion}'::text[])[1 + n % 7]
    || case when n % 60 = 0 then ' for everybody who prepares long and difficult conversations with customers abroad' else '' end
    || ' ' || n as name,
  ('{Sales Training,Marketing Strategy,Operations & Systems,Mindset & Performance,Team Management,Growth & Scaling}'::text[])
    [1 + n % 6] as category,
  now() - interval '700 days' * random() as made_at
from generate_series(1, current_setting('crowd.agents')::integer) as n;

insert into agent (id, name, description, category, is_active, is_premium, is_private, rating_tenths,
  eleven_labs_agent_id, system_prompt, first_message, synced_revision, synced_voice_id, synced_definition, created_at,
  updated_at)
select id, name, 'Practises with you what comes up in your day, asks back, and says plainly what could be better.',
  category, chance > 0.05, chance > 0.7, is_private, 30 + floor(random() * 21), 'agent_crowd_' || n,
  repeat('You listen first, ask one question at a time, and answer in a few plain sentences. ', 25),
  'Hello! What shall we work on today?', 1, provider_voice(null, false),
  -- The provider has them, or else each would be sent there while something is measured.
  (select synced_definition from agent where synced_definition is not null limit 1), made_at, made_at + (now() - made_at) * random()
from crowd_agent;

-- Popular agents are used by many: the first agents by most organizations.
insert into organization_agent (organization_id, agent_id, assigned_by, assigned_at, is_private, access_level)
select distinct on (organization.id, agent.id) organization.id, agent.id, creator.user_id, organization.created_at,
  agent.is_private, ('{standard,standard,premium}'::text[])[1 + agent.n % 3]
from crowd_organization as organization
cross join lateral (select organization.n, power(random(), 3) as share from generate_series(1, 6)) as chosen
join crowd_agent as agent on agent.n = 1 + floor(chosen.share * current_setting('crowd.agents')::integer)
cross join lateral (
  select place.user_id from organization_user as place
  where place.organization_id = organization.id and place.role = 'admin' limit 1) as creator;

insert into private_agent_access (agent_id, organization_id, granted_at)
select agent_id, organization_id, assigned_at from organization_agent where is_private
on conflict do nothing;
