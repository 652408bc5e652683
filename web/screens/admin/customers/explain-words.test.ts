import { describe, expect, it } from 'vitest'
import type { ConversationFacts } from '#contract/admin/conversation-facts.ts'
import type { LineOf } from '#contract/admin/timeline.ts'
import { endReasons } from '#contract/conversations/voice-socket.ts'
import { explainConversation, explainMinutes, explainMoneyBack, explainPayment } from './explain-words.ts'

const times = {
  open: 62,
  waited: 4,
  heardAfter: 6,
  wasHeard: true,
  measured: 41,
  free: 17,
  lostAfter: 45,
  backAfter: null,
}
const charge = { charged: 41, fromMonth: 30, fromPurchased: 11, provider: 43, givenBack: 0, credited: 0 }
const facts: ConversationFacts = { ...times, ...charge, freeReason: null }

const ended = { status: 'completed', endReason: 'user', endedAt: '2026-11-26T14:04:02.000Z' } as const
const who = { agentName: 'Ana', version: 1, person: { id: '2', name: 'Ben Reed' }, organization: null }
const line = { kind: 'conversation', id: '1', at: '2026-11-26T14:03:00.000Z' } as const
const talk: LineOf<'conversation'> = { ...line, ...ended, ...who, facts, balanceBefore: 600, balanceAfter: 559 }

const told = (changed: Partial<ConversationFacts>, line: Partial<LineOf<'conversation'>> = {}) =>
  explainConversation({ ...talk, ...line, facts: { ...facts, ...changed } }).join(' ')

describe('"Explain this charge" of a conversation', () => {
  it("names length, start, free and charged time with its source, and the provider's measure", () => {
    expect(explainConversation(talk)).toEqual([
      'The conversation was open for 1:02.',
      'It ended because the person ended it.',
      'Charging began when the voice provider started it, 0:04 after it was opened.',
      'The agent first spoke 0:06 after the start.',
      'The line to the browser died 0:45 after the start and did not come back.',
      '0:17 was free because the line to the browser was dead.',
      '0:41 was charged: 0:30 from the month’s minutes and 0:11 from purchased minutes.',
      'The voice provider measured 0:43.',
    ])
  })

  it('says whether the agent was heard, as far as that is known', () => {
    expect(told({ heardAfter: null })).toContain(' The agent spoke.')
    expect(told({ heardAfter: null, wasHeard: false })).toContain('The agent never spoke.')
    const live = { status: 'active', endReason: null } as const
    expect(told({ heardAfter: null, wasHeard: false }, live)).toContain('The agent has not spoken yet.')
  })

  it('says that a line came back, and nothing of one that never died', () => {
    expect(told({ backAfter: 51 })).toContain('died 0:45 after the start and came back 0:06 later.')
    expect(told({ lostAfter: null, free: 0 })).not.toContain('line')
  })

  it('has its own words for each reason of an end', () => {
    const sentences = endReasons.map((endReason) => told({}, { endReason }))
    expect(new Set(sentences).size).toBe(endReasons.length)
    expect(told({}, { endReason: 'team' })).toContain('It ended because the team ended it.')
  })

  it.each([
    ['test', 'Nothing was charged because an admin was testing the agent.'],
    ['silent', 'Nothing was charged because no sound came from the agent.'],
    ['short', 'Nothing was charged because conversations under 10 seconds are free.'],
    ['not_started', 'Charging never began, because the voice provider did not start the conversation. The line'],
    [null, 'Nothing was charged.'],
  ] as const)('has its own words for a free one: %s (D71)', (freeReason, words) => {
    const waited = freeReason === 'not_started' ? null : 4
    expect(told({ charged: 0, fromMonth: 0, waited, freeReason })).toContain(words)
  })

  it('says where a charge came from only where that is known', () => {
    expect(told({ fromMonth: null, fromPurchased: null })).toContain('0:41 was charged. The voice')
    expect(told({ fromMonth: 41, fromPurchased: 0 })).toContain('0:41 was charged, all from the month’s minutes.')
    expect(told({ fromMonth: 0, fromPurchased: 41 })).toContain('0:41 was charged, all from purchased minutes.')
    expect(told({ charged: 1, measured: 1, fromMonth: 1, fromPurchased: 0 })).toContain('0:01 was charged')
  })

  it('says when the balance was the limit, and what went back', () => {
    expect(told({ measured: 50 })).toContain('Our clock measured 0:50, but no more than 0:41 was left to charge.')
    expect(told({ provider: 30, givenBack: 11 })).toContain('so 0:11 went back automatically.')
    expect(told({ credited: 41 })).toContain('The team gave 0:41 back.')
    expect(told({ provider: null })).toContain('The voice provider has not reported its own figure.')
  })

  it('counts what is live so far', () => {
    const open = { charged: null, fromMonth: null, fromPurchased: null, provider: null, free: 0, lostAfter: null }
    expect(told(open, { status: 'active', endReason: null, endedAt: null })).toBe(
      'The conversation has been open for 1:02 and is still live. So far, 0:41 of it counts. Charging began when the voice provider started it, 0:04 after it was opened. The agent first spoke 0:06 after the start.',
    )
  })
})

const bought = { description: 'Uplift: 120 minutes', amount: 25, refundable: 25, given: 9000, isAutomatic: false }
const paid = { state: 'paid', paidWith: 'Visa ending in 4242', receiptNumber: 'L-000001', attempts: [] } as const
const made = { kind: 'payment', id: '3', at: '2026-11-15T08:00:00.000Z', periodEndsAt: null, waiting: 0 } as const
const payment: LineOf<'payment'> = { ...made, ...bought, ...paid, attempts: [] }

describe('"Explain this charge" of a payment', () => {
  it('says what it was for, what it gave and which receipt it has', () => {
    expect(explainPayment(payment)).toEqual([
      '$25.00 was paid for Uplift: 120 minutes with Visa ending in 4242.',
      'It gave 150 minutes.',
      'The receipt is L-000001.',
    ])
    const back = explainPayment({ ...payment, refundable: 10, waiting: 3 })
      .slice(3)
      .join(' ')
    expect(back).toBe('$12.00 of it went back or is on its way back. A refund of $3.00 waits for approval.')
  })

  it('says why the bank declined, and that nothing was charged', () => {
    const attempts = [{ at: payment.at, declineCode: 'insufficient_funds', needsConfirmation: false }]
    const sentences = explainPayment({ ...payment, state: 'declined', receiptNumber: null, attempts }).join(' ')
    expect(sentences).toContain('The payment of $25.00 for Uplift: 120 minutes was declined.')
    expect(sentences).toContain('the card was declined: not enough money on the card. Nothing was charged.')
  })

  it('says of a dispute and a refund who wanted it, how far it is, what it took back and why', () => {
    const back = { id: '4', at: payment.at, payment: null, paymentReceipt: 'L-000001', receiptNumber: null }
    const lost = { ...back, kind: 'dispute', amount: 25, taken: 0, reason: 'fraudulent', state: 'open' } as const
    const dispute: LineOf<'dispute'> = lost
    expect(explainMoneyBack(dispute).at(-1)).toBe('Reason: “The cardholder did not make this payment”')
    const given = { kind: 'refund', amount: 10, taken: 600, reason: 'Never started', state: 'succeeded' } as const
    const refund: LineOf<'refund'> = { ...back, ...given, by: 'ada@luna.test' }
    const rest = 'The money went back to the card. 10:00 was taken back from the balance. Reason: “Never started”'
    expect(explainMoneyBack(refund).join(' ')).toBe(`ada@luna.test refunded $10.00 of receipt L-000001. ${rest}`)
    const byStripe = explainMoneyBack({ ...refund, by: null, reason: 'requested_by_customer' })
    expect(byStripe[0]).toBe('$10.00 of receipt L-000001 was refunded at Stripe or by Luna.')
    expect(byStripe.at(-1)).toBe('Reason: “Requested by the customer”')
  })
})

it('"Explain this charge" of a line of the ledger says the cause, the buckets and the balance', () => {
  const figures = { change: -41, balanceBefore: 600, balanceAfter: 559, fromMonth: 30 }
  const unknown = { receiptNumber: null, by: null, reason: null, cause: null }
  const line = { kind: 'minutes', id: '5', at: payment.at, entry: 'usage', agentName: 'Ana' } as const
  const minutes: LineOf<'minutes'> = { ...line, ...figures, ...unknown }
  expect(explainMinutes(minutes)).toEqual([
    'The conversation used 0:41.',
    '0:30 came from the month’s minutes and 0:11 from purchased minutes.',
    'The balance went from 10:00 to 9:19.',
  ])
  const correction = { ...minutes, entry: 'adjustment', change: 41, by: 'ada@luna.test', reason: 'Silent' } as const
  expect(explainMinutes(correction)).toEqual([
    'A correction gave 0:41.',
    'ada@luna.test made the correction.',
    'Reason: “Silent”',
    'The balance went from 10:00 to 9:19.',
  ])
})
