import { type Mail, mailAbout, type Say, writeMail } from './write-mail.ts'

/** Mails about an organization's order, payments and access. */

/** The recipient of a mail about an organization; `site` is the origin for links. */
export interface Addressed {
  to: string
  organizationName: string
  site: string
}

/** The order has not been paid and still can be; sent once. */
export const orderReminderMail = mailAbout(
  'order_reminder',
  (say, { organizationName }: Addressed, open: { url: string; expiresAt: Date }) => ({
    subject: `Your order for ${say.typed(organizationName, 'your organization')} has not been paid yet`,
    paragraphs: [
      `You registered ${say.typed(organizationName, 'an organization')} on Luna, but its package has not been paid for yet. Nothing was charged.`,
      `We keep your order until ${say.day(open.expiresAt)}. If you no longer want it, or if this was not you, you can ignore this email. We will not remind you again.`,
    ],
    actions: [{ label: 'Continue to Payment', url: open.url }],
  }),
)

/** The organization is set up, and its admin still has to choose a password (D105). */
export const setupMail = mailAbout('setup', (say, { organizationName }: Addressed, url: string) => ({
  subject: `${say.typed(organizationName, 'Your organization')} is ready`,
  paragraphs: [
    `Thank you. ${say.typed(organizationName, 'Your organization')} is set up on Luna, and its minutes are in the pool.`,
    'Choose a password for your account to open the dashboard. The link works once, within seven days.',
  ],
  actions: [{ label: 'Set your password', url }],
}))

/** The organization is set up; the account with its contact address can become its admin (D106). */
export const attachMail = mailAbout('attach', (say, { organizationName }: Addressed, url: string) => ({
  subject: `${say.typed(organizationName, 'Your organization')} is ready`,
  paragraphs: [
    `${say.typed(organizationName, 'An organization')} is set up on Luna, with this address as its contact. You already have an account with this address.`,
    `Sign in to attach ${say.typed(organizationName, 'it')} to your account, or to tell us that it is not yours.`,
  ],
  actions: [{ label: `Sign in to attach ${say.typed(organizationName, 'it')}`, url }],
}))

/** A waiting organization has paid for its package (D130). */
export const openedMail = mailAbout('opened', (say, about: Addressed) => ({
  subject: `${atStart(say, about)} is open`,
  paragraphs: [
    `Thank you. The minutes of your package are in the pool of ${nameOf(say, about)}, and its people can now talk to its agents.`,
  ],
  actions: [dashboardOf(about)],
}))

/** A renewal failed; everyone keeps access until `graceEndsAt` (D129). */
export function organizationOverdueMail(about: Addressed, graceEndsAt: Date | null): Mail {
  const accessOf = (say: Say) =>
    graceEndsAt
      ? `Its people keep their access until ${say.day(graceEndsAt)}. Please settle the payment by then.`
      : 'Its people will not have access until the payment is settled.'
  return writeMail('organization_overdue', about.to, (say) => ({
    subject: `The payment for ${nameOf(say, about)} failed`,
    paragraphs: [
      `We could not collect this month's payment for ${nameOf(say, about)}: the card was declined, or the bank wants you to confirm the payment.`,
      `${accessOf(say)} We keep the minutes in the pool either way.`,
    ],
    actions: [dashboardOf(about)],
  }))
}

export const organizationCancelledMail = mailAbout('organization_cancelled', (say, about: Addressed, endsAt: Date) => ({
  subject: `The subscription of ${nameOf(say, about)} is canceled`,
  paragraphs: [
    `It ends on ${say.day(endsAt)} and will not be charged again.`,
    'We keep the minutes in the pool and all members, before and after that day.',
  ],
  actions: [dashboardOf(about)],
}))

export const organizationResumedMail = mailAbout('organization_resumed', (say, about: Addressed, renewsAt: Date) => ({
  subject: `The subscription of ${nameOf(say, about)} continues`,
  paragraphs: [`It is no longer canceled and renews on ${say.day(renewsAt)}.`],
  actions: [dashboardOf(about)],
}))

export function organizationEndedMail(about: Addressed, { isUnpaid }: { isUnpaid: boolean }): Mail {
  const why = isUnpaid
    ? 'We could not collect the payment for its subscription, so it has ended. We will not charge you for it again.'
    : 'Its subscription has ended because it was canceled. We will not charge you for it again.'
  return writeMail('organization_ended', about.to, (say) => ({
    subject: `Access for ${nameOf(say, about)} has ended`,
    paragraphs: [why, 'We keep the minutes in the pool and all members. You can still view everything in it.'],
    actions: [dashboardOf(about)],
  }))
}

/** An admin has archived the organization; the other admins need to know right away (D131). */
export function organizationArchivedMail(about: Addressed, endsAt: Date | null): Mail {
  const planOf = (say: Say) =>
    endsAt ? ` Its subscription ends on ${say.day(endsAt)} and will not be charged again.` : ''
  return writeMail('organization_archived', about.to, (say) => ({
    subject: `${atStart(say, about)} is archived`,
    paragraphs: [
      `An admin has archived ${nameOf(say, about)}. Its people can no longer talk to its agents.${planOf(say)}`,
      'The minutes in the pool, all members and their history are kept, and you can still view them. If this was a mistake, please contact us.',
    ],
    actions: [dashboardOf(about), contactOf(about)],
  }))
}

/** A platform admin has ended its access; its subscription is not charged again (D149). */
export const organizationShutMail = mailAbout('organization_shut', (say, about: Addressed) => ({
  subject: `Access for ${nameOf(say, about)} has ended`,
  paragraphs: [
    `We have ended access for ${nameOf(say, about)}. Its people can no longer talk to its agents, and its subscription will not be charged again.`,
    'The minutes in the pool, all members and their history are kept, and you can still view them. If you think this is a mistake, please contact us.',
  ],
  actions: [dashboardOf(about), contactOf(about)],
}))

/**
 * A platform admin has restored its access; a subscription that was going to end continues and renews at `renewsAt`
 * (D149).
 */
export function organizationRestoredMail(about: Addressed, renewsAt: Date | null): Mail {
  const planOf = (say: Say) => (renewsAt ? ` Its subscription continues and renews on ${say.day(renewsAt)}.` : '')
  return writeMail('organization_restored', about.to, (say) => ({
    subject: `Access for ${nameOf(say, about)} is restored`,
    paragraphs: [`The people of ${nameOf(say, about)} can talk to its agents again.${planOf(say)}`],
    actions: [dashboardOf(about)],
  }))
}

function nameOf(say: Say, { organizationName }: Addressed): string {
  return say.typed(organizationName, 'your organization')
}

function atStart(say: Say, { organizationName }: Addressed): string {
  return say.typed(organizationName, 'Your organization')
}

function dashboardOf({ site }: Addressed): { label: string; url: string } {
  return { label: 'Open the dashboard', url: `${site}/organization-dashboard` }
}

function contactOf({ site }: Addressed): { label: string; url: string } {
  return { label: 'Contact us', url: `${site}/contact` }
}
