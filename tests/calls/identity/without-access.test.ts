import { unlockAgent } from '#contract/agents/agents.ts'
import * as account from '#contract/billing/account.ts'
import * as billing from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { cancelSubscription } from '#contract/billing/subscription.ts'
import { searchTranscripts } from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { passRenewal } from '#tests/kit/billing/subscriptions.ts'
import { addPastSession, addText } from '#tests/kit/conversations/past-conversations.ts'
import { addAgent, expect, expectCredited, expectRefused, it, openPackage, ownWorld } from '#tests/calls.ts'
import { payAndReport, subscriber } from '#tests/calls.ts'

const world = await ownWorld()
const agentId = await addAgent(world, { isPremium: true })

it('bought minutes are still there after 13 months (S010, D32)', async () => {
  const { client } = await subscriber(world, 'ascend')
  await world.control({ advance: 'P13M' })
  expect(await client.call(currentUser)).toMatchObject({ purchasedCredits: 600 })
})

it('a person with access may unlock, talk and buy (S011, S196, S227-S229, S240)', async () => {
  const person = await subscriber(world)
  const { client } = person
  await client.call(unlockAgent, { params: { agentId } })
  const { id } = await client.call(voice.startConversation, { body: { agentId } })
  await client.call(voice.endConversation, { params: { id }, body: {} })
  await expectCredited(payAndReport(world, person, openPackage(person)), 60)
  expect((await client.call(billing.purchases)).map(({ tier }) => tier)).toEqual(['launch', 'uplift'])
  expect(await client.call(voice.usage)).toMatchObject([{ sessionId: id, creditsDeducted: 0 }])
  expect(await client.call(billing.subscriptionStatus)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  expect(await client.call(userOrganization)).toMatchObject({ isMember: false, organization: null })
})

it('a person without access keeps all but talking and buying more (D178)', async () => {
  const person = await subscriber(world)
  const sessionId = await addPastSession(world, person, agentId, 60)
  await addText(world, person, sessionId, ['Good morning, what shall grow?'])
  await person.client.call(cancelSubscription)
  await passRenewal(world, person)
  const { client } = person
  expect(await client.call(currentUser)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false })
  const refused = [403, 'subscription_required'] as const
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, ...refused])
  await expectRefused(billing.createPaymentIntent, [person, { body: { tier: 'launch' } }, ...refused])
  // tests/calls/kernel/permissions.test.ts makes every other call; these show what is kept.
  const params = { id: sessionId }
  const [paid] = await client.call(account.transactions)
  expect(await client.call(receipt, { params: { id: paid?.id ?? '' } })).toMatchObject({ amount: 25 })
  expect(await client.call(billing.purchases)).toMatchObject([{ tier: 'uplift' }])
  expect(await client.call(voice.myConversations)).toMatchObject([{ ...params, secondsCharged: 60 }])
  expect(await client.call(voice.myConversation, { params })).toMatchObject(params)
  expect(await client.call(minutes, { query: {} })).toContainEqual(expect.objectContaining({ sessionId }))
  expect(await client.call(searchTranscripts, { query: { q: 'grow' } })).toMatchObject([{ sessionId }])
  expect((await client.call(voice.transcript, { params })).lines).toHaveLength(1)
  await client.call(voice.deleteTranscript, { params })
  expect(await world.sql('select from session_transcript where user_id = $1', [person.id])).toEqual([])
})
