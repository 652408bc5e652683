import type { Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { addMessage } from '#tests/kit/messages/messages.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, it, password } = kit
const world = await kit.sharedWorld()

/** What one call leaves for a later one. */
const agentId = await kit.addAgent(world, { isPremium: true })
const known = { payment: '', session: '', token: '', message: '' }
const email = `whole.list.${process.pid}@example.com`
const newPassword = 'another-horse-8'
const names = { firstName: 'Lista', lastName: 'Reader' }
const agentRequest = { agentName: 'Coach', description: 'Coaches.', useCase: 'Other', priority: 'low' }
const message = { subject: 'Hello', message: 'World', messageType: 'general', priority: 'normal' }
const autoPurchase = { enabled: true, tier: 'launch', threshold: 5 }
const ended = { duration: 0.1, cost: 0.01 }
const person = world.visitor()

type Body = Record<string, unknown>
type Ask = { path?: string; body?: Body }

/** Section 7 of the first specification, in an order in which one person can make every call: who, fields, answer. */
const rows = `
  POST /api/auth/register | anyone | email password firstName lastName | id
  POST /api/auth/logout | anyone | |
  POST /api/auth/forgot-password | anyone | email |
  GET /api/auth/verify-reset-token/:token | anyone | | valid
  POST /api/auth/reset-password | anyone | token newPassword |
  POST /api/auth/login | anyone | email password | id email creditBalance
  GET /api/auth/user | person | | id email firstName role creditBalance subscriptionStatus
  POST /api/create-subscription-payment | person | tier amount | clientSecret message
  POST /api/create-combined-purchase | person | package subscriptionPrice | clientSecret
  POST /api/process-payment-success | person | paymentIntentId | creditsAdded
  POST /api/create-payment-intent | access | tier | clientSecret
  GET /api/user/first-time-eligible | person | | isFirstTime
  GET /api/agents | person | | id name description category isPremium rating sessionCount
  POST /api/user/unlock-agent/:agentId | access | |
  GET /api/user/unlocked-agents | person | | agentId
  POST /api/sessions | person | agentId | id conversationId signedUrl
  PUT /api/user/sessions/:id/end | person | duration cost | id status endedAt
  GET /api/user/sessions | person | | id userId agentId duration minutesUsed cost creditsDeducted startedAt endedAt status
  GET /api/user/purchases | person | | id userId amount creditsAdded bonusAgents stripePaymentIntentId tier createdAt
  GET /api/user/usage | person | | id userId sessionId agentId minutesUsed creditsDeducted balanceBefore balanceAfter
  GET /api/subscription-status | person | | status tier renewsAt cancelAtPeriodEnd graceEndsAt
  POST /api/agent-requests | person | agentName description useCase priority | id status
  GET /api/agent-requests | person | | id userId agentName description useCase priority status createdAt updatedAt
  POST /api/user/communications | person | subject message messageType priority | id
  GET /api/user/communications | person | | id fromUserId toUserId subject message messageType isRead priority createdAt
  PATCH /api/user/communications/:id/read | person | | id isRead
  DELETE /api/user/communications/:id | person | |
  GET /api/account/user | person | | firstName lastName email subscriptionStatus autoPurchaseEnabled autoPurchaseThreshold
  GET /api/account/transactions | person | | id type description createdAt amount creditsAdded stripePaymentIntentId
  PATCH /api/account/auto-purchase | person | enabled tier threshold | enabled tier threshold
  POST /api/account/cancel-subscription | person | | subscriptionStatus cancelAtPeriodEnd accessEndsAt
  GET /api/user/organization | person | | isMember`

/** What a call is made with, unless it is the plain path and no body. */
const asks: Record<string, () => Ask | Promise<Ask>> = {
  'POST /api/auth/register': () => ({ body: { email, password, ...names } }),
  'POST /api/auth/logout': () => ({ body: {} }),
  'POST /api/auth/forgot-password': () => ({ body: { email } }),
  'GET /api/auth/verify-reset-token/:token': () => ({ path: `/api/auth/verify-reset-token/${known.token}` }),
  'POST /api/auth/reset-password': () => ({ body: { token: known.token, newPassword } }),
  'POST /api/auth/login': () => ({ body: { email, password: newPassword } }),
  'POST /api/create-subscription-payment': () => ({ body: { tier: 'starter', amount: 2.97 } }),
  'POST /api/create-combined-purchase': () => ({ body: { package: 'uplift', subscriptionPrice: 2.97 } }),
  'POST /api/process-payment-success': () => ({ body: { paymentIntentId: known.payment } }),
  'POST /api/create-payment-intent': () => ({ body: { tier: 'launch' } }),
  'POST /api/user/unlock-agent/:agentId': () => ({ path: `/api/user/unlock-agent/${agentId}` }),
  'POST /api/sessions': async () => {
    await person.request('POST', '/api/account/voice-consent', {})
    return { body: { agentId } }
  },
  'PUT /api/user/sessions/:id/end': () => ({ path: `/api/user/sessions/${known.session}/end`, body: ended }),
  'POST /api/agent-requests': () => ({ body: agentRequest }),
  'POST /api/user/communications': () => ({ body: message }),
  'PATCH /api/user/communications/:id/read': async () => {
    const [from, me] = [await kit.registered(world), await person.request<{ id: string }>('GET', '/api/auth/user')]
    known.message = await addMessage(world.sql, { from: from.id, to: me.body.id, subject: 'Answer', minutes: 0 })
    return { path: `/api/user/communications/${known.message}/read` }
  },
  'DELETE /api/user/communications/:id': () => ({ path: `/api/user/communications/${known.message}` }),
  'PATCH /api/account/auto-purchase': () => ({ body: autoPurchase }),
}

/** Keeps or checks what a call answers. */
const keep: Record<string, (answer: Body) => unknown> = {
  'POST /api/auth/forgot-password': async () => {
    known.token = kit.tokenIn((await kit.waitForMails(world, email, 'Reset your password'))[0])
  },
  'GET /api/auth/verify-reset-token/:token': ({ valid }) => expect(valid).toBe(true),
  'POST /api/create-combined-purchase': async ({ clientSecret }) => {
    known.payment = await kit.payWithCard(world, String(clientSecret))
  },
  'POST /api/process-payment-success': ({ creditsAdded }) => expect(creditsAdded).toBe(120),
  'POST /api/sessions': ({ id }) => (known.session = String(id)),
  'PATCH /api/user/communications/:id/read': ({ isRead }) => expect(isRead).toBe(true),
  'PATCH /api/account/auto-purchase': (answer) => expect(answer).toMatchObject(autoPurchase),
}

const words = (text = '') => text.split(' ').filter(Boolean)
const table = rows
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))

/** Returns the names in an object, in the rows of a list, or in an optional value. */
function fieldsOf(schema: Schema | undefined): string[] {
  const def = schema?._zod.def as
    | { shape?: object; element?: Schema; innerType?: Schema; options?: Schema[] }
    | undefined
  if (!def) return []
  const others = [def.element, def.innerType, ...(def.options ?? [])].flatMap(fieldsOf)
  return Object.keys(def.shape ?? {}).concat(others)
}

describe('every call of the first specification exists, is guarded, and accepts and returns its fields (S196, S206-S240)', () => {
  it.each(table)('%s', async (signature = '', who, takes, gives) => {
    const call = calls.find((one) => `${one.call.method} ${one.call.path}` === signature)?.call
    expect(call?.who).toBe(who)
    expect(fieldsOf(call?.body)).toEqual(expect.arrayContaining(words(takes)))
    expect(fieldsOf(call?.answer)).toEqual(expect.arrayContaining(words(gives)))

    const [method = '', plainPath = ''] = signature.split(' ')
    const { path = plainPath, body } = (await asks[signature]?.()) ?? {}
    const reply = await person.request<Body | Body[]>(method, path, body)
    expect([reply.status, reply.body]).toEqual([call?.status, expect.anything()])
    const answer = Array.isArray(reply.body) ? reply.body[0] : reply.body
    expect(Object.keys(answer ?? {})).toEqual(expect.arrayContaining(words(gives)))
    await keep[signature]?.(answer ?? {})
  })
})
