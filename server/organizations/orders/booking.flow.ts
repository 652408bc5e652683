import { nameCard } from '#contract/billing/card-names.ts'
import type { Tx } from '../../database/sql.ts'
import { openPoolAutoPurchase } from '../../billing/auto-purchase/auto-purchase.ts'
import { findRegistration, packageOfOrder, planOf, type Registration } from './orders.ts'
import { createOrganization, openOrganization } from '../organizations.ts'
import { createPasswordToken } from '../../identity/sign-in/passwords.ts'
import { setStripeCustomer, storeCard } from '../../billing/checkout/payers.ts'
import { markPaid, takeForActivation } from './registration.ts'
import { fileAgentBuilds } from './agent-builds.ts'
import { adoptSubscription, bookMonth } from '../../billing/subscriptions/subscriptions.ts'
import { findCredentials, createUser, setRole } from '../../identity/users.ts'
import type { PaymentState } from '../../billing/stripe/payments.ts'
import type { InvoiceState } from '../../billing/stripe/invoices.ts'
import type { Order, Services } from '../../billing/services.ts'
import { attachMail, openedMail, setupMail } from '../../messages/mails/organization-billing.ts'
import { asPaid } from '../../billing/bookings/first-month.flow.ts'
import { sendReceipts } from '../../billing/bookings/receipts.ts'
import { type StateRead, timeRead } from '../../billing/subscriptions/subscription-state.flow.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { queueMail } from '../../identity/queue-mail.ts'

/** What the first payment of an organization causes: it is created, or opened if it waited (D103, D130). */

interface Paid {
  registration: Registration
  payment: PaymentState
  read: StateRead
  invoice: InvoiceState
}

/** Returns the order that a payment pays or that a subscription began with; null when there is none. */
export async function findPayableOrder(
  services: Services,
  by: { paymentIntentId: string } | { subscriptionId: string },
): Promise<Order | null> {
  const registration = await findRegistration(services.database.read, by)
  return registration && toOrder(services, registration)
}

/** Returns an order as a payment that creates or opens its organization, whichever report of it arrives first. */
function toOrder(services: Services, registration: Registration): Order {
  const { id, status, oneTimeCents, monthlyCents, stripeCustomerId: customerId } = registration
  return {
    name: `registration ${id}`,
    accountId: null,
    paymentIntentId: registration.stripePaymentIntentId,
    isBooked: status === 'paid',
    readExpected: async () => ({ amountCents: oneTimeCents + monthlyCents, currency: 'usd', customerId }),
    readGiven: async () => ({ packageMinutes: planOf(registration).minutes, bonusMinutes: 0, monthlyMinutes: 0 }),
    prepare: async (payment) => {
      const { stripeSubscriptionId, stripeInvoiceId } = registration
      if (!stripeSubscriptionId || !stripeInvoiceId) throw new Error(`Registration ${id} lost its payment`)
      const read = await timeRead(services, () => services.payments.readSubscription(stripeSubscriptionId))
      const invoice = await services.payments.readInvoice(stripeInvoiceId)
      if (!invoice) return null
      return {
        book: (tx, at) => activate(services, tx, { registration, payment, read, invoice }, at),
        afterwards: async () => {},
      }
    },
  }
}

async function activate(services: Services, tx: Tx, paid: Paid, at: Date): Promise<void> {
  const { registration } = paid
  if (!(await takeForActivation(tx, registration.id))) return
  if (registration.forOrganizationId !== null) {
    return openWaiting(services, tx, paid, registration.forOrganizationId, at)
  }
  const admin = await findAdmin(services, tx, registration, at)
  const organization = await createOrganization(tx, {
    name: registration.organizationName,
    contactEmail: registration.contactEmail,
    industry: industryOf(registration),
    websiteUrl: registration.website,
    logoUrl: registration.logoUrl,
    primaryColor: registration.primaryColor,
    maxUsers: registration.userCount,
    subscriptionStatus: 'active',
    adminId: admin.id,
    isUnattended: !admin.isNew,
    at,
  })
  await markPaid(tx, registration.id, organization.id, admin.isNew ? 'created' : 'asked', at)
  await bookFirstPayment(services, tx, { ...paid, accountId: organization.accountId, adminId: admin.id }, at)
  if (admin.isNew) await fileAgentBuilds(tx, registration, organization.id, admin.id, at)
  const mail = await welcomeMail(services, tx, registration, admin, at)
  await queueMail(tx, services, aboutOrganization(mail, organization.id))
}

function industryOf({ industry }: Registration): string {
  return `${industry.charAt(0).toUpperCase()}${industry.slice(1)}`
}

/** Opens the organization that waited for this package; it keeps its people, slug and agents (D130). */
async function openWaiting(services: Services, tx: Tx, paid: Paid, id: number, at: Date): Promise<void> {
  const { registration } = paid
  const given = { maxUsers: registration.userCount, industry: industryOf(registration) }
  const { accountId, leadingAdminId: adminId } = await openOrganization(tx, id, given, at)
  await markPaid(tx, registration.id, id, 'attached', at)
  await bookFirstPayment(services, tx, { ...paid, accountId, adminId }, at)
  await fileAgentBuilds(tx, registration, id, adminId, at)
  const { contactEmail: to, organizationName } = registration
  const mail = openedMail({ to, organizationName, site: services.siteUrl() })
  await queueMail(tx, services, aboutOrganization(mail, id))
}

interface Admin {
  id: string
  /** The account was created for the organization; the owner of an existing account decides for themselves (D106). */
  isNew: boolean
}

async function findAdmin({ welcome }: Services, tx: Tx, registration: Registration, at: Date): Promise<Admin> {
  const { contactEmail: email, contactName, termsVersion: version, termsAcceptedAt: acceptedAt } = registration
  const [firstName = '', ...rest] = contactName.split(' ')
  const names = { firstName: firstName.slice(0, 100), lastName: rest.join(' ').slice(0, 100) }
  const terms = { version, acceptedAt }
  const id = await createUser(tx, welcome, { ...names, email, passwordHash: null, referralCode: undefined, terms, at })
  if (id) {
    await setRole(tx, id, { role: 'organization_admin', staffRole: null }, at)
    return { id, isNew: true }
  }
  const existing = await findCredentials(tx, email)
  if (!existing) throw new Error(`No account for registration ${registration.id}`)
  return { id: existing.id, isNew: false }
}

interface FirstPayment extends Paid {
  /** The pool's account. */
  accountId: string
  adminId: string
}

/** Books the first month with the one-time parts, and stores who pays, with what and for how long. */
async function bookFirstPayment(services: Services, tx: Tx, paid: FirstPayment, at: Date): Promise<void> {
  const { registration, payment, read, invoice, accountId, adminId } = paid
  await setStripeCustomer(tx, accountId, registration.stripeCustomerId ?? '', at)
  if (payment.card) await storeCard(tx, accountId, payment.card, true, at)
  const plan = planOf(registration)
  await adoptSubscription(tx, { accountId, plan }, asPaid(read), at)
  const monthId = await bookMonth(tx, {
    accountId,
    userId: adminId,
    plan,
    amountCents: payment.amountCents,
    invoiceId: invoice.id,
    paymentIntentId: payment.id,
    endsAt: invoice.periodEndsAt,
    paidWith: payment.card && nameCard(payment.card),
    at,
  })
  await openPoolAutoPurchase(
    tx,
    { accountId, package: packageOfOrder(registration), enabled: registration.autoPurchase },
    at,
  )
  await sendReceipts(tx, services, accountId, [monthId])
}

async function welcomeMail(services: Services, tx: Tx, registration: Registration, admin: Admin, at: Date) {
  const { id, organizationName, contactEmail: to } = registration
  const site = services.siteUrl()
  const page = `${site}/organization-success?id=${id}`
  if (!admin.isNew) return attachMail({ to, organizationName, site }, page)
  return setupMail(
    { to, organizationName, site },
    `${page}&setup=${await createPasswordToken(tx, admin.id, 'setup', at)}`,
  )
}
