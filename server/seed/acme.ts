import { minutesToMs } from '#contract/amounts.ts'
import { createAgent } from '../domain/agents.ts'
import { saveBrandedApp, setPublishingGrant } from '../domain/branded-app.ts'
import { addMember } from '../domain/members.ts'
import { listMemberships } from '../domain/memberships.ts'
import { assignAgents, grantPrivateAgent } from '../domain/organization-agents.ts'
import { activateOrganization } from '../domain/organizations.ts'
import { type Person, setRole } from '../domain/users.ts'
import { providerAgentId } from '../flows/conversations.ts'
import type { Services } from '../services.ts'
import { acmeAgents } from './agents-acme.ts'
import { sampleConversationOf } from './starters.ts'

const poolMinutes = 500

const acmeApp = {
  tagline: 'Operations that run by themselves',
  welcomeMessage: 'Talk through your next engagement with agents that know how we work.',
}

/** The demo organization: its admin, a member, two private agents and a filled pool; made once. */
export async function addAcme(services: Services, owner: Person, member: Person): Promise<void> {
  const { database, clock } = services
  if ((await listMemberships(database.read, owner.id)).length > 0) return
  const at = clock.now()
  const agentIds = await database.write(async (tx) => {
    const acme = await activateOrganization(tx, {
      name: 'Acme Consulting',
      description: 'Helps mid-sized companies put their operations in order.',
      industry: 'Consulting',
      contactEmail: owner.email,
      maxUsers: 10,
      adminId: owner.id,
      minutes: { ms: minutesToMs(poolMinutes), priceCents: 0, sourceRef: 'demo:acme', paymentIntentId: null },
      at,
    })
    await setRole(tx, owner.id, 'organization_admin', at)
    const organizationId = acme.id
    const as = { role: 'member', accessLevel: 'standard', userCategory: 'Members' } as const
    await addMember(tx, { ...as, organizationId, userId: member.id, invitedBy: owner.id, invitedAt: at, at })
    const added: string[] = []
    for (const { slug, ...agent } of acmeAgents) {
      const sampleConversation = sampleConversationOf(slug, agent.systemPrompt)
      const agentId = await createAgent(tx, { ...agent, sampleConversation, isPrivate: true, createdBy: null, at })
      if (!agentId) continue
      await grantPrivateAgent(tx, { agentId, organizationId, grantedBy: null, at })
      added.push(agentId)
    }
    await assignAgents(tx, { organizationId, agentIds: added, accessLevel: 'standard', assignedBy: owner.id, at })
    await setPublishingGrant(tx, organizationId, { isGranted: true, grantedBy: null, at })
    await saveBrandedApp(tx, organizationId, { ...acmeApp, featuredAgentIds: added, isActive: true }, at)
    return added
  })
  for (const id of agentIds) await providerAgentId(services, id)
}
