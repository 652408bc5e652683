import type { ConversationFacts } from '#contract/admin/conversation-facts.ts'
import type { LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import { formatDollars, formatDuration, minutesText } from '#contract/amounts.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { formatDate } from '#contract/dates.ts'
import { reasonText, declineText, refundReason } from '../payments/words.ts'

/** What a support person reads about a charge. Every figure comes from the server; here are only the sentences. */

/** Returns what a line's sentences explain. */
export function questionOf(line: TimelineLine): string {
  if (line.kind === 'refund' || line.kind === 'dispute' || line.kind === 'decline') return `Explain this ${line.kind}`
  return line.kind === 'minutes' && line.change > 0 ? 'Explain this credit' : 'Explain this charge'
}

/** Returns the sentences of "Explain this charge"; none for a line that moved neither minutes nor money. */
export function explain(line: TimelineLine): string[] {
  switch (line.kind) {
    case 'conversation':
      return explainConversation(line)
    case 'minutes':
      return explainMinutes(line)
    case 'payment':
      return explainPayment(line)
    case 'decline':
      return explainDecline(line)
    case 'refund':
    case 'dispute':
      return explainMoneyBack(line)
    default:
      return []
  }
}

/** Why a conversation ended, to complete "It ended because …". */
const endings: Record<EndReason, string> = {
  user: 'the person ended it',
  agent: 'the agent ended it',
  balance: 'the minutes were used up',
  budget: 'the member’s monthly limit was reached',
  limit: 'it reached the longest time that a conversation may take',
  idle: 'nobody spoke for a while',
  access: 'the person’s access ended',
  fault: 'the connection to the voice provider failed',
  gone: 'the connection was lost and nobody came back',
  team: 'the team ended it',
}

/** Why a conversation was free (D56, D71). */
const freeBecause: Record<NonNullable<ConversationFacts['freeReason']>, string> = {
  test: 'an admin was testing the agent',
  not_started: 'it never reached the voice provider',
  silent: 'no sound came from the agent',
  short: 'conversations under 10 seconds are free',
}

/** Returns what a conversation cost and why, one sentence each. */
export function explainConversation({ facts, endReason, status }: LineOf<'conversation'>): string[] {
  return [
    openSentence(facts, status === 'active'),
    ...(endReason ? [`It ended because ${endings[endReason]}.`] : []),
    ...waitSentences(facts),
    ...heardSentences(facts, status === 'active'),
    ...lineSentences(facts),
    ...chargeSentences(facts),
    ...providerSentences(facts, status === 'active'),
    ...(facts.credited > 0 ? [`The team gave ${formatDuration(facts.credited)} back.`] : []),
  ]
}

function openSentence({ open, measured }: ConversationFacts, isLive: boolean): string {
  if (!isLive) return `The conversation was open for ${formatDuration(open)}.`
  return `The conversation has been open for ${formatDuration(open)} and is still live. So far, ${formatDuration(measured)} of it counts.`
}

function waitSentences({ waited }: ConversationFacts): string[] {
  if (waited === null) return ['Charging never began, because the voice provider did not start the conversation.']
  if (waited === 0) return ['Charging began as soon as it was opened.']
  return [`Charging began when the voice provider started it, ${formatDuration(waited)} after it was opened.`]
}

/** Whether and when the agent could be heard, which is what complaints are often about. */
function heardSentences({ waited, heardAfter, wasHeard }: ConversationFacts, isLive: boolean): string[] {
  if (waited === null) return []
  if (heardAfter !== null) return [`The agent first spoke ${formatDuration(heardAfter)} after the start.`]
  if (wasHeard) return ['The agent spoke.']
  return [isLive ? 'The agent has not spoken yet.' : 'The agent never spoke.']
}

/** When the line died, and what was free because of it (D176). */
function lineSentences({ free, lostAfter, backAfter }: ConversationFacts): string[] {
  return [
    ...(lostAfter === null ? [] : [gapSentence(lostAfter, backAfter)]),
    ...(free > 0 ? [`${formatDuration(free)} was free because the line to the browser was dead.`] : []),
  ]
}

function gapSentence(lostAfter: number, backAfter: number | null): string {
  const died = `The line to the browser died ${formatDuration(lostAfter)} after the start`
  if (backAfter === null) return `${died} and did not come back.`
  return `${died} and came back ${formatDuration(backAfter - lostAfter)} later.`
}

function chargeSentences({ charged, measured, freeReason, fromMonth, fromPurchased }: ConversationFacts): string[] {
  if (charged === null) return []
  if (charged === 0)
    return [freeReason ? `Nothing was charged because ${freeBecause[freeReason]}.` : 'Nothing was charged.']
  const bounded =
    measured > charged
      ? [
          `Our clock measured ${formatDuration(measured)}, but no more than ${formatDuration(charged)} was left to charge.`,
        ]
      : []
  return [...bounded, `${formatDuration(charged)} was charged${fromWhere(fromMonth, fromPurchased)}.`]
}

function fromWhere(fromMonth: number | null, fromPurchased: number | null): string {
  if (fromMonth === null || fromPurchased === null) return ''
  if (fromPurchased === 0) return ', all from the month’s minutes'
  if (fromMonth === 0) return ', all from purchased minutes'
  return `: ${formatDuration(fromMonth)} from the month’s minutes and ${formatDuration(fromPurchased)} from purchased minutes`
}

function providerSentences({ provider, givenBack, charged }: ConversationFacts, isLive: boolean): string[] {
  if (provider === null) return isLive || charged === 0 ? [] : ['The voice provider has not reported its own figure.']
  const figure = `The voice provider measured ${formatDuration(provider)}.`
  if (givenBack === 0) return [figure]
  return [figure, `That is less than we charged, so ${formatDuration(givenBack)} went back automatically.`]
}

type Minutes = LineOf<'minutes'>

/** Returns what caused a change and what it did to the balance, one sentence each. */
export function explainMinutes(line: Minutes): string[] {
  return [
    causeSentence(line),
    ...(line.by ? [`${line.by} made the correction.`] : []),
    ...(line.reason ? [`Reason: “${line.reason}”`] : []),
    ...bucketSentences(line),
    balanceSentence(line.balanceBefore, line.balanceAfter),
  ]
}

/** Returns the balance before and after. */
function balanceSentence(before: number, after: number): string {
  if (before === after) return `The balance stayed at ${formatDuration(after)}.`
  return `The balance went from ${formatDuration(before)} to ${formatDuration(after)}.`
}

function causeSentence({ entry, change, agentName, receiptNumber }: Minutes): string {
  const time = formatDuration(Math.abs(change))
  const paid = receiptNumber ? ` of receipt ${receiptNumber}` : ''
  const sentences: Record<Minutes['entry'], string> = {
    usage: change === 0 ? 'The conversation was free.' : `The conversation used ${time}.`,
    talk_credit: `${time} went back because the voice provider measured less than was charged.`,
    unlock: `Unlocking ${agentName ?? 'an agent'} took ${time}.`,
    purchase: `A package${paid} gave ${time}.`,
    bonus: `The first package gave ${time} more as a bonus.`,
    referral: `Someone whom this person invited made a first payment, which gave ${time}.`,
    adjustment: change < 0 ? `A correction took ${time}.` : `A correction gave ${time}.`,
    monthly_grant: `A paid month${paid} gave ${time}.`,
    monthly_lapse: `The month ended, and the ${time} left over lapsed.`,
    refund: `A payment was refunded, which took ${time} back.`,
    freeze: `A payment is in dispute, so ${time} was taken or frozen.`,
    release: `${time} came back because a refund or a dispute was undone.`,
  }
  return sentences[entry]
}

function bucketSentences({ change, fromMonth }: Minutes): string[] {
  if (fromMonth === null || change >= 0) return []
  const purchased = Math.abs(change) - fromMonth
  if (purchased === 0) return ['All of it came from the month’s minutes.']
  if (fromMonth === 0) return ['All of it came from purchased minutes.']
  return [
    `${formatDuration(fromMonth)} came from the month’s minutes and ${formatDuration(purchased)} from purchased minutes.`,
  ]
}

/** Returns what a payment was for, what it gave and which tries failed, one sentence each. */
export function explainPayment(line: LineOf<'payment'>): string[] {
  const { state, amount, description, given, receiptNumber, periodEndsAt, refundable, waiting } = line
  const price = formatDollars(amount)
  if (state !== 'paid') return [unpaidSentence(line), ...attemptSentences(line), 'Nothing was charged.']
  const back = Math.round((amount - refundable - waiting) * 100) / 100
  return [
    `${price} was paid for ${description}${line.paidWith ? ` with ${line.paidWith}` : ''}.`,
    ...(line.isAutomatic ? ['Luna bought it automatically because the balance was low.'] : []),
    ...attemptSentences(line),
    given > 0 ? `It gave ${minutesText(given / 60)}.` : 'It gave no minutes.',
    ...(periodEndsAt ? [`The paid month ends on ${formatDate(periodEndsAt)}.`] : []),
    ...(receiptNumber ? [`The receipt is ${receiptNumber}.`] : []),
    ...(back > 0 ? [`${formatDollars(back)} of it went back or is on its way back.`] : []),
    ...(waiting > 0 ? [`A refund of ${formatDollars(waiting)} waits for approval.`] : []),
  ]
}

function unpaidSentence({ state, amount, description }: LineOf<'payment'>): string {
  const payment = `The payment of ${formatDollars(amount)} for ${description}`
  if (state === 'declined') return `${payment} was declined.`
  if (state === 'replaced') return `${payment} was opened and then replaced by another one.`
  return `${payment} was opened and has not been finished.`
}

function attemptSentences({ attempts }: LineOf<'payment'>): string[] {
  return attempts.map(({ at, declineCode, needsConfirmation }) => {
    const when = formatDate(at, true)
    if (needsConfirmation) return `On ${when} the bank wanted the person to confirm the payment.`
    if (declineCode) return `On ${when} the card was declined: ${declineText(declineCode)}.`
    return `It was opened on ${when}.`
  })
}

/** Returns what was tried and why it failed, one sentence each. */
export function explainDecline({ amount, description, card, code }: LineOf<'decline'>): string[] {
  const payment = `The payment of ${formatDollars(amount)} for ${description}${card ? ` with ${card}` : ''}`
  return [`${payment} was declined: ${declineText(code)}.`, 'Nothing was charged by this try.']
}

const refundStates: Record<LineOf<'refund'>['state'], string> = {
  requested: 'It was requested, and the payment provider has not answered yet.',
  pending: 'The payment provider is sending it back.',
  succeeded: 'The money went back to the card.',
  failed: 'It failed, so the money stayed with us.',
  canceled: 'It was canceled, so the money stayed with us.',
}

const disputeStates: Record<LineOf<'dispute'>['state'], string> = {
  open: 'The bank is still looking into it, and the minutes are frozen.',
  won: 'We won, and the minutes are back.',
  lost: 'We lost, and the bank took the money back.',
  none: 'It was an inquiry only, and no money moved.',
}

/** Returns what went back, why and how it stands, one sentence each. */
export function explainMoneyBack(line: LineOf<'refund'> | LineOf<'dispute'>): string[] {
  const { amount, paymentReceipt, taken } = line
  const of = paymentReceipt ? ` of receipt ${paymentReceipt}` : ''
  return [
    line.kind === 'refund'
      ? refundSentence(line.by, `${formatDollars(amount)}${of}`)
      : `The person’s bank asked for ${formatDollars(amount)}${of} back.`,
    line.kind === 'refund' ? refundStates[line.state] : disputeStates[line.state],
    ...(taken > 0 ? [`${formatDuration(taken)} was taken back from the balance.`] : []),
    ...reasonSentences(line),
  ]
}

/** A refund that nobody on the team requested was made at Stripe, or by Luna itself. */
function refundSentence(by: string | null, what: string): string {
  return by ? `${by} refunded ${what}.` : `${what} was refunded at Stripe or by Luna.`
}

function reasonSentences(line: LineOf<'refund'> | LineOf<'dispute'>): string[] {
  if (!line.reason) return []
  return [`Reason: “${line.kind === 'refund' ? refundReason(line.reason) : reasonText(line.reason)}”`]
}
