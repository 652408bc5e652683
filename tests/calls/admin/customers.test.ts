import * as customers from '#contract/admin/customers.ts'
import { lineKinds, type LineKind, type LineOf, type TimelineLine } from '#contract/admin/timeline.ts'
import { checkPayment } from '#contract/admin/payments.ts'
import { deleteAccount } from '#contract/departure/departure.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { addConversation, addHistory } from '#tests/kit/departure/personal-history.ts'
import * as kit from '#tests/calls.ts'
import { addMessage, addPastSession, recordOf, sendRecord, storedRecord, talkFor, talkIn } from '#tests/calls.ts'

const { actsOn, expect, expectRefused, it, registered, subscriber } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const support = await kit.hired(world, ada, 'support')
const agentId = await kit.addAgent(world, { name: 'Ana of the timeline' })
type Query = { kinds?: string; from?: string; to?: string; after?: string; limit?: number }
const read = (id: string) => ada.client.call(customers.customer, { params: { id } })
const pageOf = (id: string, query: Query) => ada.client.call(customers.customerTimeline, { params: { id }, query })
const timeline = async (id: string, query: Query = {}) => (await pageOf(id, query)).lines

function only<Kind extends LineKind>(lines: TimelineLine[], kind: Kind): LineOf<Kind>[] {
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind)
}

it('a person and their timeline tell everything, in order, with its cause', async () => {
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

it('a timeline is cut into pages, filtered, and shows nothing of somebody else', async () => {
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
  expect(await timeline(ben.id, { from: '2199-01-01' })).toEqual([])
  expect(only(whole, 'message')).toEqual([])
  expect(JSON.stringify(whole)).not.toContain(cleo.email)
  const unknown = { params: { id: crypto.randomUUID() } }
  for (const call of [customers.customer, customers.customerTimeline])
    await expectRefused(call, [ada, unknown, 404, 'user_not_found'])
  await expectRefused(customers.customerTimeline, [ada, { params: { id: ada.id }, query: { kinds: 'x' } }, 400, {}])
})

it('a timeline never holds words, and only the money of who was erased', async () => {
  const [ben, stranger] = [await subscriber(world), await registered(world)]
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

it('an organization has a timeline of its own, and gets time back into its pool', async () => {
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
  expect(await actsOn(ada, 'organization', firm.id)).toMatchObject([{ action: 'note.add', after: null }])
  expect((await credit(await talkIn(world, firm, mia, agentId, 30), 30)).status).toBe(200)
  const rows = await world.sql(
    "select amount_ms::int as ms, user_id from entry where account_id = $1 and kind = 'adjustment'",
    [firm.accountId],
  )
  expect(rows).toEqual([{ ms: 30_000, user_id: null }])
  expect((await actsOn(ada, 'organization', firm.id))[0]).toMatchObject({ action: 'credits.adjust', reason })
})

const reason = 'The agent never spoke'
const creditOf = (id: string, seconds: number) => ({ params: { id }, body: { seconds, reason } })
const credit = (id: string, seconds: number) => ada.client.try(customers.creditConversation, creditOf(id, seconds))

async function balanceOf(person: Person): Promise<number> {
  const { balance } = await read(person.id)
  return balance.month + balance.purchased
}

async function linesOf<Kind extends LineKind>({ id }: Person, kind: Kind): Promise<LineOf<Kind>[]> {
  return only(await timeline(id, { kinds: kind }), kind)
}

it('time is given back once, to the second, with a reason on record (D153)', async () => {
  const ben = await subscriber(world)
  const before = await balanceOf(ben)
  const id = await addPastSession(world, ben, agentId, 41)
  const params = { id }
  expect(await balanceOf(ben)).toBe(before - 41)
  // Never more than was charged, and none of an unknown conversation.
  await expectRefused(
    customers.creditConversation,
    [ada, creditOf(id, 42), 400, { code: 'too_much', field: 'seconds' }],
    [ada, creditOf(crypto.randomUUID(), 1), 404, 'conversation_not_found'],
    [ada, { params, body: { seconds: 1, reason: ' ' } }, 400, { field: 'reason' }],
  )
  const replies = await Promise.all([credit(id, 41), credit(id, 41), credit(id, 20)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const refused = replies.filter(({ status }) => status === 409).map(({ body }) => body.code)
  expect(refused).toEqual(['already_credited', 'already_credited'])
  const [given] = await linesOf(ben, 'conversation')
  expect(await balanceOf(ben)).toBe(before - 41 + (given?.facts.credited ?? 0))
  expect(given?.facts.credited).toBeGreaterThan(0)
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'credits.adjust', reason }])
  const [line] = await linesOf(ben, 'minutes')
  expect(line).toMatchObject({ entry: 'adjustment', by: ada.email, reason, cause: { kind: 'conversation', id } })
})

it('time is given back never twice, also by a later record of the provider (D91)', async () => {
  const ben = await subscriber(world)
  kit.moveTalkClock(world, 0)
  const before = await balanceOf(ben)
  const whole = await talkFor(world, ben, agentId, 40)
  expect((await credit(whole.id, whole.chargedMs / 1000)).status).toBe(200)
  await sendRecord(world, recordOf(whole.conversationId, 5))
  expect(await storedRecord(world, whole.id)).toMatchObject({ provider_ms: 5000, credited_ms: 0 })
  expect(await balanceOf(ben)).toBe(before)
  const part = await talkFor(world, ben, agentId, 40)
  expect((await credit(part.id, 10)).status).toBe(200)
  await Promise.all([1, 2].map(() => sendRecord(world, recordOf(part.conversationId, 5))))
  expect(await balanceOf(ben)).toBe(before - 5)
  const recorded = await talkFor(world, ben, agentId, 40)
  await sendRecord(world, recordOf(recorded.conversationId, 5))
  expect(await credit(recorded.id, 6)).toMatchObject({ status: 400, body: { code: 'too_much' } })
  expect((await credit(recorded.id, 5)).status).toBe(200)
  expect(await balanceOf(ben)).toBe(before - 5)
})

it('a live conversation is ended by the team: charged, recorded, and once', async () => {
  const ben = await subscriber(world)
  kit.moveTalkClock(world, 0)
  const { id, client } = await kit.startHeardTalk(ben, agentId)
  await kit.passTalkTime(world, 20, client)
  expect((await read(ben.id)).live).toMatchObject([{ id, person: { id: ben.id } }])
  expect(await credit(id, 1)).toMatchObject({ status: 409, body: { code: 'conversation_live' } })
  await ada.client.call(customers.endLiveConversation, { params: { id } })
  expect((await client.next('session_ended')).event.reason).toBe('team')
  expect(await kit.endedRow(world, id)).toMatchObject({ end_reason: 'team' })
  // The release before this one knows no such reason.
  const rows = await world.sql('select end_reason from voice_session where id = $1', [id])
  expect(rows).toEqual([{ end_reason: 'access' }])
  const [line] = await linesOf(ben, 'conversation')
  expect(line).toMatchObject({ endReason: 'team', status: 'completed' })
  expect(line?.facts.charged).toBeGreaterThanOrEqual(20)
  await expectRefused(
    customers.endLiveConversation,
    [ada, { params: { id } }, 409, 'conversation_over'],
    [ada, { params: { id: crypto.randomUUID() } }, 404, 'conversation_not_found'],
  )
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'conversation.end' }])
})

it('somebody is signed out everywhere, but no staff by support, nobody by themselves', async () => {
  const ben = await registered(world)
  await expectRefused(
    customers.signOutCustomer,
    [support, { params: { id: ada.id } }, 403, {}],
    [support, { params: { id: support.id } }, 409, 'self_change'],
    [ada, { params: { id: crypto.randomUUID() } }, 404, 'user_not_found'],
  )
  expect((await ben.client.try(currentUser)).status).toBe(200)
  await support.client.call(customers.signOutCustomer, { params: { id: ben.id } })
  expect((await ben.client.try(currentUser)).status).toBe(401)
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'user.signOut', adminId: support.id }])
  expect((await read(ben.id)).devices).toEqual([])
})

it('notes for colleagues are deleted by their author, recorded without words', async () => {
  const ben = await registered(world)
  const params = { id: ben.id }
  const text = 'Prefers to be called'
  await expectRefused(customers.addCustomerNote, [ada, { params, body: { text: ' ' } }, 400, { field: 'text' }])
  const added = await support.client.try(customers.addCustomerNote, { params, body: { text } })
  expect(added).toMatchObject({ status: 201, body: { text, isOwn: true } })
  const [note] = (await read(ben.id)).notes
  expect(note).toMatchObject({ text, isOwn: false, author: 'Test Person' })
  const own = { params: { id: note?.id ?? '' } }
  await expectRefused(customers.deleteCustomerNote, [ada, own, 404, 'note_not_found'])
  await support.client.call(customers.deleteCustomerNote, own)
  expect((await read(ben.id)).notes).toEqual([])
  const acts = await actsOn(ada, 'user', ben.id)
  expect(acts.map(({ action }) => action)).toEqual(['note.delete', 'note.add'])
  expect(JSON.stringify(acts)).not.toContain('called')
})

const resend = (id = '') => ada.client.try(customers.resendMail, { params: { id } })

it('the log of mail has no words, and repeats mails without an old secret', async () => {
  const ben = await subscriber(world)
  const subject = 'Confirm your email address'
  await kit.waitForMails(world, ben.email, subject)
  const lineOf = async (kind: string) => (await linesOf(ben, 'mail')).find(({ mail }) => mail === kind)
  const sent = { mail: 'verification', subject, to: ben.email, outcome: 'delivered', canResend: true }
  await expect.poll(() => lineOf('verification')).toMatchObject(sent)
  await expect.poll(() => lineOf('receipt')).toBeDefined()
  const rows = await world.sql('select * from sent_mail where user_id = $1', [ben.id])
  expect(JSON.stringify(rows)).not.toMatch(/token|https?:/)
  const [confirmation, receipt] = [await lineOf('verification'), await lineOf('receipt')]
  expect((await resend(confirmation?.id)).status).toBe(200)
  const mails = await kit.waitForMails(world, ben.email, subject, 2)
  expect(new Set(mails.map(({ text }) => text)).size).toBe(2)
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'mail.resend', after: { mail: 'verification' } }])
  await world.sql('update users set email_verified = true where id = $1', [ben.id])
  expect(await resend(confirmation?.id)).toMatchObject({ status: 409, body: { code: 'no_longer_needed' } })
  expect((await resend(crypto.randomUUID())).status).toBe(404)
  expect((await resend(receipt?.id)).status).toBe(200)
  await kit.waitForMails(world, ben.email, receipt?.subject ?? '', 2)
  await world.sql("update sent_mail set kind = 'reset' where id = $1", [receipt?.id])
  expect(await resend(receipt?.id)).toMatchObject({ status: 409, body: { code: 'not_resendable' } })
  const receipts = (await kit.mailedSubjects(world, ben.email)).filter((one) => one === receipt?.subject)
  expect(receipts).toHaveLength(2)
})

it('checks of payments and sent mails are limited for each person', async () => {
  const { id } = await registered(world)
  kit.useStrictLimits(world, 0.4)
  const unknown = { params: { id: crypto.randomUUID() } }
  for (let i = 0; i < 24; i++) await expectRefused(checkPayment, [ada, unknown, 404, 'payment_not_found'])
  await expectRefused(checkPayment, [ada, unknown, 429, 'too_many_checks'])
  const query = { kinds: 'mail' }
  const mails = async () => (await ada.client.call(customers.customerTimeline, { params: { id }, query })).lines
  await expect.poll(mails).toHaveLength(1)
  const params = { id: (await mails())[0]?.id ?? '' }
  await ada.client.call(customers.resendMail, { params })
  await expectRefused(customers.resendMail, [ada, { params }, 429, 'sent_too_often'])
})

it('the team ends a subscription once, with a reason, a mail and a line', kit.tags('D206'), async () => {
  const [ben, nobody] = [await subscriber(world), await registered(world)]
  const input = (id: string, why = reason) => ({ params: { id }, body: { reason: why } })
  const end = (person: Person, by = support) => by.client.try(customers.endSubscription, input(person.id))
  await expectRefused(
    customers.endSubscription,
    [support, input(ben.id, ' '), 400, { field: 'reason' }],
    [support, input(nobody.id), 409, 'no_subscription'],
    [support, input(crypto.randomUUID()), 404, 'user_not_found'],
  )
  await kit.expectUnavailable(world, () => end(ben))
  const { renews_at: renewsAt } = await kit.subscriptionOf(world, ben)
  const replies = await Promise.all([end(ben), end(ben), end(ben, ada)])
  for (const reply of [...replies, await end(ben, ada)]) {
    expect(reply).toMatchObject({ status: 200, body: { accessEndsAt: renewsAt.toISOString() } })
  }
  expect(await kit.subscriptionAtProvider(world, ben)).toMatchObject({ status: 'active', cancel_at_period_end: true })
  const [before, after] = [false, true].map((cancelAtPeriodEnd) => ({
    subscriptionStatus: 'active',
    cancelAtPeriodEnd,
  }))
  expect(await actsOn(ada, 'user', ben.id)).toMatchObject([{ action: 'subscription.end', before, after, reason }])
  expect(await linesOf(ben, 'subscription')).toMatchObject([{ event: 'canceled', by: { who: 'team' } }])
  expect(await kit.lifeSubjects(world, ben)).toEqual(['Your subscription is canceled'])
  // Nothing else is charged for one that is overdue.
  const late = await kit.overdueSubscriber(world)
  expect(await end(late)).toMatchObject({ status: 200, body: { accessEndsAt: null } })
  expect(await kit.subscriptionOf(world, late)).toMatchObject({ status: 'canceled' })
  expect(await end(late)).toMatchObject({ status: 409, body: { code: 'no_subscription' } })
  expect(await actsOn(ada, 'user', late.id)).toMatchObject([{ after: { subscriptionStatus: 'canceled' } }])
})
