import * as account from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { sendMessage } from '#contract/messages/messages.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { askForExport, deleteAccount } from '#contract/departure/departure.ts'
import { createPaymentIntent, purchases } from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { cancelSubscription } from '#contract/billing/subscription.ts'
import { searchTranscripts } from '#contract/conversations/transcripts.ts'
import {
  deleteTranscript,
  myConversation,
  myConversations,
  startConversation,
  transcript,
} from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, ownWorld, password, subscriber, type TestPerson } from '#tests/calls.ts'
import { addText, addPastSession } from '../../kit/conversations/past-conversations.ts'
import { passRenewal } from '../../kit/billing/subscriptions.ts'

const world = await ownWorld()
const agentId = await addAgent(world)

/** Returns a person whose paid month is over, with a conversation whose text was kept. */
async function former(): Promise<{ person: TestPerson; sessionId: string }> {
  const person = await subscriber(world)
  const sessionId = await addPastSession(world, person, agentId, 60)
  await addText(world, person, sessionId, ['Good morning, what shall grow?'])
  await person.client.call(cancelSubscription)
  await passRenewal(world, person)
  expect(await person.client.call(currentUser)).toMatchObject({ subscriptionStatus: 'canceled', hasAccess: false })
  return { person, sessionId }
}

describe('without access (D178)', () => {
  it('receipts, payments, conversations, kept texts, minutes, export, deletion and contact work', async () => {
    const { person, sessionId } = await former()
    const { client } = person
    const params = { id: sessionId }

    const [paid] = await client.call(account.transactions)
    expect(paid).toMatchObject({ amount: 25, creditsAdded: 120 })
    expect(await client.call(receipt, { params: { id: paid?.id ?? '' } })).toMatchObject({ amount: 25 })
    expect(await client.call(purchases)).toHaveLength(1)
    expect(await client.call(myConversations)).toMatchObject([{ id: sessionId, secondsCharged: 60 }])
    expect(await client.call(myConversation, { params })).toMatchObject({ id: sessionId })
    expect(await client.call(minutes, { query: {} })).toContainEqual(expect.objectContaining({ sessionId }))
    expect(await client.call(searchTranscripts, { query: { q: 'grow' } })).toMatchObject([{ sessionId }])
    expect((await client.call(transcript, { params })).lines).toHaveLength(1)
    await client.call(deleteTranscript, { params })
    expect(await world.sql('select from session_transcript where session_id = $1', [sessionId])).toEqual([])
    await client.call(sendMessage, { body: { subject: 'A question', message: 'May I come back?' } })
    expect(await world.sql('select from user_communication where from_user_id = $1', [person.id])).toHaveLength(1)
    await world.sql('update users set email_verified = true where id = $1', [person.id])
    await client.call(askForExport)
    expect(await world.sql('select from data_export where user_id = $1', [person.id])).toHaveLength(1)
    await client.call(deleteAccount, { body: { currentPassword: password } })
    const [row] = await world.sql<{ asked: boolean }>(
      'select deletion_requested_at is not null as asked from users where id = $1',
      [person.id],
    )
    expect(row).toEqual({ asked: true })
  })

  it('only talking and buying more are refused', async () => {
    const { person } = await former()
    for (const reply of [
      await person.client.try(startConversation, { body: { agentId } }),
      await person.client.try(createPaymentIntent, { body: { tier: 'launch' } }),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'subscription_required'])
    expect(await world.sql("select from voice_session where user_id = $1 and status = 'active'", [person.id])).toEqual(
      [],
    )
  })
})
