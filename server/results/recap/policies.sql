-- The documents that a person sees as sources of their answers: those that still exist, of a public agent or of one that
-- an organization of theirs has. An organization's own documents stay among its people (D183). Platform admins see all.
create or replace function readable_documents(p_organizations integer[], p_is_admin boolean) returns setof agent_document
language sql stable as $$
  select agent_document.* from agent_document join agent on agent.id = agent_document.agent_id
  where agent_document.state <> 'removing' and (p_is_admin
    or ((agent_document.organization_id is null or agent_document.organization_id = any(p_organizations))
      and (not agent.is_private or exists (
        select from private_agent_access as access
        where access.agent_id = agent.id and access.organization_id = any(p_organizations) and access.is_active))))
$$;
