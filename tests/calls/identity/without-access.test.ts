import { unlockAgent } from '#contract/agents/agents.ts'
import * as account from '#contract/billing/account.ts'
import * as billing from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { cancelSubscription } from '#contract/billing/subscription.ts'
import { searchTranscripts } from '#contract/conversations/transcripts.ts'
import * as voice from '#contract/conversations/voice.ts'
import { askForExport, deleteAccount } from '#contract/departure/departure.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { passRenewal } from '#tests/kit/billing/subscriptions.ts'
import { addPastSession, addText } from '#tests/kit/conversations/past-conversations.ts'
import { userRow } from '#tests/kit/identity/accounts.ts'
import { addAgent, expect, expectRefused, it, ownWorld, password, payWithCard, subscriber } from '#tests/calls.ts'

const world = await ownWorld()
const agentId = await addAgent(world, { isPremium: true })

it('a person with access may unlock, talk and buy (S011, S196, S227-S229, S240)', async () => {
  const { client } = await subscriber(world)
  await client.call(unlockAgent, { params: { agentId } })
  const { id } = await client.call(voice.startConversation, { body: { agentId } })
  await client.call(voice.endConversation, { params: { id }, body: {} })
  const { clientSecret } = await client.call(billing.createPaymentIntent, { body: { tier: 'launch' } })
  const paymentIntentId = await payWithCard(world, clientSecret)
  const added = await client.call(billing.processPaymentSuccess, { body: { paymentIntentId } })
  expect(added).toEqual({ creditsAdded: 60, monthlyCreditsAdded: 0 })
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
  const { client, id } = person
  expect(await client.call(currentUser)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false })
  const params = { id: sessionId }
  const rowsOf = (table: string, column = 'user_id') => world.sql(`select from ${table} where ${column} = $1`, [id])

  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 403, 'subscription_required'])
  await expectRefused(billing.createPaymentIntent, [person, { body: { tier: 'launch' } }, 403, 'subscription_required'])
  expect(await world.sql("select from voice_session where user_id = $1 and status = 'active'", [id])).toEqual([])

  const [paid] = await client.call(account.transactions)
  expect(paid).toMatchObject({ amount: 25, creditsAdded: 120 })
  expect(await client.call(receipt, { params: { id: paid?.id ?? '' } })).toMatchObject({ amount: 25 })
  expect(await client.call(billing.purchases)).toHaveLength(1)
  expect(await client.call(voice.myConversations)).toMatchObject([{ id: sessionId, secondsCharged: 60 }])
  expect(await client.call(voice.myConversation, { params })).toMatchObject({ id: sessionId })
  expect(await client.call(minutes, { query: {} })).toContainEqual(expect.objectContaining({ sessionId }))
  expect(await client.call(searchTranscripts, { query: { q: 'grow' } })).toMatchObject([{ sessionId }])
  expect((await client.call(voice.transcript, { params })).lines).toHaveLength(1)
  await client.call(voice.deleteTranscript, { params })
  expect(await rowsOf('session_transcript')).toEqual([])
  await client.call(sendMessage, { body: { subject: 'A question', message: 'May I come back?' } })
  expect(await rowsOf('user_communication', 'from_user_id')).toHaveLength(1)
  await world.sql('update users set email_verified = true where id = $1', [id])
  await client.call(askForExport)
  expect(await rowsOf('data_export')).toHaveLength(1)
  await client.call(deleteAccount, { body: { currentPassword: password } })
  expect((await userRow(world, person))['deletion_requested_at']).not.toBeNull()
})

it('bought minutes are still there after 13 months (S010, D32)', async () => {
  const { client } = await subscriber(world, 'ascend')
  await world.control({ advance: 'P13M' })
  expect(await client.call(currentUser)).toMatchObject({ purchasedCredits: 600 })
})
