import * as adminUsers from '#contract/admin/users.ts'
import * as adminActs from '#contract/audit/acts.ts'
import { transactions } from '#contract/billing/account.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import type { Input } from '#contract/call.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { addAgentToOrganization } from '#contract/organizations/agents.ts'
import { saveBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { inviteMember } from '#contract/organizations/invitations.ts'
import { changeBranding } from '#contract/organizations/management.ts'
import * as members from '#contract/organizations/members.ts'
import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import * as kit from '#tests/calls.ts'

const { actsOn, expect, expectRefused, it, registered, tags } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const reason = 'Made good'
const correction = (id: unknown, more: object) => ({
  params: { id: String(id) },
  body: { minutes: 1, reason, key: crypto.randomUUID(), ...more },
})
const adjust = (id: string, more: object) => ada.client.try(adminUsers.adjustUserMinutes, correction(id, more))
const adjustPool = (id: number, more: object) => ada.client.try(adminUsers.adjustPoolMinutes, correction(id, more))
const leaves = (creditBalance: number) => ({ status: 200, body: { creditBalance } })
const tooLow = { status: 409, body: { code: 'balance_too_low', field: 'minutes' } }
const balanceOf = async ({ client }: Person) => (await client.call(currentUser)).creditBalance

it('a correction is a ledger entry that the person sees, with a reason on record (D153 [S])', async () => {
  const person = await kit.subscriber(world)
  expect(await adjust(person.id, { minutes: 12.5 })).toMatchObject(leaves(162.5))
  expect(await adjust(person.id, { minutes: -40 })).toMatchObject(leaves(122.5))
  expect(await balanceOf(person)).toBe(122.5)
  const lines = await person.client.call(minutes, { query: {} })
  expect(lines.slice(0, 2)).toMatchObject([
    { what: 'Correction', change: -40, balanceAfter: 122.5 },
    { what: 'Correction', change: 12.5, balanceBefore: 150 },
  ])
  expect(JSON.stringify(lines)).not.toContain(reason)
  const action = 'credits.adjust'
  const acts = [
    { action, before: { minutes: 162.5 }, after: { minutes: 122.5, change: -40 }, reason },
    { action, before: { minutes: 150 }, after: { minutes: 162.5, change: 12.5 }, reason },
  ]
  expect(await actsOn(ada, 'user', person.id)).toMatchObject(acts)
  // Two requests at the same time leave it at 0 or above.
  expect(await adjust(person.id, { minutes: -122.51 })).toMatchObject(tooLow)
  const both = await Promise.all([adjust(person.id, { minutes: -100 }), adjust(person.id, { minutes: -100 })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect([await balanceOf(person), (await actsOn(ada, 'user', person.id)).length]).toEqual([22.5, 3])
})

it('a correction is made once with its key, at any time, and with no other minutes (D153)', async () => {
  const person = await registered(world)
  const input = { minutes: 5, key: crypto.randomUUID() }
  await Promise.all([adjust(person.id, input), adjust(person.id, input)])
  await world.control({ advance: 'P2D' })
  expect(await adjust(person.id, input)).toMatchObject(leaves(5))
  const used = { status: 409, body: { code: 'key_used', field: 'minutes' } }
  for (const wrong of [6, -5]) expect(await adjust(person.id, { ...input, minutes: wrong })).toMatchObject(used)
  expect([await balanceOf(person), (await actsOn(ada, 'user', person.id)).length]).toEqual([5, 1])
  // The same reason at the same moment: with another key it is another correction.
  expect(await adjust(person.id, { minutes: 5 })).toMatchObject(leaves(10))
})

it('a correction refuses unknown people and wrong input (D153 [S])', async () => {
  const wrong = [
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 10_000.01 }, 'minutes'],
    [{ minutes: -10_001 }, 'minutes'],
    [{ minutes: 1.001 }, 'minutes'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: undefined }, 'reason'],
    // Without a key a second click would be a second correction.
    [{ key: undefined }, 'key'],
    [{ key: 'now' }, 'key'],
  ] as const
  await expectRefused(
    adminUsers.adjustUserMinutes,
    [ada, correction(crypto.randomUUID(), {}), 404, 'user_not_found'],
    ...wrong.map(([more, field]): kit.Refusal => [ada, correction(ada.id, more), 400, { field }]),
  )
  expect(await balanceOf(ada)).toBe(0)
})

it('also corrects the pool of an organization (D153 [S])', async () => {
  const { id } = await kit.organization(world, { minutes: 100 })
  const key = crypto.randomUUID()
  for (const _ of [1, 2]) expect(await adjustPool(id, { minutes: 50, key })).toMatchObject(leaves(150))
  expect(await adjustPool(id, { minutes: -151 })).toMatchObject(tooLow)
  expect(await adjustPool(id, { minutes: -150 })).toMatchObject(leaves(0))
  const [act] = await actsOn(ada, 'organization', id)
  expect(act).toMatchObject({ action: 'credits.adjust', reason, after: { minutes: 0, change: -150 } })
})

it('shows the refundable payments of a person, and records a refund once', tags('D44 D153'), async () => {
  const person = await kit.subscriber(world)
  const list = () => ada.client.call(adminUsers.userTransactions, { params: { id: person.id } })
  const bought = (await list()).find(({ type }) => type === 'credits')!
  expect(bought).toMatchObject({ amount: 25, refundable: 25 })
  const input = { params: { id: bought.id }, body: { reason, amount: 10, key: crypto.randomUUID() } }
  for (const _ of [1, 2]) await ada.client.call(refundTransaction, input)
  expect((await list()).find(({ id }) => id === bought.id)).toMatchObject({ refundable: 15 })
  expect((await person.client.call(transactions))[0]).toMatchObject({ amount: -10 })
  const act = { action: 'payment.refund', reason, targetName: bought.receiptNumber, after: { amountCents: 1000 } }
  expect(await actsOn(ada, 'payment', bought.id)).toMatchObject([act])
})

it('the record of acts is searched, sorted and paged, and names the request (D153 [S])', async () => {
  const person = await registered(world)
  const reply = await adjust(person.id, { minutes: 3, reason: 'Wolpertinger' })
  const found = await ada.client.try(adminActs.adminActs, { query: { search: 'wolpert' } })
  const act = { adminEmail: ada.email, requestId: reply.headers.get('x-request-id'), targetName: person.email }
  expect([found.headers.get('x-total-count'), found.body]).toMatchObject(['1', [act]])
  const times = async (sort: 'at' | '-at') =>
    (await ada.client.call(adminActs.adminActs, { query: { sort } })).map(({ at }) => Date.parse(at))
  expect(await times('at')).toEqual((await times('-at')).toReversed())
  expect(await ada.client.call(adminActs.adminActs, { query: { limit: 1, offset: 1 } })).toHaveLength(1)
})

it('the record of acts is narrowed to days and to one person or organization (D153)', async () => {
  const [{ id, email }, other] = [await registered(world), await registered(world)]
  const firm = await kit.organization(world)
  await adjust(id, { minutes: 3 })
  await adjustPool(firm.id, { minutes: 5 })
  const find = (query: Input<typeof adminActs.actSubjects>['query']) =>
    ada.client.call(adminActs.actSubjects, { query })
  expect(await find({ search: email })).toMatchObject([{ kind: 'user', id, email }])
  expect(await find({ search: firm.owner.email })).toMatchObject([{ kind: 'organization', id: String(firm.id) }])
  expect(await find({ kind: 'user', id })).toHaveLength(1)
  expect(await find({ kind: 'organization', id })).toEqual([])
  // Nobody did anything to them, so the record does not name them.
  expect(await find({ search: other.email })).toEqual([])

  const actsIn = (days: { from?: string; to?: string }) =>
    ada.client.call(adminActs.adminActs, { query: { targetKind: 'user', targetId: id, ...days } })
  const [act] = await actsIn({})
  const day = act!.at.slice(0, 10)
  expect(await actsIn({ from: day, to: day })).toEqual([act])
  expect(await actsIn({ to: '2020-12-31' })).toEqual([])
  expect(await actsIn({ from: '2099-01-01' })).toEqual([])
})

it('the record of acts can be changed by nobody, not even by the application (D153 [S])', async () => {
  for (const change of ['update admin_act set reason = null', 'delete from admin_act', 'truncate admin_act']) {
    await expect(world.sql(change)).rejects.toThrow(/never changed or removed/)
    await expect(world.services.database.write((tx) => tx.execute(change))).rejects.toThrow(/permission denied|never/)
  }
})

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
  const agentId = await kit.addAgent(world, { name: 'Handbook keeper' })
  const params = { organizationId: String(firm.id) }
  const query = { organizationId: firm.id }
  const customInstructions = 'Always mention the secret handbook.'
  await ada.client.call(addAgentToOrganization, { params, body: { agentId, customInstructions } })
  await expectAct(firm, {
    action: 'organization.addAgentToOrganization',
    before: {},
    after: { [`agent ${agentId} isAssigned`]: true, [`agent ${agentId} instructionsLength`]: 35 },
    names: { [agentId]: 'Handbook keeper' },
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
