import { formatLongDay } from '#contract/dates.ts'
import { type Mail, writeMail } from './write-mail.ts'

/** Mails about an organization's order, payments and access. */

/** The recipient of a mail about an organization; `site` is the origin for links. */
export interface Addressed {
  to: string
  organizationName: string
  site: string
}

/** The order has not been paid and still can be; sent once. */
export function orderReminderMail({ to, organizationName }: Addressed, open: { url: string; expiresAt: Date }): Mail {
  return writeMail({
    kind: 'order_reminder',
    to,
    subject: `Your order for ${organizationName} has not been paid yet`,
    paragraphs: [
      `You registered ${organizationName} on Luna, but its package has not been paid for yet. Nothing was charged.`,
      `We keep your order until ${formatLongDay(open.expiresAt)}. If you no longer want it, or if this was not you, you can ignore this email. We will not remind you again.`,
    ],
    actions: [{ label: 'Continue to Payment', url: open.url }],
  })
}

/** The organization is set up, and its admin still has to choose a password (D105). */
export function setupMail({ to, organizationName }: Addressed, url: string): Mail {
  return writeMail({
    kind: 'setup',
    to,
    subject: `${organizationName} is ready`,
    paragraphs: [
      `Thank you. ${organizationName} is set up on Luna, and its minutes are in the pool.`,
      'Choose a password for your account to open the dashboard. The link works once, within seven days.',
    ],
    actions: [{ label: 'Set your password', url }],
  })
}

/** The organization is set up; the account with its contact address can become its admin (D106). */
export function attachMail({ to, organizationName }: Addressed, url: string): Mail {
  return writeMail({
    kind: 'attach',
    to,
    subject: `${organizationName} is ready`,
    paragraphs: [
      `${organizationName} is set up on Luna, with this address as its contact. You already have an account with this address.`,
      `Sign in to attach ${organizationName} to your account, or to tell us that it is not yours.`,
    ],
    actions: [{ label: `Sign in to attach ${organizationName}`, url }],
  })
}

/** A waiting organization has paid for its package (D130). */
export function openedMail(about: Addressed): Mail {
  return writeMail({
    kind: 'opened',
    to: about.to,
    subject: `${about.organizationName} is open`,
    paragraphs: [
      `Thank you. The minutes of your package are in the pool of ${about.organizationName}, and its people can now talk to its agents.`,
    ],
    actions: [dashboardOf(about)],
  })
}

/** A renewal failed; everyone keeps access until `graceEndsAt` (D129). */
export function organizationOverdueMail(about: Addressed, graceEndsAt: Date | null): Mail {
  const access = graceEndsAt
    ? `Its people keep their access until ${formatLongDay(graceEndsAt)}. Please settle the payment by then.`
    : 'Its people will not have access until the payment is settled.'
  return writeMail({
    kind: 'organization_overdue',
    to: about.to,
    subject: `The payment for ${about.organizationName} failed`,
    paragraphs: [
      `We could not collect this month's payment for ${about.organizationName}: the card was declined, or the bank wants you to confirm the payment.`,
      `${access} We keep the minutes in the pool either way.`,
    ],
    actions: [dashboardOf(about)],
  })
}

export function organizationCancelledMail(about: Addressed, endsAt: Date): Mail {
  return writeMail({
    kind: 'organization_cancelled',
    to: about.to,
    subject: `The subscription of ${about.organizationName} is canceled`,
    paragraphs: [
      `It ends on ${formatLongDay(endsAt)} and will not be charged again.`,
      'We keep the minutes in the pool and all members, before and after that day.',
    ],
    actions: [dashboardOf(about)],
  })
}

export function organizationResumedMail(about: Addressed, renewsAt: Date): Mail {
  return writeMail({
    kind: 'organization_resumed',
    to: about.to,
    subject: `The subscription of ${about.organizationName} continues`,
    paragraphs: [`It is no longer canceled and renews on ${formatLongDay(renewsAt)}.`],
    actions: [dashboardOf(about)],
  })
}

export function organizationEndedMail(about: Addressed, { isUnpaid }: { isUnpaid: boolean }): Mail {
  const why = isUnpaid
    ? 'We could not collect the payment for its subscription, so it has ended. We will not charge you for it again.'
    : 'Its subscription has ended, as you asked.'
  return writeMail({
    kind: 'organization_ended',
    to: about.to,
    subject: `Access for ${about.organizationName} has ended`,
    paragraphs: [why, 'We keep the minutes in the pool and all members. You can still view everything in it.'],
    actions: [dashboardOf(about)],
  })
}

/** An admin has archived the organization; the other admins need to know right away (D131). */
export function organizationArchivedMail(about: Addressed, endsAt: Date | null): Mail {
  const plan = endsAt ? ` Its subscription ends on ${formatLongDay(endsAt)} and will not be charged again.` : ''
  return writeMail({
    kind: 'organization_archived',
    to: about.to,
    subject: `${about.organizationName} is archived`,
    paragraphs: [
      `An admin has archived ${about.organizationName}. Its people can no longer talk to its agents.${plan}`,
      'The minutes in the pool, all members and their history are kept, and you can still view them. If this was a mistake, please contact us.',
    ],
    actions: [dashboardOf(about), contactOf(about)],
  })
}

/** A platform admin has ended its access; its subscription is not charged again (D149). */
export function organizationShutMail(about: Addressed): Mail {
  return writeMail({
    kind: 'organization_shut',
    to: about.to,
    subject: `Access for ${about.organizationName} has ended`,
    paragraphs: [
      `We have ended access for ${about.organizationName}. Its people can no longer talk to its agents, and its subscription will not be charged again.`,
      'The minutes in the pool, all members and their history are kept, and you can still view them. If you think this is a mistake, please contact us.',
    ],
    actions: [dashboardOf(about), contactOf(about)],
  })
}

/**
 * A platform admin has restored its access; a subscription that was going to end continues and renews at `renewsAt`
 * (D149).
 */
export function organizationRestoredMail(about: Addressed, renewsAt: Date | null): Mail {
  const plan = renewsAt ? ` Its subscription continues and renews on ${formatLongDay(renewsAt)}.` : ''
  return writeMail({
    kind: 'organization_restored',
    to: about.to,
    subject: `Access for ${about.organizationName} is restored`,
    paragraphs: [`The people of ${about.organizationName} can talk to its agents again.${plan}`],
    actions: [dashboardOf(about)],
  })
}

function dashboardOf({ site }: Addressed): { label: string; url: string } {
  return { label: 'Open the dashboard', url: `${site}/organization-dashboard` }
}

function contactOf({ site }: Addressed): { label: string; url: string } {
  return { label: 'Contact us', url: `${site}/contact` }
}
