import { customerTimeline, organizationTimeline } from '#contract/admin/customers.ts'
import { setOrganizationStatus } from '#contract/admin/organizations.ts'
import type { LineKind, LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import { deleteUser } from '#contract/admin/users.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as profile from '#contract/identity/profile.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { catchUpDeclines } from '#server/billing/checkout/declines.flow.ts'
import { settleConversation } from '#server/conversations/voice-sessions.ts'
import { codeOf } from '#tests/kit/identity/app-codes.ts'
import { clearUsedCodes, protectedPerson } from '#tests/kit/identity/two-factor.ts'
import * as kit from '#tests/calls.ts'
import { eventsWorkedOff, losingEvents, openTalk, ownedOrganization, passRenewal, renewWith } from '#tests/calls.ts'

const { expect, it, password, payWithCard, registered, subscriber } = kit
type Person = kit.TestPerson
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)

function ofKind<Kind extends LineKind>(lines: readonly TimelineLine[], kind: Kind): LineOf<Kind>[] {
  return lines.filter((line): line is LineOf<Kind> => line.kind === kind)
}

async function linesOf<Kind extends LineKind>({ id }: Person, kind: Kind): Promise<LineOf<Kind>[]> {
  const { lines } = await ada.client.call(customerTimeline, { params: { id }, query: { kinds: kind } })
  return ofKind(lines, kind)
}

const open = async ({ client }: Person) => {
  const body = { package: 'uplift', subscriptionPrice: 2.97 } as const
  return (await client.call(purchases.createCombinedPurchase, { body })).clientSecret
}

it('a declined card is a line for each try, which the paid payment lists', async () => {
  const [ben, cleo] = [await registered(world), await registered(world)]
  const secret = await open(ben)
  await payWithCard(world, secret, 'pm_card_visa_chargeDeclinedInsufficientFunds')
  await payWithCard(world, secret, 'pm_card_chargeDeclinedExpiredCard')
  await payWithCard(world, await open(cleo), 'pm_card_visa_chargeDeclined')
  await eventsWorkedOff(world)
  // Both may lie within one second, which is as exact as the provider dates them.
  const both = ['expired_card', 'insufficient_funds']
  const [opened] = await linesOf(ben, 'payment')
  expect(opened?.state).toBe('open')
  expect(opened?.attempts.map(({ declineCode }) => declineCode).toSorted()).toEqual(both)
  const tried = { amount: 27.97, description: opened?.description, payment: { kind: 'payment', id: opened?.id } }
  const lines = await linesOf(ben, 'decline')
  expect(lines.map(({ code }) => code).toSorted()).toEqual(both)
  for (const line of lines) expect(line).toMatchObject(tried)
  expect(lines.find(({ code }) => code === 'insufficient_funds')?.card).toBe('Visa ending in 9995')
  expect(await linesOf(cleo, 'decline')).toHaveLength(1)

  const paymentIntentId = await payWithCard(world, secret)
  await ben.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
  await eventsWorkedOff(world)
  const paid = await linesOf(ben, 'payment')
  const codes = paid.flatMap(({ attempts }) => attempts.map(({ declineCode }) => declineCode))
  expect(new Set(codes)).toEqual(new Set(both))
  const causes = (await linesOf(ben, 'decline')).map(({ payment }) => payment?.id)
  for (const cause of causes) expect(paid.map(({ id }) => id)).toContain(cause)
  // Nothing but brand, last digits and the reason is kept of a try.
  const [row] = await world.sql('select * from payment_decline limit 1')
  const kept = 'account_id amount_cents card_brand card_last4 code declined_at id stripe_id stripe_payment_intent_id'
  expect(Object.keys(row ?? {}).toSorted()).toEqual(kept.split(' '))
})

it('a declined card is a line, too, when the bank got no confirmation', async () => {
  const ben = await registered(world)
  const secret = await open(ben)
  const id = await payWithCard(world, secret, 'pm_card_authenticationRequired')
  await fetch(`${world.standins.url}/v1/payment_intents/${id}/sandbox_challenge`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: secret, approved: 'false' }),
  })
  await eventsWorkedOff(world)
  expect(await linesOf(ben, 'decline')).toMatchObject([
    { code: 'payment_intent_authentication_failure', amount: 27.97, card: 'Visa ending in 3184' },
  ])
})

it('a declined card is known within the hour when its event was lost, and once', async () => {
  const ben = await registered(world)
  const secret = await open(ben)
  await losingEvents(world, () => payWithCard(world, secret, 'pm_card_visa_chargeDeclined'))
  expect(await linesOf(ben, 'decline')).toEqual([])
  await catchUpDeclines(world.services)
  await catchUpDeclines(world.services)
  expect(await linesOf(ben, 'decline')).toMatchObject([{ code: 'generic_decline' }])
  const rows = await world.sql('select stripe_id from payment_decline where stripe_payment_intent_id = $1', [
    kit.idOf(secret),
  ])
  expect(rows).toEqual([{ stripe_id: expect.stringMatching(/^ch_/) }])
})

it('a declined card names the renewal when it is one, which nobody has opened', async () => {
  const ben = await subscriber(world)
  await renewWith(world, ben, 'pm_card_chargeCustomerFail')
  await passRenewal(world, ben)
  expect(await linesOf(ben, 'decline')).toMatchObject([{ amount: 2.97, description: 'Renewal of Platform access' }])
})

it('the end of a subscription is a line with time and cause; so is the return', kit.tags('D41 D149'), async () => {
  const [ben, support] = [await subscriber(world), await kit.staffMember(world, 'support')]
  const { cancelSubscription: cancel, resumeSubscription: resume } = subscription
  for (const call of [cancel, cancel, resume]) await ben.client.call(call)
  await eventsWorkedOff(world)
  const lines = await linesOf(ben, 'subscription')
  const line = { by: { name: ben.email, who: 'customer' }, monthEndsAt: expect.any(String) }
  expect(lines).toMatchObject([
    { event: 'resumed', ...line },
    { event: 'canceled', ...line },
  ])
  expect(lines[0]?.monthEndsAt).toBe(lines[1]?.monthEndsAt)
  await support.client.call(deleteUser, { params: { id: ben.id } })
  const canceled = { event: 'canceled', by: { name: support.email, who: 'team' } }
  expect(await linesOf(ben, 'subscription')).toMatchObject([canceled, ...lines])
  await passRenewal(world, ben)
  // Nobody ends it where the month is over.
  expect((await linesOf(ben, 'subscription'))[0]).toMatchObject({ event: 'ended', by: null, monthEndsAt: null })
})

it('the end of access by the team is on the timeline of an organization (D149)', async () => {
  const params = { id: String((await ownedOrganization(world)).id) }
  for (const status of ['canceled', 'active'] as const)
    await ada.client.call(setOrganizationStatus, { params, body: { status } })
  const { lines } = await ada.client.call(organizationTimeline, { params, query: { kinds: 'subscription' } })
  const by = { name: ada.email, who: 'team' }
  expect(ofKind(lines, 'subscription')).toMatchObject([
    { event: 'resumed', by },
    { event: 'canceled', by },
  ])
})

const eventsOf = async (person: Person) => (await linesOf(person, 'security')).map(({ event }) => event)

it('changes of signing in are lines: the password and the address', async () => {
  const { client, ...ben } = await registered(world)
  const verify = async (email: string, subject: string) => {
    const [mail] = await kit.waitForMails(world, email, subject)
    await world.visitor().call(mailedLinks.verifyEmail, { body: { token: kit.tokenIn(mail) } })
  }
  await verify(ben.email, 'Confirm your email address')
  const newPassword = 'other-horse-8'
  // A refused change leaves no line.
  await client.try(profile.changePassword, { body: { currentPassword: 'wrong', newPassword } })
  await world.visitor().try(mailedLinks.resetPassword, { body: { token: 'x', newPassword } })
  await client.call(profile.changePassword, { body: { currentPassword: password, newPassword } })
  const email = `new.${ben.email}`
  await client.call(profile.changeEmail, { body: { email, currentPassword: newPassword } })
  await verify(email, 'Confirm your new email address')
  const token = await kit.askForResetToken(world, email)
  await world.visitor().call(mailedLinks.resetPassword, { body: { token, newPassword: 'third-horse-9' } })
  const lines = (await linesOf({ client, ...ben }, 'security')).filter(({ event }) => /password|email/.test(event))
  const changes = ['password_reset', 'email_changed', 'email_change_requested', 'password_changed', 'email_confirmed']
  expect(lines.map(({ event, isByOperator }) => [event, isByOperator])).toEqual(changes.map((one) => [one, false]))
  // Neither the old nor the new value is kept.
  const rows = await world.sql('select * from account_event where user_id = $1', [ben.id])
  expect(JSON.stringify(rows)).not.toContain('@')
})

it('changes of signing in are lines: two-factor and recovery codes, each once (D27)', async () => {
  const ben = await protectedPerson(world)
  const change = () => ({ body: { currentPassword: password, code: codeOf(ben.secret) } })
  await ben.client.call(twoFactor.renewRecoveryCodes, change())
  await clearUsedCodes(world, ben)
  await ben.client.call(twoFactor.turnOffTwoFactor, change())
  const events = (await eventsOf(ben)).filter((event) => /two_factor|recovery/.test(event))
  expect(events).toEqual(['two_factor_off', 'recovery_codes_renewed', 'two_factor_on'])
})

it('the line of a conversation says when its line died and came back (D176)', async () => {
  const ben = await subscriber(world)
  const { id, at: start, progress } = await openTalk(world, ben, await kit.addAgent(world), 41)
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const lost = { ...progress, freeMs: 6000, gap: { lostAt: after(20), backAt: after(26) } }
  await settleConversation(world.services.database.step, { id, reason: 'user', progress: lost, at: after(47) })
  const facts = { charged: 41, free: 6, lostAfter: 20, backAfter: 26 }
  expect(await linesOf(ben, 'conversation')).toMatchObject([{ id, facts }])
})
