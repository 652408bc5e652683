import { describe, expect, it } from 'vitest'
import {
  isForConfirmed,
  type MailKind,
  mailKinds,
  mailPurposes,
  stoppableKinds,
} from '#contract/messages/mail-kinds.ts'
import { capReachedMail, declineMail, noCardMail } from './auto-purchase.ts'
import * as billing from './billing.ts'
import { contactAnswerMail, contactArrivedMail, largeCreditMail, staffRoleMail } from './staff.ts'
import { stepsDueMail, recapMail } from './results.ts'
import * as organizationBilling from './organization-billing.ts'
import * as organization from './organization.ts'
import * as profile from './profile.ts'
import * as refund from './refund.ts'
import * as signIn from './sign-in.ts'
import * as twoFactor from './sign-in.ts'
import { type Mail, renderMail } from './write-mail.ts'

const site = 'https://luna.test'
const to = 'victim@example.test'
const url = `${site}/somewhere?token=secret`
const at = new Date('2026-11-28T02:30:00Z')
/** A stranger can type this into any field of text. */
const lure = 'Claim your prize at https://evil.test/x'

const pool = { to, organizationName: lure, site }
const missed = { ...pool, package: { name: 'Boost', priceCents: 1200, minutes: 30 }, card: 'Visa ending in 4242' }
const paid = { kind: 'payment', item: 'Boost', amountCents: 1200, paidWith: 'Visa ending in 4242' } as const
const receipt = { ...paid, createdAt: at, id: 'r1', receiptNumber: 1, organizationName: lure }
const receipts = [receipt, { ...receipt, id: 'r2', receiptNumber: 2 }]
const used = { limitMinutes: 30, chargedMs: 1_800_000, percent: 100, at } as const
const limit = { ...used, email: to, personName: lure, organizationName: lure, site }
const invitation = { to, firstName: lure, organizationName: lure, note: lure, url, expiresAt: at }
const step = { title: lure, note: lure, agentName: lure, since: null, doneUrl: url }
const role = { email: 'new@luna.test', staffRole: 'support', by: 'ada@luna.test' } as const
const credit = { by: 'ada@luna.test', whom: lure, minutes: 600, worthCents: 24_000, reason: lure }
const talk = { agentName: lure, talkedAt: at, sourceTitles: [lure], url }
const recap = { ...talk, title: lure, summary: lure, steps: [{ title: lure, dueOn: null }] }
const contact = { name: lure, email: to, message: lure, createdAt: at, answer: 'It is on your account page.' }

/** A mail of each kind, in which a stranger has typed whatever a person can type. */
const mails: Record<Exclude<MailKind, 'other'>, Mail> = {
  receipt: billing.receiptMail(to, receipts, site),
  payment_failed: billing.paymentFailedMail(to, at, site),
  subscription_cancelled: billing.subscriptionCancelledMail(to, at, site),
  subscription_resumed: billing.subscriptionResumedMail(to, at, site),
  access_ended: billing.accessEndedMail(to, { isUnpaid: false, purchasedMs: 60_000 }, site),
  decline: declineMail('off', missed, 'checkout'),
  no_card: noCardMail(missed),
  cap_reached: capReachedMail(missed, 1200, 2000),
  refund: refund.refundMail(pool, { amountCents: 1200, receipts }),
  refund_failed: refund.refundFailedMail(pool, 1200),
  dispute_opened: refund.disputeOpenedMail(pool, { amountCents: 1200, frozenMs: 60_000 }),
  dispute_won: refund.disputeWonMail(pool, { amountCents: 1200, debt: 'cancelled' }),
  dispute_lost: refund.disputeLostMail(pool, { amountCents: 1200, debtCents: 300 }),
  debt_forgiven: refund.debtForgivenMail(pool, 300),
  order_reminder: organizationBilling.orderReminderMail(pool, { url, expiresAt: at }),
  setup: organizationBilling.setupMail(pool, url),
  attach: organizationBilling.attachMail(pool, url),
  opened: organizationBilling.openedMail(pool),
  organization_overdue: organizationBilling.organizationOverdueMail(pool, at),
  organization_cancelled: organizationBilling.organizationCancelledMail(pool, at),
  organization_resumed: organizationBilling.organizationResumedMail(pool, at),
  organization_ended: organizationBilling.organizationEndedMail(pool, { isUnpaid: false }),
  organization_archived: organizationBilling.organizationArchivedMail(pool, at),
  organization_shut: organizationBilling.organizationShutMail(pool),
  organization_restored: organizationBilling.organizationRestoredMail(pool, at),
  invitation: organization.invitationMail(invitation),
  address_proof: organization.addressProofMail(to, lure, url),
  seats_taken: organization.seatsTakenMail(to, lure, 5, url),
  limit: organization.limitMail(limit),
  member_limit: organization.memberLimitMail(to, limit),
  verification: signIn.verificationMail(to, url),
  already_registered: signIn.alreadyRegisteredMail(to, url),
  new_address: profile.newAddressMail(to, url),
  address_change: profile.addressChangeMail(to, 'info@xn--bcher-kva.example', url),
  address_changed: profile.addressChangedMail(to, 'info@xn--bcher-kva.example'),
  reset: signIn.resetMail(to, url),
  password_changed: signIn.passwordChangedMail(to),
  new_device: signIn.newDeviceMail(to, at, url),
  two_factor_on: twoFactor.twoFactorOnMail(to),
  two_factor_off: twoFactor.twoFactorOffMail(to),
  recovery_codes_renewed: twoFactor.recoveryCodesRenewedMail(to),
  recovery_code_used: twoFactor.recoveryCodeUsedMail(to, 3),
  codes_failed: twoFactor.codesFailedMail(to, url),
  staff_role: staffRoleMail(to, role, site),
  large_credit: largeCreditMail(to, credit),
  export: profile.exportMail(to, url),
  account_deletion: profile.accountDeletionMail(to, at, site),
  account_kept: profile.accountKeptMail(to),
  account_closed: profile.accountClosedMail(to, at),
  account_restored: profile.accountRestoredMail(to, site),
  recap: recapMail(to, recap),
  steps_due: stepsDueMail(to, [step, step], site),
  contact_arrived: contactArrivedMail(to, site),
  contact_answer: contactAnswerMail(contact, site),
}

const stranger = { isConfirmed: false, timeZone: null }
const reader = { isConfirmed: true, timeZone: 'America/New_York' }

describe.each(Object.entries(mails))('the mail %s', (kind, mail) => {
  const [toStranger, toReader] = [stranger, reader].map((one) => renderMail(mail, one, null))

  it('carries no words of a stranger to an address that is not confirmed (D193)', () => {
    expect(mail).toMatchObject({ kind, to })
    if (isForConfirmed(mail.kind)) return
    expect(JSON.stringify(toStranger)).not.toContain('evil.test')
    // The sentences are whole without them.
    expect(`${toStranger?.subject}\n${toStranger?.text}`).not.toMatch(/undefined|null|  |^[a-z ]|\n(?!\S+@)[a-z]/)
  })

  it('has days where its reader is, or in UTC, and at most one button (D193)', () => {
    for (const [sent, day] of [
      [toStranger, 'November 28, 2026 \\(UTC\\)|November 28, 2026 at 2:30 AM UTC|December 1, 2026 \\(UTC\\)'],
      [toReader, 'November 27, 2026(?! \\()|November 30, 2026(?! \\()'],
    ] as const) {
      const days = sent?.text.match(/(?:January|November|December) \d+, \d{4}/g) ?? []
      expect(sent?.text.match(new RegExp(day, 'g')) ?? []).toHaveLength(days.length)
      expect(sent?.html.split('background:#7c3aed').length).toBeLessThanOrEqual(2)
    }
  })
})

it('every kind has a mail here, and every notice can be stopped (D193)', () => {
  expect(Object.keys(mails).toSorted()).toEqual(mailKinds.filter((kind) => kind !== 'other').toSorted())
  const notices = mailKinds.filter((kind) => mailPurposes[kind] === 'notice')
  expect([...stoppableKinds].toSorted()).toEqual(notices.toSorted())
  const { text, html, stopUrl } = renderMail(mails.limit, stranger, url)
  expect([text.includes(`Stop these emails: ${url}`), html.includes(url), stopUrl]).toEqual([true, true, url])
})

it('a confirmed reader gets the words that were typed, and readable addresses (D193, D200)', () => {
  const { subject, text } = renderMail(mails.invitation, reader, null)
  expect(subject).toBe(`You are invited to join ${lure}`)
  expect(text.split(lure)).toHaveLength(4)
  expect(renderMail(mails.address_change, reader, null).text).toContain('to use info@bücher.example for')
})
