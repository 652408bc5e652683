import type { Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { expect, it } from '#tests/calls.ts'

/** Section 7 of the first specification: each call's caller, its fields, and those of its answer or row. */
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

it.each(table)('%s is for %s, and takes and gives its fields (S196, S206-S240)', (signature, who, takes, gives) => {
  const call = calls.find((one) => `${one.call.method} ${one.call.path}` === signature)?.call
  expect(call?.who).toBe(who)
  expect(fieldsOf(call?.body)).toEqual(expect.arrayContaining(words(takes)))
  expect(fieldsOf(call?.answer)).toEqual(expect.arrayContaining(words(gives)))
})
