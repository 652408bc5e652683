import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { changeBranding } from '#contract/organizations/management.ts'
import * as members from '#contract/organizations/members.ts'
import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import * as kit from '#tests/calls.ts'

const { actsOn, expect, expectRefused, it } = kit
const world = await kit.sharedWorld()
const ada = await kit.platformAdmin(world)

/** Expects the newest act on an organization to have these parts. */
async function expectAct({ id }: { id: number }, act: object): Promise<void> {
  expect((await actsOn(ada, 'organization', id))[0]).toMatchObject({ adminId: ada.id, adminEmail: ada.email, ...act })
}

it('an act names admin, member, and the values before and after (D120, D153, S384)', async () => {
  const firm = await kit.organization(world)
  const { id } = await kit.member(world, firm.id)
  const at = { params: { id }, query: { organizationId: firm.id } }
  const values = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`member ${id} ${name}`, value]))
  await ada.client.call(members.changeMember, { ...at, body: { role: 'admin', accessLevel: 'full' } })
  await expectAct(firm, {
    action: 'organization.changeMember',
    before: values({ role: 'member', accessLevel: 'standard' }),
    after: values({ role: 'admin', accessLevel: 'full' }),
  })
  await ada.client.call(members.changeMemberCategory, { ...at, body: { userCategory: 'Clients' } })
  const [before, after] = [values({ userCategory: 'Members' }), values({ userCategory: 'Clients' })]
  await expectAct(firm, { before, after })
  await ada.client.call(members.removeMember, at)
  await expectAct(firm, { action: 'organization.removeMember' })
  expect(await actsOn(ada, 'organization', firm.id)).toHaveLength(3)
})

it('acts on all settings are recorded without words or addresses (D120, D153, S384)', async () => {
  const firm = await kit.organization(world)
  const agentId = await kit.addAgent(world)
  const params = { organizationId: String(firm.id) }
  const query = { organizationId: firm.id }
  const customInstructions = 'Always mention the secret handbook.'
  await ada.client.call(addAgentToOrganization, { params, body: { agentId, customInstructions } })
  await expectAct(firm, {
    action: 'organization.addAgentToOrganization',
    before: {},
    after: { [`agent ${agentId} isAssigned`]: true, [`agent ${agentId} instructionsLength`]: 35 },
  })
  await ada.client.call(inviteMember, { query, body: { email: 'newcomer@firm.test' } })
  const [invited] = await actsOn(ada, 'organization', firm.id)
  expect(invited?.action).toBe('organization.inviteMember')
  expect(Object.values(invited?.after ?? {})).toEqual(expect.arrayContaining(['n***@firm.test', 'pending', 'member']))
  await ada.client.call(changeBranding, { params, body: { primaryColor: '#112233' } })
  const colors = { before: { primaryColor: '#9334ea' }, after: { primaryColor: '#112233' } }
  await expectAct(firm, { action: 'organization.changeBranding', ...colors })
  await ada.client.call(changeOrganizationSettings, { query, body: { allowsTranscripts: false } })
  await expectAct(firm, { before: { allowsTranscripts: true }, after: { allowsTranscripts: false } })
  await ada.client.call(saveBrandedApp, { query, body: { appName: 'Handbook' } })
  await expectAct(firm, { action: 'organization.saveBrandedApp', after: { 'app app_name': 'Handbook' } })
  const all = JSON.stringify(await actsOn(ada, 'organization', firm.id))
  expect(all).not.toMatch(/secret handbook|newcomer@/)
})

it('no reads, refused calls or own admins are on record (D120, D153, S384)', async () => {
  const { id, owner } = await kit.organization(world)
  const query = { organizationId: id }
  await ada.client.call(members.members, { query })
  const demoted = { params: { id: owner.id }, query, body: { role: 'member' } }
  await expectRefused(members.changeMember, [ada, demoted, 409, 'last_admin'])
  await owner.client.call(changeOrganizationSettings, { query: {}, body: { allowsTranscripts: false } })
  expect(await actsOn(ada, 'organization', id)).toEqual([])
})
