import * as customers from '#contract/admin/customers.ts'
import { type LineKind, lineKinds, type LineOf, type TimelineLine } from '#contract/admin/timeline.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { addPastSession } from '#tests/kit/conversations/past-conversations.ts'
import { addConversation, addHistory } from '#tests/kit/departure/personal-history.ts'
import { addMessage } from '#tests/kit/messages/messages.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, expectRefused, it, subscriber } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const agentId = await kit.addAgent(world, { name: 'Ana of the timeline' })

type Query = { kinds?: string; from?: string; to?: string; after?: string; limit?: number }

const read = (id: string) => ada.client.call(customers.customer, { params: { id } })
const pageOf = (id: string, query: Query) => ada.client.call(customers.customerTimeline, { params: { id }, query })
const timeline = async (id: string, query: Query = {}) => (await pageOf(id, query)).lines

function only<Kind extends LineKind>(lines: TimelineLine[], kind: Kind): LineOf<Kind>[] {
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind)
}

describe('GET /api/admin/users/{id} and its timeline', () => {
  it('know no unknown id and no unknown kind', async () => {
    const unknown = { params: { id: crypto.randomUUID() } }
    await expectRefused(customers.customer, [ada, unknown, 404, 'user_not_found'])
    await expectRefused(
      customers.customerTimeline,
      [ada, unknown, 404, 'user_not_found'],
      [ada, { params: { id: ada.id }, query: { kinds: 'secrets' } }, 400, {}],
    )
  })

  it('tell who somebody is and how they stand, and everything on one line of time, with its cause', async () => {
    const ben = await subscriber(world)
    const id = await addPastSession(world, ben, agentId, 41)
    await addMessage(world.sql, { from: ben.id, audience: 'admins', subject: 'Charged for nothing' })
    await addMessage(world.sql, { from: ada.id, to: ben.id, subject: 'We look into it' })
    const shown = await read(ben.id)
    expect(shown).toMatchObject({
      id: ben.id,
      user: { email: ben.email, role: 'user', staffRole: null, isActive: true },
      isEmailConfirmed: false,
      erasedAt: null,
      twoFactorSince: null,
      balance: { month: 30 * 60 - 41, purchased: 120 * 60, held: 0, monthEndsAt: expect.any(String) },
      plan: { state: 'renews', nextCharge: 2.97 },
      debts: [],
      live: [],
      notes: [],
    })
    // Neither ids of sign-ins nor addresses.
    const device = { browser: null, firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) }
    expect(shown.devices).toEqual([device])

    const lines = await timeline(ben.id)
    const times = lines.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    const facts = { measured: 41, free: 0, charged: 41, fromMonth: 41, fromPurchased: 0, freeReason: null, credited: 0 }
    const talk = { id, agentName: 'Ana of the timeline', endReason: 'user', status: 'completed', facts }
    expect(only(lines, 'conversation')).toMatchObject([talk])
    const minutes = Object.fromEntries(only(lines, 'minutes').map((line) => [line.entry, line]))
    expect(Object.keys(minutes).toSorted()).toEqual(['monthly_grant', 'purchase', 'usage'])
    const { usage, purchase } = minutes
    expect(usage).toMatchObject({ change: -41, fromMonth: 41, cause: { kind: 'conversation', id } })
    expect(usage && usage.balanceBefore - usage.balanceAfter).toBe(41)
    const paid = only(lines, 'payment').toSorted((a, b) => b.amount - a.amount)
    expect(paid).toMatchObject([
      { state: 'paid', amount: 25, refundable: 25, id: purchase?.cause?.id },
      { state: 'paid', amount: 2.97, refundable: 2.97 },
    ])
    const messages = only(lines, 'message').map(({ subject, isFromCustomer }) => [subject, isFromCustomer])
    expect(Object.fromEntries(messages)).toEqual({ 'Charged for nothing': true, 'We look into it': false })
    const events = only(lines, 'security').map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['registered', 'signed_in']))
  })

  it('are cut into pages by time and id, filtered by kind and day, and show nothing of somebody else', async () => {
    const [ben, cleo] = [await subscriber(world), await subscriber(world)]
    for (const seconds of [11, 12, 13]) await addPastSession(world, ben, agentId, seconds)
    await addPastSession(world, cleo, agentId, 20)
    await addMessage(world.sql, { from: cleo.id, audience: 'admins', subject: 'From Cleo' })
    // Mails arrive in their own time.
    const kinds = lineKinds.filter((kind) => kind !== 'mail').join(',')
    const whole = await timeline(ben.id, { kinds })
    const walked: TimelineLine[] = []
    for (let after: string | undefined; ;) {
      const page = await pageOf(ben.id, { kinds, limit: 2, ...(after && { after }) })
      walked.push(...page.lines)
      if (page.next === null) break
      after = page.next
    }
    expect(walked).toEqual(whole)
    const found = await timeline(ben.id, { kinds: 'conversation,refund' })
    expect(found.map((line) => line.kind === 'conversation' && line.facts.charged)).toEqual([13, 12, 11])
    const today = world.services.clock.now().toISOString().slice(0, 10)
    expect(await timeline(ben.id, { kinds, from: today, to: today })).toEqual(whole)
    expect(await timeline(ben.id, { to: '2020-01-01' })).toEqual([])
    expect(await timeline(ben.id, { from: '2999-01-01' })).toEqual([])
    expect(only(whole, 'message')).toEqual([])
    expect(JSON.stringify(whole)).not.toContain(cleo.email)
  })

  it('never hold a word of a conversation, and keep only the money of a person who was erased', async () => {
    const [ben, stranger] = [await subscriber(world), await kit.registered(world)]
    await addConversation(world, ben, 'Zwetschgenknoedel')
    await addHistory(world, ben, stranger)
    const answers = JSON.stringify([await read(ben.id), await pageOf(ben.id, {})])
    expect(answers).toContain(ben.email)
    for (const words of ['Zwetschgenknoedel', 'Here, is "a plan"', 'a plan', 'bakery', 'Call Anna', 'Handbook'])
      expect(answers).not.toContain(words)

    const cleo = await subscriber(world)
    await addPastSession(world, cleo, agentId, 15)
    await ada.client.call(customers.addCustomerNote, { params: { id: cleo.id }, body: { text: 'Calls often' } })
    await cleo.client.call(deleteAccount, { body: { currentPassword: kit.password } })
    await world.control({ advance: 'P7DT1M' })
    await expect.poll(async () => (await read(cleo.id)).erasedAt).not.toBeNull()
    const shown = await read(cleo.id)
    expect(shown).toMatchObject({ user: null, notes: [], devices: [] })
    const lines = await timeline(cleo.id)
    expect(only(lines, 'conversation')).toMatchObject([{ person: { name: 'Erased person' } }])
    expect([only(lines, 'payment').length, only(lines, 'mail')]).toEqual([2, []])
    expect(JSON.stringify([shown, lines])).not.toContain(cleo.email)
  })
})

it('GET /api/admin/organizations/{id} and its timeline tell its seats, pool and members, and of no other', async () => {
  const [firm, other] = [await kit.organization(world), await kit.organization(world)]
  const mia = await kit.member(world, firm.id)
  const params = { id: String(firm.id) }
  for (const id of ['99999999', 'abc'])
    await expectRefused(customers.organizationCustomer, [ada, { params: { id } }, 404, {}])
  const shown = await ada.client.call(customers.organizationCustomer, { params })
  expect(shown.organization.id).toBe(firm.id)
  expect(shown.members.map(({ id }) => id)).toEqual(expect.arrayContaining([firm.owner.id, mia.id]))
  expect(shown.members[0]).toMatchObject({ role: 'admin' })
  const note = { params, body: { text: 'Wants an invoice by post' } }
  await ada.client.call(customers.addOrganizationNote, note)
  const actionsOf = async (id: number) => {
    const page = await ada.client.call(customers.organizationTimeline, { params: { id: String(id) }, query: {} })
    return only(page.lines, 'act').map(({ action }) => action)
  }
  expect([await actionsOf(firm.id), await actionsOf(other.id)]).toEqual([['note.add'], []])
  expect(await kit.actsOn(ada, 'organization', firm.id)).toMatchObject([{ action: 'note.add', after: null }])
})
