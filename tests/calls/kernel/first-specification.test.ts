import { describe, expect, it } from 'vitest'
import type { Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import {
  addAgent,
  ownWorld,
  password,
  payWithCard,
  registered,
  type TestClient,
  tokenIn,
  waitForMails,
} from '#tests/calls.ts'
import { addMessage } from '../../kit/messages/messages.ts'

const world = await ownWorld()

/** What one call leaves for a later one. */
const known = {
  agentId: await addAgent(world, { isPremium: true }),
  payment: '',
  purchase: '',
  session: '',
  token: '',
  message: '',
}
const email = 'whole.list@example.com'
const names = { firstName: 'Lista', lastName: 'Reader' }
const input = { agentName: 'Coach', description: 'Coaches.', useCase: 'Other', priority: 'low' }

type Body = Record<string, unknown>
type Row = [
  signature: string,
  who: 'anyone' | 'person' | 'access',
  /** Fields of the payload. */
  takes: string[],
  /** Fields of the answer, or of each row of a list. */
  gives: string[],
  /** Makes the call for real. Returns its path and body, by default the plain path and no body. */
  ask?: () => { path?: string; body?: Body } | Promise<{ path?: string; body?: Body }>,
  /** Keeps what later calls need. */
  keep?: (answer: Body) => unknown,
]

/** Section 7 of the first specification, in an order in which one person can make every call. */
const rows: Row[] = [
  [
    'POST /api/auth/register',
    'anyone',
    ['email', 'password', 'firstName', 'lastName'],
    ['id'],
    () => ({ body: { email, password, ...names } }),
  ],
  ['POST /api/auth/logout', 'anyone', [], [], () => ({ body: {} })],
  [
    'POST /api/auth/forgot-password',
    'anyone',
    ['email'],
    [],
    () => ({ body: { email } }),
    async () => (known.token = tokenIn((await waitForMails(world, email, 'Reset your password'))[0])),
  ],
  [
    'GET /api/auth/verify-reset-token/:token',
    'anyone',
    [],
    ['valid'],
    () => ({ path: `/api/auth/verify-reset-token/${known.token}` }),
    ({ valid }) => expect(valid).toBe(true),
  ],
  [
    'POST /api/auth/reset-password',
    'anyone',
    ['token', 'newPassword'],
    [],
    () => ({ body: { token: known.token, newPassword: 'another-horse-8' } }),
  ],
  [
    'POST /api/auth/login',
    'anyone',
    ['email', 'password'],
    ['id', 'email', 'creditBalance'],
    () => ({ body: { email, password: 'another-horse-8' } }),
  ],
  ['GET /api/auth/user', 'person', [], ['id', 'email', 'firstName', 'role', 'creditBalance', 'subscriptionStatus']],
  [
    'POST /api/create-subscription-payment',
    'person',
    ['tier', 'amount'],
    ['clientSecret', 'message'],
    () => ({ body: { tier: 'starter', amount: 2.97 } }),
  ],
  [
    'POST /api/create-combined-purchase',
    'person',
    ['package', 'subscriptionPrice'],
    ['clientSecret'],
    () => ({ body: { package: 'uplift', subscriptionPrice: 2.97 } }),
    async ({ clientSecret }) => (known.payment = await payWithCard(world, String(clientSecret))),
  ],
  [
    'POST /api/process-payment-success',
    'person',
    ['paymentIntentId'],
    ['creditsAdded'],
    () => ({ body: { paymentIntentId: known.payment } }),
    ({ creditsAdded }) => expect(creditsAdded).toBe(120),
  ],
  ['POST /api/create-payment-intent', 'access', ['tier'], ['clientSecret'], () => ({ body: { tier: 'launch' } })],
  ['GET /api/user/first-time-eligible', 'person', [], ['isFirstTime']],
  ['GET /api/agents', 'person', [], ['id', 'name', 'description', 'category', 'isPremium', 'rating', 'sessionCount']],
  [
    'POST /api/user/unlock-agent/:agentId',
    'access',
    [],
    [],
    () => ({ path: `/api/user/unlock-agent/${known.agentId}` }),
  ],
  ['GET /api/user/unlocked-agents', 'person', [], ['agentId']],
  [
    'POST /api/sessions',
    'person',
    ['agentId'],
    ['id', 'conversationId', 'signedUrl'],
    async () => {
      await person.request('POST', '/api/account/voice-consent', {})
      return { body: { agentId: known.agentId } }
    },
    ({ id }) => (known.session = String(id)),
  ],
  [
    'PUT /api/user/sessions/:id/end',
    'person',
    ['duration', 'cost'],
    ['id', 'status', 'endedAt'],
    () => ({ path: `/api/user/sessions/${known.session}/end`, body: { duration: 0.1, cost: 0.01 } }),
  ],
  [
    'GET /api/user/sessions',
    'person',
    [],
    ['id', 'userId', 'agentId', 'duration', 'minutesUsed', 'cost', 'creditsDeducted', 'startedAt', 'endedAt', 'status'],
  ],
  [
    'GET /api/user/purchases',
    'person',
    [],
    ['id', 'userId', 'amount', 'creditsAdded', 'bonusAgents', 'stripePaymentIntentId', 'tier', 'createdAt'],
  ],
  [
    'GET /api/user/usage',
    'person',
    [],
    ['id', 'userId', 'sessionId', 'agentId', 'minutesUsed', 'creditsDeducted', 'balanceBefore', 'balanceAfter'],
  ],
  ['GET /api/subscription-status', 'person', [], ['status', 'tier', 'renewsAt', 'cancelAtPeriodEnd', 'graceEndsAt']],
  [
    'POST /api/agent-requests',
    'person',
    ['agentName', 'description', 'useCase', 'priority'],
    ['id', 'status'],
    () => ({ body: input }),
  ],
  [
    'GET /api/agent-requests',
    'person',
    [],
    ['id', 'userId', 'agentName', 'description', 'useCase', 'priority', 'status', 'createdAt', 'updatedAt'],
  ],
  [
    'POST /api/user/communications',
    'person',
    ['subject', 'message', 'messageType', 'priority'],
    ['id'],
    () => ({ body: { subject: 'Hello', message: 'World', messageType: 'general', priority: 'normal' } }),
  ],
  [
    'GET /api/user/communications',
    'person',
    [],
    ['id', 'fromUserId', 'toUserId', 'subject', 'message', 'messageType', 'isRead', 'priority', 'createdAt'],
  ],
  [
    'PATCH /api/user/communications/:id/read',
    'person',
    [],
    ['id', 'isRead'],
    async () => {
      const [from, me] = [await registered(world), await person.request<{ id: string }>('GET', '/api/auth/user')]
      known.message = await addMessage(world.sql, { from: from.id, to: me.body.id, subject: 'Answer', minutes: 0 })
      return { path: `/api/user/communications/${known.message}/read` }
    },
    ({ isRead }) => expect(isRead).toBe(true),
  ],
  [
    'DELETE /api/user/communications/:id',
    'person',
    [],
    [],
    () => ({ path: `/api/user/communications/${known.message}` }),
  ],
  [
    'GET /api/account/user',
    'person',
    [],
    ['firstName', 'lastName', 'email', 'subscriptionStatus', 'autoPurchaseEnabled', 'autoPurchaseThreshold'],
  ],
  [
    'GET /api/account/transactions',
    'person',
    [],
    ['id', 'type', 'description', 'createdAt', 'amount', 'creditsAdded', 'stripePaymentIntentId'],
  ],
  [
    'PATCH /api/account/auto-purchase',
    'person',
    ['enabled', 'tier', 'threshold'],
    ['enabled', 'tier', 'threshold'],
    () => ({ body: { enabled: true, tier: 'launch', threshold: 5 } }),
    (answer) => expect(answer).toMatchObject({ enabled: true, tier: 'launch', threshold: 5 }),
  ],
  ['POST /api/account/cancel-subscription', 'person', [], ['subscriptionStatus', 'cancelAtPeriodEnd', 'accessEndsAt']],
  ['GET /api/user/organization', 'person', [], ['isMember']],
]

let person: TestClient

describe('every call of the first specification exists, is guarded, and accepts and returns its fields (S196, S206-S240)', () => {
  it.each(rows)('%s', async (signature, who, takes, gives, ask, keep) => {
    person ??= world.visitor()
    const call = calls.find((one) => `${one.call.method} ${one.call.path}` === signature)?.call
    expect(call?.who).toBe(who)
    expect(fieldsOf(call?.body)).toEqual(expect.arrayContaining(takes))
    expect(fieldsOf(call?.answer)).toEqual(expect.arrayContaining(gives))

    const [method = '', plainPath = ''] = signature.split(' ')
    const { path = plainPath, body } = (await ask?.()) ?? {}
    const reply = await person.request<Body | Body[]>(method, path, body)
    expect([reply.status, reply.body]).toEqual([call?.status, expect.anything()])
    const answer = Array.isArray(reply.body) ? reply.body[0] : reply.body
    expect(Object.keys(answer ?? {})).toEqual(expect.arrayContaining(gives))
    await keep?.(answer ?? {})
  })
})

/** Returns the names in an object, in the rows of a list, or in an optional value. */
function fieldsOf(schema: Schema | undefined): string[] {
  const def = schema?._zod.def as
    | { shape?: object; element?: Schema; innerType?: Schema; options?: Schema[] }
    | undefined
  if (!def) return []
  const others = [def.element, def.innerType, ...(def.options ?? [])].flatMap(fieldsOf)
  return Object.keys(def.shape ?? {}).concat(others)
}
