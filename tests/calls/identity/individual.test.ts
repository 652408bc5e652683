import * as agents from '#contract/agents/agents.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, expect, it, ownWorld, payWithCard, subscriber } from '#tests/calls.ts'

const world = await ownWorld()

it('an active person may unlock, talk and buy, and read the lists of it (S011, S196, S227-S229, S240)', async () => {
  const { client } = await subscriber(world)
  const agentId = await addAgent(world, { isPremium: true })
  await client.call(agents.unlockAgent, { params: { agentId } })
  const { id } = await client.call(voice.startConversation, { body: { agentId } })
  await client.call(voice.endConversation, { params: { id }, body: {} })
  const { clientSecret } = await client.call(purchases.createPaymentIntent, { body: { tier: 'launch' } })
  const paymentIntentId = await payWithCard(world, clientSecret)
  const added = await client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
  expect(added).toEqual({ creditsAdded: 60, monthlyCreditsAdded: 0 })
  expect((await client.call(purchases.purchases)).map(({ tier }) => tier)).toEqual(['launch', 'uplift'])
  expect(await client.call(voice.usage)).toMatchObject([{ sessionId: id, creditsDeducted: 0 }])
  expect(await client.call(purchases.subscriptionStatus)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  expect(await client.call(organizations.userOrganization)).toMatchObject({ isMember: false, organization: null })
})

it('bought minutes are still there after 13 months (S010, D32)', async () => {
  const { client } = await subscriber(world, 'ascend')
  await world.control({ advance: 'P13M' })
  expect(await client.call(currentUser)).toMatchObject({ purchasedCredits: 600 })
})
