-- An organization has its colours once, for its dashboard and its app alike. An app that was given some of its own has
-- been seen in them and keeps them.
update organization set primary_color = setting.primary_color, secondary_color = setting.secondary_color
from pwa_setting as setting
where setting.organization_id = organization.id
  and (setting.primary_color, setting.secondary_color) <> ('#9334ea', '#7c3aed');
alter table pwa_setting drop column primary_color, drop column secondary_color;
