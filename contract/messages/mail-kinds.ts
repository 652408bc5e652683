/**
 * Why a mail is sent: for a payment, for the safety of an account, in answer to what somebody did, or as a notice, which
 * its reader can stop (D193).
 */
export const mailPurposes = {
  receipt: 'payment',
  payment_failed: 'payment',
  subscription_cancelled: 'answer',
  subscription_resumed: 'answer',
  access_ended: 'notice',
  decline: 'payment',
  no_card: 'payment',
  cap_reached: 'notice',
  refund: 'payment',
  refund_failed: 'payment',
  dispute_opened: 'payment',
  dispute_won: 'payment',
  dispute_lost: 'payment',
  debt_forgiven: 'payment',
  order_reminder: 'notice',
  setup: 'answer',
  attach: 'answer',
  opened: 'answer',
  organization_overdue: 'payment',
  organization_cancelled: 'answer',
  organization_resumed: 'answer',
  organization_ended: 'notice',
  organization_archived: 'security',
  organization_shut: 'security',
  organization_restored: 'security',
  invitation: 'notice',
  address_proof: 'answer',
  seats_taken: 'notice',
  limit: 'notice',
  member_limit: 'notice',
  verification: 'answer',
  already_registered: 'security',
  new_address: 'answer',
  address_change: 'security',
  address_changed: 'security',
  reset: 'answer',
  password_changed: 'security',
  new_device: 'security',
  two_factor_on: 'security',
  two_factor_off: 'security',
  recovery_codes_renewed: 'security',
  recovery_code_used: 'security',
  codes_failed: 'security',
  staff_role: 'security',
  large_credit: 'security',
  export: 'answer',
  account_deletion: 'security',
  account_kept: 'security',
  account_closed: 'security',
  account_restored: 'security',
  recap: 'answer',
  steps_due: 'notice',
  contact_arrived: 'notice',
  contact_answer: 'answer',
  other: 'answer',
} as const satisfies Record<string, 'payment' | 'security' | 'answer' | 'notice'>

/** The kinds of mail that Luna sends; `other` is what an earlier release has queued. */
export type MailKind = keyof typeof mailPurposes
export const mailKinds = Object.keys(mailPurposes) as [MailKind, ...MailKind[]]

/** The mails that people can stop, in words for “You no longer get …” (D193). */
export const stoppableMails = {
  access_ended: 'emails about the end of your subscription',
  cap_reached: 'emails about your limit for automatic purchases',
  order_reminder: 'reminders of unpaid orders',
  organization_ended: 'emails about the end of an organization’s subscription',
  invitation: 'invitations to organizations',
  seats_taken: 'emails about taken seats',
  limit: 'emails about your monthly minutes',
  member_limit: 'emails about the monthly minutes of members',
  steps_due: 'reminders of next steps',
  contact_arrived: 'emails about messages from the contact page',
} as const satisfies Partial<Record<MailKind, string>>
export type StoppableMail = keyof typeof stoppableMails
export const stoppableKinds = Object.keys(stoppableMails) as [StoppableMail, ...StoppableMail[]]

/** Reminders and recaps quote what somebody wrote, so they go to confirmed addresses only (D193). */
const kindsForConfirmed: readonly MailKind[] = ['order_reminder', 'recap', 'steps_due']

/** Returns whether mails of a kind go only to addresses that their owners have confirmed. */
export function isForConfirmed(kind: MailKind): boolean {
  return kindsForConfirmed.includes(kind)
}

/** Mails that can be made again without an old secret: they say the same, with a new link where they had one. */
export const resendableMails = ['receipt', 'verification', 'invitation', 'setup'] as const satisfies MailKind[]

/** Returns whether a mail of this kind can be made again. */
export function isResendable(kind: MailKind): boolean {
  return (resendableMails as readonly MailKind[]).includes(kind)
}
