import { nameAct } from '../../audit/act-words.ts'
import type { LineKind, LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import { formatDollars, formatDuration } from '#contract/amounts.ts'
import { mailNames } from './mail-words.ts'
import { explainConversation } from './explain-words.ts'
import { explainMinutes, nameMinutes } from './minutes-words.ts'
import { declineText, explainDecline, explainMoneyBack, explainPayment } from './payment-words.ts'
import { securityDetails, securityNames } from './security-words.ts'
import { changeDetails, nameChange } from './subscription-words.ts'

/** The names of the kinds of lines, as filters show them. */
export const kindNames: Record<LineKind, string> = {
  conversation: 'Conversations',
  minutes: 'Minutes',
  payment: 'Payments',
  decline: 'Declines',
  refund: 'Refunds',
  dispute: 'Disputes',
  subscription: 'Subscription',
  mail: 'Emails',
  message: 'Messages',
  act: 'Team',
  security: 'Security',
}

/** What a line calls the line of its cause. */
export const causeNames: Record<LineKind, string> = {
  conversation: 'conversation',
  minutes: 'minutes',
  payment: 'payment',
  decline: 'decline',
  refund: 'refund',
  dispute: 'dispute',
  subscription: 'change',
  mail: 'email',
  message: 'message',
  act: 'team’s action',
  security: 'security event',
}

const paymentNames: Record<LineOf<'payment'>['state'], string> = {
  paid: 'Paid',
  open: 'Payment opened',
  declined: 'Payment declined',
  replaced: 'Payment replaced',
}

/** Returns the title of a line. */
export function titleOf(line: TimelineLine): string {
  switch (line.kind) {
    case 'conversation':
      return `Conversation with ${line.agentName}`
    case 'minutes':
      return nameMinutes(line)
    case 'payment':
      return `${paymentNames[line.state]}: ${line.description}`
    case 'decline':
      return `Card declined: ${line.description}`
    case 'refund':
      return line.paymentReceipt ? `Refund of ${line.paymentReceipt}` : 'Refund'
    case 'dispute':
      return line.paymentReceipt ? `Dispute of ${line.paymentReceipt}` : 'Dispute'
    case 'subscription':
      return nameChange(line)
    case 'mail':
      return line.subject || mailNames[line.mail]
    case 'message':
      return line.subject
    case 'act':
      return nameAct(line.action)
    case 'security':
      return securityNames[line.event]
  }
}

/** Returns the line below the title, in parts. */
export function detailsOf(line: TimelineLine): string[] {
  switch (line.kind) {
    case 'conversation':
      return conversationDetails(line)
    case 'minutes':
      return [`Balance ${formatDuration(line.balanceBefore)} → ${formatDuration(line.balanceAfter)}`]
    case 'payment':
      return [line.receiptNumber, line.isAutomatic ? 'Automatic' : null, line.paidWith].filter((part) => part !== null)
    case 'decline':
      return [formatDollars(line.amount), line.card, declineText(line.code)].filter((part) => part !== null)
    case 'refund':
    case 'dispute':
      return [line.receiptNumber].filter((part) => part !== null)
    case 'mail':
      return [mailNames[line.mail], `to ${line.to}`, ...(line.outcome === 'delivered' ? ['delivered'] : [])]
    case 'message':
      return [line.isFromCustomer ? 'From the customer' : 'To the customer']
    case 'act':
      return [line.adminEmail]
    case 'security':
      return securityDetails(line)
    case 'subscription':
      return changeDetails(line)
  }
}

function conversationDetails({ facts, version, organization }: LineOf<'conversation'>): string[] {
  const parts = [`Measured ${formatDuration(facts.measured)}`]
  if (facts.provider !== null) parts.push(`provider ${formatDuration(facts.provider)}`)
  if (facts.free > 0) parts.push(`free ${formatDuration(facts.free)}`)
  if (facts.charged !== null)
    parts.push(facts.charged === 0 ? 'not charged' : `charged ${formatDuration(facts.charged)}`)
  if (version !== null) parts.push(`version ${version}`)
  if (organization) parts.push(`paid by ${organization.name}`)
  return parts
}

/** Returns the figure at the end of a line: minutes or money that moved. */
export function figureOf(line: TimelineLine): string | null {
  switch (line.kind) {
    case 'conversation':
      return line.facts.charged ? `−${formatDuration(line.facts.charged)}` : null
    case 'minutes':
      return line.change === 0 ? null : `${line.change < 0 ? '−' : '+'}${formatDuration(Math.abs(line.change))}`
    case 'payment':
      return line.state === 'paid' ? formatDollars(line.amount) : null
    case 'refund':
    case 'dispute':
      return formatDollars(-line.amount)
    default:
      return null
  }
}

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
