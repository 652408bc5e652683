import { formatCents, minutesText } from '#contract/amounts.ts'
import { type Mail, mailAbout, type Say, writeMail } from './write-mail.ts'
import { accountLink, nameSubject, type Recipient } from './payer.ts'

/** Mails about automatic purchases that failed; a successful one sends a receipt (D46, D47). */

export interface MissedPurchase extends Recipient {
  package: { name: string; priceCents: number; minutes: number }
  /** Such as "Visa ending in 4242"; null if there is no card. */
  card: string | null
}

/**
 * The kind of a decline: auto-purchase is now off, the card is blocked, the payment needs confirmation, or it is a first
 * decline.
 */
export type DeclineNotice = 'off' | 'blocked' | 'confirm' | 'declined'

/** Returns the mail for a decline; pass `checkoutId` if the payment can still be confirmed. */
export function declineMail(notice: DeclineNotice, missed: MissedPurchase, checkoutId: string | null): Mail {
  if (notice === 'off') return switchedOffMail(missed, checkoutId)
  if (notice === 'blocked') return cardBlockedMail(missed)
  return notice === 'confirm' && checkoutId ? confirmationMail(missed, checkoutId) : purchaseDeclinedMail(missed)
}

/** A first decline, after which we try again. */
const purchaseDeclinedMail = mailAbout('decline', (say, missed: MissedPurchase) => ({
  subject: nameSubject(say, missed, 'Your automatic purchase was declined'),
  paragraphs: [
    `${ranLow(say, missed)}, but your bank declined ${nameCharge(missed)}. You have not been charged.`,
    'We will try again in 24 hours if your balance is still low, or as soon as you save another card.',
  ],
  actions: [accountLink(missed, 'Save another card')],
}))

/** The bank has refused the card for good, so it must not be charged again. */
const cardBlockedMail = mailAbout('decline', (say, missed: MissedPurchase) => ({
  subject: nameSubject(say, missed, 'Your card cannot be used for automatic purchases'),
  paragraphs: [
    `${ranLow(say, missed)}, but your bank refused ${nameCharge(missed)}. You have not been charged.`,
    'We will not try this card again. Save another one to continue automatic purchases.',
  ],
  actions: [accountLink(missed, 'Save another card')],
}))

/** The bank requires the person to confirm the payment. */
const confirmationMail = mailAbout('decline', (say, missed: MissedPurchase, checkoutId: string) => ({
  subject: nameSubject(say, missed, 'Please confirm your automatic purchase'),
  paragraphs: [
    `${ranLow(say, missed)}, and your bank wants you to confirm ${nameCharge(missed)}. You have not been charged yet.`,
    'If you do not confirm it, we will try again in 24 hours if your balance is still low.',
  ],
  actions: [{ label: 'Confirm the payment', url: confirmationUrl(missed.site, checkoutId) }],
}))

/** Too many declines in a row; pass `checkoutId` if the last payment can still be confirmed. */
function switchedOffMail(missed: MissedPurchase, checkoutId: string | null): Mail {
  const confirm = checkoutId ? [{ label: 'Confirm the payment', url: confirmationUrl(missed.site, checkoutId) }] : []
  return writeMail('decline', missed.to, (say) => ({
    subject: nameSubject(say, missed, 'Auto-purchase was turned off'),
    paragraphs: [
      `Your bank has declined ${nameCharge(missed)} three times in a row. You have not been charged.`,
      'Auto-purchase is now off. You can turn it on again at any time, ideally with another card.',
    ],
    actions: [...confirm, accountLink(missed, 'See your account')],
  }))
}

/** There is no card left to charge. */
export const noCardMail = mailAbout('no_card', (say, missed: MissedPurchase) => ({
  subject: nameSubject(say, missed, 'Auto-purchase was turned off'),
  paragraphs: [
    `${ranLow(say, missed)}, but there is no saved card to charge. Nothing was bought.`,
    'Auto-purchase is now off. Save a card to turn it on again.',
  ],
  actions: [accountLink(missed, 'Save a card')],
}))

/** The monthly limit leaves no room for another purchase; sent once a month (D46). */
export const capReachedMail = mailAbout(
  'cap_reached',
  (say, missed: MissedPurchase, spentCents: number, capCents: number) => ({
    subject: nameSubject(say, missed, 'Monthly limit for automatic purchases reached'),
    paragraphs: [
      `${ranLow(say, missed)}, but another purchase (${nameCharge(missed)}) would exceed your limit of ${formatCents(capCents)} a month. Automatic purchases have already cost ${formatCents(spentCents)} this month. Nothing was bought.`,
      'Automatic purchases continue next month, or as soon as you raise the limit. You can still buy minutes yourself at any time.',
    ],
    actions: [accountLink(missed, 'Change the limit')],
  }),
)

function ranLow(say: Say, { organizationName }: Recipient): string {
  const name = organizationName && say.typed(organizationName, 'your organization')
  return name === null ? 'Your minutes ran low' : `The minutes of ${name} ran low`
}

function nameCharge({ package: { name, minutes, priceCents }, card }: MissedPurchase): string {
  return `${formatCents(priceCents)} for ${minutesText(minutes)} (${name})${card ? ` with ${card}` : ''}`
}

function confirmationUrl(site: string, checkoutId: string): string {
  return `${site}/checkout?resume=${checkoutId}`
}
