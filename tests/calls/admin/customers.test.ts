import { describe, expect, it } from 'vitest'
import * as customers from '#contract/admin/customers.ts'
import { type LineKind, lineKinds, type LineOf, type TimelineLine } from '#contract/admin/timeline.ts'
import * as departure from '#contract/departure/departure.ts'
import { setUserRole } from '#contract/admin/users.ts'
import { actsOn, addAgent, ownWorld, password, platformAdmin, registered, subscriber } from '#tests/calls.ts'
import { member, organization } from '../../kit/organizations/organizations.ts'
import { addPastSession } from '../../kit/conversations/past-conversations.ts'
import { addMessage } from '../../kit/messages/messages.ts'
import { addConversation, addHistory } from '../../kit/departure/personal-history.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const read = (id: string, by = ada) => by.client.call(customers.customer, { params: { id } })

async function timeline(id: string, query: Parameters<typeof pageOf>[1] = {}): Promise<TimelineLine[]> {
  return (await pageOf(id, query)).lines
}

function pageOf(id: string, query: { kinds?: string; from?: string; to?: string; after?: string; limit?: number }) {
  return ada.client.call(customers.customerTimeline, { params: { id }, query })
}

function only<Kind extends LineKind>(lines: TimelineLine[], kind: Kind): LineOf<Kind>[] {
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind)
}

describe('GET /api/admin/users/{id} and its timeline', () => {
  it('are for the staff, by duty, and know no unknown id', async () => {
    const ben = await registered(world)
    const params = { id: ben.id }
    for (const [call, input] of [
      [customers.customer, { params }],
      [customers.customerTimeline, { params, query: {} }],
    ] as const) {
      expect((await world.visitor().try(call, input as never)).status).toBe(401)
      expect((await ben.client.try(call, input as never)).status).toBe(403)
      const unknown = { ...input, params: { id: crypto.randomUUID() } }
      expect(await ada.client.try(call, unknown as never)).toMatchObject({
        status: 404,
        body: { code: 'user_not_found' },
      })
    }
    const grid = { support: 200, finance: 200, read_only: 200, content: 403 } as const
    for (const [staffRole, status] of Object.entries(grid)) {
      const hired = await registered(world)
      const body = { role: 'admin', staffRole: staffRole as keyof typeof grid } as const
      await ada.client.call(setUserRole, { params: { id: hired.id }, body })
      expect((await hired.client.try(customers.customer, { params })).status).toBe(status)
    }
  })

  it('tell who somebody is and how they stand, in exact seconds', async () => {
    const ben = await subscriber(world)
    await addPastSession(world, ben, await addAgent(world), 41)
    const shown = await read(ben.id)
    expect(shown).toMatchObject({
      id: ben.id,
      user: { email: ben.email, role: 'user', staffRole: null, isActive: true },
      isEmailConfirmed: false,
      erasedAt: null,
      twoFactorSince: null,
      balance: { month: 30 * 60 - 41, purchased: 120 * 60, held: 0 },
      plan: { state: 'renews', nextCharge: 2.97 },
      debts: [],
      live: [],
      notes: [],
    })
    expect(shown.balance.monthEndsAt).not.toBeNull()
    expect(shown.devices).toHaveLength(1)
    // Neither ids of sign-ins nor addresses.
    expect(Object.keys(shown.devices[0] ?? {}).toSorted()).toEqual(['browser', 'firstSeenAt', 'lastSeenAt'])
  })

  it('put everything on one line of time, newest first, with its cause', async () => {
    const ben = await subscriber(world)
    const agentId = await addAgent(world, { name: 'Ana of the timeline' })
    const talkId = await addPastSession(world, ben, agentId, 41)
    await addMessage(world.sql, { from: ben.id, audience: 'admins', subject: 'Charged for nothing' })
    await addMessage(world.sql, { from: ada.id, to: ben.id, subject: 'We look into it' })
    const lines = await timeline(ben.id)
    const times = lines.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(only(lines, 'conversation')).toMatchObject([
      {
        id: talkId,
        agentName: 'Ana of the timeline',
        endReason: 'user',
        status: 'completed',
        facts: { measured: 41, free: 0, charged: 41, fromMonth: 41, fromPurchased: 0, freeReason: null, credited: 0 },
      },
    ])
    const minutes = only(lines, 'minutes')
    expect(minutes.map(({ entry }) => entry).toSorted()).toEqual(['monthly_grant', 'purchase', 'usage'])
    const usage = minutes.find(({ entry }) => entry === 'usage')
    expect(usage).toMatchObject({ change: -41, fromMonth: 41, cause: { kind: 'conversation', id: talkId } })
    expect(usage && usage.balanceBefore - usage.balanceAfter).toBe(41)
    const paid = only(lines, 'payment')
    expect(paid.map(({ state, amount, refundable }) => [state, amount, refundable])).toEqual(
      expect.arrayContaining([
        ['paid', 25, 25],
        ['paid', 2.97, 2.97],
      ]),
    )
    expect(minutes.find(({ entry }) => entry === 'purchase')?.cause?.id).toBe(
      paid.find(({ amount }) => amount === 25)?.id,
    )
    expect(only(lines, 'message').map(({ subject, isFromCustomer }) => [subject, isFromCustomer])).toEqual(
      expect.arrayContaining([
        ['Charged for nothing', true],
        ['We look into it', false],
      ]),
    )
    expect(only(lines, 'security').map(({ event }) => event)).toEqual(
      expect.arrayContaining(['registered', 'signed_in']),
    )
  })

  it('are cut into pages by time and id, and filtered by kind and day', async () => {
    const ben = await subscriber(world)
    const agentId = await addAgent(world)
    for (const seconds of [11, 12, 13]) await addPastSession(world, ben, agentId, seconds)
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
    const bad = await ada.client.request('GET', `/api/admin/users/${ben.id}/timeline?kinds=secrets`)
    expect(bad.status).toBe(400)
  })

  it('show nothing of somebody else', async () => {
    const [ben, cleo] = [await subscriber(world), await subscriber(world)]
    await addPastSession(world, cleo, await addAgent(world), 20)
    await addMessage(world.sql, { from: cleo.id, audience: 'admins', subject: 'From Cleo' })
    const lines = await timeline(ben.id)
    expect(only(lines, 'conversation')).toEqual([])
    expect(only(lines, 'message')).toEqual([])
    expect(JSON.stringify(lines)).not.toContain(cleo.email)
  })

  it('never hold a word of a conversation: no text, recap, step or note of memory', async () => {
    const [ben, stranger] = [await subscriber(world), await registered(world)]
    await addConversation(world, ben, 'Zwetschgenknoedel')
    await addHistory(world, ben, stranger)
    const answers = JSON.stringify([await read(ben.id), await pageOf(ben.id, {})])
    expect(answers).toContain(ben.email)
    for (const words of ['Zwetschgenknoedel', 'Here, is "a plan"', 'a plan', 'bakery', 'Call Anna', 'Handbook']) {
      expect(answers).not.toContain(words)
    }
  })

  it('keep the money of a person who was erased, and nothing else', async () => {
    const ben = await subscriber(world)
    await addPastSession(world, ben, await addAgent(world), 15)
    await ada.client.call(customers.addCustomerNote, { params: { id: ben.id }, body: { text: 'Calls often' } })
    await ben.client.call(departure.deleteAccount, { body: { currentPassword: password } })
    await world.control({ advance: 'P7DT1M' })
    await expect.poll(async () => (await read(ben.id)).erasedAt).not.toBeNull()
    const shown = await read(ben.id)
    expect(shown).toMatchObject({ user: null, notes: [], devices: [] })
    const lines = await timeline(ben.id)
    expect(only(lines, 'conversation')).toMatchObject([{ person: { name: 'Erased person' } }])
    expect(only(lines, 'payment')).toHaveLength(2)
    expect(only(lines, 'mail')).toEqual([])
    expect(JSON.stringify([shown, lines])).not.toContain(ben.email)
  })
})

describe('GET /api/admin/organizations/{id} and its timeline', () => {
  it('tell its seats, pool, members and conversations, and of no other', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const mia = await member(world, firm.id)
    const params = { id: String(firm.id) }
    expect((await world.visitor().try(customers.organizationCustomer, { params })).status).toBe(401)
    expect((await firm.owner.client.try(customers.organizationCustomer, { params })).status).toBe(403)
    for (const id of ['99999999', 'abc']) {
      const unknown = await ada.client.try(customers.organizationCustomer, { params: { id } })
      expect(unknown.status).toBe(404)
    }
    const shown = await ada.client.call(customers.organizationCustomer, { params })
    expect(shown.organization.id).toBe(firm.id)
    expect(shown.members.map(({ id }) => id)).toEqual(expect.arrayContaining([firm.owner.id, mia.id]))
    expect(shown.members[0]).toMatchObject({ role: 'admin' })
    const note = { params, body: { text: 'Wants an invoice by post' } }
    await ada.client.call(customers.addOrganizationNote, note)
    const page = await ada.client.call(customers.organizationTimeline, { params, query: {} })
    expect(only(page.lines, 'act').map(({ action }) => action)).toContain('note.add')
    const others = await ada.client.call(customers.organizationTimeline, {
      params: { id: String(other.id) },
      query: {},
    })
    expect(only(others.lines, 'act').map(({ action }) => action)).not.toContain('note.add')
    expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([{ action: 'note.add', after: null }])
  })
})
