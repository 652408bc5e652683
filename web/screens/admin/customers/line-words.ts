import type { LineKind, LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import { countText, formatDollars, formatDuration } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { accountEventKinds } from '#contract/identity/account-events.ts'
import type { MailKind } from '#contract/messages/mail-kinds.ts'
import { nameAct } from '../audit/act-words.ts'
import { declineText } from '../payments/words.ts'

/** The title of a line of the timeline, the line below it, and its figure, for support. */

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

/** Returns the name of a change of the balance. */
export function nameMinutes({ entry, agentName }: Pick<LineOf<'minutes'>, 'entry' | 'agentName'>): string {
  const withAgent = agentName ? ` with ${agentName}` : ''
  const names: Record<LineOf<'minutes'>['entry'], string> = {
    usage: `Minutes of the conversation${withAgent}`,
    talk_credit: `Time given back for the conversation${withAgent}`,
    unlock: agentName ? `Unlocked ${agentName}` : 'Unlocked an agent',
    purchase: 'Purchased minutes',
    bonus: 'First-package bonus',
    referral: 'Invitation reward',
    adjustment: 'Correction by the team',
    monthly_grant: 'Minutes of the month',
    monthly_lapse: 'Unused minutes of a month that ended',
    refund: 'Minutes of a refunded payment',
    freeze: 'Minutes of a disputed payment, frozen',
    release: 'Minutes given back',
  }
  return names[entry]
}

type Change = LineOf<'subscription'>

/** Returns the name of a change of a subscription. */
function nameChange({ event, seats }: Change): string {
  switch (event) {
    case 'past_due':
      return 'The renewal failed'
    case 'seats_changed':
      return `Seats changed to ${countText(seats ?? 0, 'seat')}`
    case 'canceled':
      return 'Subscription canceled'
    case 'resumed':
      return 'Subscription resumed'
    case 'ended':
      return 'Subscription ended'
  }
}

/** Returns who made a change, and what follows. */
function changeDetails({ event, monthEndsAt, by }: Change): string[] {
  if (event === 'past_due' || event === 'seats_changed') return []
  const details = [by ? nameCause(by) : 'Reported by the payment provider']
  if (monthEndsAt === null) return details
  return [...details, `${event === 'canceled' ? 'ends' : 'renews'} on ${formatDate(monthEndsAt)}`]
}

function nameCause({ who, name }: NonNullable<Change['by']>): string {
  switch (who) {
    case 'customer':
      return 'By the customer'
    case 'team':
      return `By the team, ${name}`
    case 'admin':
      return `By ${name}`
  }
}

type Security = LineOf<'security'>

export const securityNames: Record<Security['event'], string> = {
  registered: 'Created the account',
  signed_in: 'Signed in',
  recovery_code_used: 'Used a recovery code',
  leaving: 'Asked to delete the account',
  password_set: 'Set the first password',
  password_changed: 'Changed the password',
  password_reset: 'Reset the password with a mailed link',
  email_confirmed: 'Confirmed the email address',
  email_change_requested: 'Asked to change the email address',
  email_changed: 'Changed the email address',
  two_factor_on: 'Turned on two-factor sign-in',
  two_factor_off: 'Turned off two-factor sign-in',
  recovery_codes_renewed: 'Made new recovery codes',
}

/** Returns the browser of a sign-in, or who made a change. */
function securityDetails({ event, browser, isByOperator }: Security): string[] {
  if (browser !== null) return [browser]
  if (isByOperator) return ['By an operator']
  return accountEventKinds.some((kind) => kind === event) ? ['By the customer'] : []
}

/** The names of the kinds of mail. */
export const mailNames: Record<MailKind, string> = {
  receipt: 'Receipt',
  payment_failed: 'Failed renewal',
  subscription_cancelled: 'Subscription canceled',
  subscription_resumed: 'Subscription resumed',
  access_ended: 'Access ended',
  decline: 'Auto-purchase declined',
  no_card: 'Auto-purchase without a card',
  cap_reached: 'Auto-purchase limit reached',
  refund: 'Refund',
  refund_failed: 'Failed refund',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  debt_forgiven: 'Debt forgiven',
  order_reminder: 'Unpaid order',
  setup: 'Setup link',
  attach: 'Request to run an organization',
  opened: 'Organization opened',
  organization_overdue: 'Organization overdue',
  organization_cancelled: 'Organization canceled',
  organization_resumed: 'Organization resumed',
  organization_ended: 'Organization ended',
  organization_archived: 'Organization archived',
  organization_shut: 'Organization closed by the team',
  organization_restored: 'Organization restored',
  invitation: 'Invitation',
  address_proof: 'Proof of address to join',
  seats_taken: 'All seats taken',
  limit: 'Monthly limit',
  member_limit: 'Monthly limit of a member',
  verification: 'Confirmation of the address',
  already_registered: 'Already registered',
  new_address: 'Confirmation of a new address',
  address_change: 'Change of address requested',
  address_changed: 'Address changed',
  reset: 'Password reset link',
  password_changed: 'Password changed',
  new_device: 'New sign-in',
  two_factor_on: 'Two-factor sign-in on',
  two_factor_off: 'Two-factor sign-in off',
  recovery_codes_renewed: 'New recovery codes',
  recovery_code_used: 'Recovery code used',
  codes_failed: 'Wrong sign-in codes',
  staff_role: 'Staff role given',
  large_credit: 'Large credit given',
  export: 'Data export',
  account_deletion: 'Account deletion requested',
  account_kept: 'Account kept',
  account_closed: 'Account closed by the team',
  account_restored: 'Account restored',
  recap: 'Recap of a conversation',
  steps_due: 'Reminder of next steps',
  contact_arrived: 'Contact message arrived',
  contact_answer: 'Answer to a contact message',
  other: 'Other email',
}
