import { saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { changeBranding } from '#contract/organizations/management.ts'
import { changeMember, changeMemberCategory, members, removeMember } from '#contract/organizations/members.ts'
import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import { actsOn, addAgent, describe, expect, it, member, organization, ownWorld, platformAdmin } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

/** Returns the newest act on an organization. */
async function lastAct({ id }: { id: number }) {
  const [act] = await actsOn(ada, 'organization', id)
  return act
}

describe('what a platform admin changes in an organization is on record (D120, D153, S384)', () => {
  it('names admin, member, and the values before and after', async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    const at = { params: { id: person.id }, query: { organizationId: firm.id } }
    await ada.client.call(changeMember, { ...at, body: { role: 'admin', accessLevel: 'full' } })
    expect(await lastAct(firm)).toMatchObject({
      action: 'organization.changeMember',
      adminId: ada.id,
      adminEmail: ada.email,
      before: { [`member ${person.id} role`]: 'member', [`member ${person.id} accessLevel`]: 'standard' },
      after: { [`member ${person.id} role`]: 'admin', [`member ${person.id} accessLevel`]: 'full' },
    })
    await ada.client.call(changeMemberCategory, { ...at, body: { userCategory: 'Clients' } })
    expect(await lastAct(firm)).toMatchObject({
      before: { [`member ${person.id} userCategory`]: 'Members' },
      after: { [`member ${person.id} userCategory`]: 'Clients' },
    })
    await ada.client.call(removeMember, at)
    expect((await lastAct(firm))?.action).toBe('organization.removeMember')
    expect(await actsOn(ada, 'organization', firm.id)).toHaveLength(3)
  })

  it('includes agents, invitations, looks, settings and the app, without anybody’s words or address', async () => {
    const firm = await organization(world)
    const agentId = await addAgent(world)
    const params = { organizationId: String(firm.id) }
    const query = { organizationId: firm.id }
    const instructions = 'Always mention the secret handbook.'
    await ada.client.call(addAgentToOrganization, { params, body: { agentId, customInstructions: instructions } })
    expect(await lastAct(firm)).toMatchObject({
      action: 'organization.addAgentToOrganization',
      before: {},
      after: { [`agent ${agentId} isAssigned`]: true, [`agent ${agentId} instructionsLength`]: instructions.length },
    })
    await ada.client.call(inviteMember, { query, body: { email: 'newcomer@firm.test' } })
    const invited = await lastAct(firm)
    expect(invited?.action).toBe('organization.inviteMember')
    expect(Object.values(invited?.after ?? {})).toEqual(expect.arrayContaining(['n***@firm.test', 'pending', 'member']))
    await ada.client.call(changeBranding, { params, body: { primaryColor: '#112233' } })
    expect(await lastAct(firm)).toMatchObject({
      action: 'organization.changeBranding',
      before: { primaryColor: '#9334ea' },
      after: { primaryColor: '#112233' },
    })
    await ada.client.call(changeOrganizationSettings, { query, body: { allowsTranscripts: false } })
    expect(await lastAct(firm)).toMatchObject({
      before: { allowsTranscripts: true },
      after: { allowsTranscripts: false },
    })
    await ada.client.call(saveBrandedApp, { query, body: { appName: 'Handbook' } })
    expect(await lastAct(firm)).toMatchObject({
      action: 'organization.saveBrandedApp',
      after: { 'app app_name': 'Handbook' },
    })
    const all = JSON.stringify(await actsOn(ada, 'organization', firm.id))
    expect(all).not.toContain('secret handbook')
    expect(all).not.toContain('newcomer@')
  })

  it('has no entry for reads, refused calls, and the organization’s own admins', async () => {
    const firm = await organization(world)
    const query = { organizationId: firm.id }
    await ada.client.call(members, { query })
    const refused = await ada.client.try(changeMember, {
      params: { id: firm.owner.id },
      query,
      body: { role: 'member' },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'last_admin'])
    await firm.owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsTranscripts: false } })
    expect(await actsOn(ada, 'organization', firm.id)).toEqual([])
  })
})
