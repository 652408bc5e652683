import { formatCents } from '#contract/amounts.ts'
import { findStartOf, noteCompared } from '../audit/comparisons.ts'
import { type Finding, listOpenFindings, paymentFindingKinds, storeFindings } from '../audit/findings.ts'
import { type BookedPayment, listBookedPayments, listUnsettled } from './booked-payments.ts'
import { findAccountOfCustomer } from './checkout/payers.ts'
import { eightAtOnce, PaymentsUnavailable } from './stripe/client.ts'
import type { MadePayment } from './stripe/payments.ts'
import type { Services } from './services.ts'
import { bookInvoice, bookPayment, findPayable } from './bookings/book-payment.flow.ts'
import { openDatabase } from '../database/database.ts'
import { keepChainCheck, readChainHead } from '../audit/act-chain.ts'
import { auditBooks, auditLimitMs, countBroken, findAuditSpan, keepAuditMark } from '../audit/invariants.ts'
import { countKinds, keepFigures } from '../audit/upkeep-figures.ts'
import { catchUpDeclines } from './checkout/declines.flow.ts'

/** Right after a payment the provider's objects may disagree, so it is credited but not reported as missing. */
const settlingMs = 10 * 60_000
const batchSize = 1000

/**
 * Compares the payments since the last comparison at the provider, and once a day those of the last three days, with what
 * is booked, both ways (D37). A payment that is not credited yet is credited now. If it cannot be, if its customer is unknown here, or if
 * a credit has no payment, that is stored as a finding and logged.
 * Throws PaymentsUnavailable, with nothing judged, when the provider cannot be reached.
 */
export async function reconcilePayments(services: Services): Promise<Finding[]> {
  const { database, payments, clock, log } = services
  const startedAt = clock.now()
  const { since, isWhole } = await findStartOf(database.read, 'payments', startedAt)
  const made = new Map<string, MadePayment>()
  for await (const payment of payments.listMadePayments(since)) made.set(payment.paymentIntentId, payment)
  const openIds = await listOpenFindings(database.readLong, paymentFindingKinds)
  await eightAtOnce(openIds, async (id) => {
    const payment = made.has(id) ? null : await payments.findMadePayment(id)
    if (payment) made.set(id, payment)
  })
  const found = [...(await creditMissing(services, made)), ...(await findUnpaid(services, made, since, openIds))]
  const at = clock.now()
  const findings = await database.write(async (tx) => {
    await noteCompared(tx, 'payments', { until: startedAt, isWhole })
    return storeFindings(tx, paymentFindingKinds, found, at)
  })
  for (const finding of findings) log.error({ finding }, 'the books and the payment provider disagree')
  return findings
}

/** Credits payments that are missing. Returns those that could not be credited. */
async function creditMissing(services: Services, made: Map<string, MadePayment>): Promise<Finding[]> {
  const findings: Finding[] = []
  const ids = [...made.keys()]
  for (let start = 0; start < ids.length; start += batchSize) {
    await eightAtOnce(
      await listUnsettled(services.database.readLong, ids.slice(start, start + batchSize)),
      async (id) => {
        const payment = made.get(id)
        const finding = payment ? await creditOne(services, payment) : null
        if (finding) findings.push(finding)
      },
    )
  }
  return findings
}

/**
 * Credits a payment through its checkout, its order or its invoice, once. Returns why it cannot be credited; null when
 * nothing stood against it, which includes a payment that is not paid. Throws PaymentsUnavailable.
 */
export async function creditPayment(services: Services, paymentIntentId: string): Promise<string | null> {
  try {
    const { state } = await bookPayment(services, paymentIntentId)
    const invoiceId = state === 'not_found' ? await services.payments.findInvoiceOf(paymentIntentId) : null
    if (invoiceId) await bookInvoice(services, invoiceId)
    return null
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

async function creditOne(services: Services, payment: MadePayment): Promise<Finding | null> {
  const { read, readLong } = services.database
  const { paymentIntentId: id, customerId } = payment
  const payable = await findPayable(services, id)
  const accountId = payable?.accountId ?? (customerId ? await findAccountOfCustomer(read, customerId) : null)
  const isSettling = payment.madeAt.getTime() > services.clock.now().getTime() - settlingMs
  if (!accountId && !payable) return isSettling || payment.isRefunded ? null : findUnknownCustomer(payment)
  const why = (await creditPayment(services, id)) ?? 'fits nothing that we have sold'
  // A payment that went back in full needs no credit.
  if (isSettling || payment.isRefunded || (await listUnsettled(readLong, [id])).length === 0) return null
  const details = `${formatCents(payment.amountCents)} was paid and not credited: ${why}`
  return { kind: 'paid_not_credited', objectId: id, accountId, details }
}

/**
 * Returns the finding about a payment whose customer is unknown here although Luna made it: the database was restored
 * from an older copy. Any other payment belongs to another business on the same Stripe account.
 */
function findUnknownCustomer({ paymentIntentId, customer, currency, ...payment }: MadePayment): Finding | null {
  if (!customer?.isOfLuna || currency !== 'usd') return null
  const details = `${formatCents(payment.amountCents)} was paid on ${payment.madeAt.toISOString().slice(0, 10)}`
  const unknownCustomer = { id: customer.id, email: customer.email }
  return { kind: 'paid_not_credited', objectId: paymentIntentId, accountId: null, details, unknownCustomer }
}

/** Returns what was credited although the provider reports no such payment. */
async function findUnpaid(
  services: Services,
  made: Map<string, MadePayment>,
  since: Date,
  openIds: string[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  await eightAtOnce(await listBookedPayments(services.database.readLong, since, openIds), async (booked) => {
    const objectId = booked.paymentIntentId ?? booked.invoiceId ?? ''
    const fault = await faultOf(services, booked, made)
    if (!fault) return
    const details = `${formatCents(booked.amountCents)} was credited, but ${fault}`
    findings.push({ kind: 'credited_not_paid', objectId, accountId: booked.accountId, details })
  })
  return findings
}

async function faultOf(
  services: Services,
  booked: BookedPayment,
  made: Map<string, MadePayment>,
): Promise<string | null> {
  const paid = await readPaid(services, booked, made)
  if (!paid) return 'the provider reports no such payment'
  const { amountCents, currency, customerId } = paid
  if (amountCents !== booked.amountCents || currency !== 'usd') {
    return `the provider reports ${formatCents(amountCents)} in ${currency}`
  }
  return customerId === booked.stripeCustomerId ? null : `the provider reports customer ${customerId}`
}

async function readPaid(
  { payments }: Services,
  { paymentIntentId, invoiceId }: BookedPayment,
  made: Map<string, MadePayment>,
): Promise<Pick<MadePayment, 'amountCents' | 'currency' | 'customerId'> | null> {
  if (paymentIntentId) return made.get(paymentIntentId) ?? payments.findMadePayment(paymentIntentId)
  const invoice = invoiceId ? await payments.readInvoice(invoiceId) : null
  return invoice?.isPaid ? { ...invoice, amountCents: invoice.paidCents } : null
}

/** The hourly checks of the books: against the payment provider, and on their own. Errors are logged and counted. */

/** Compares with the payment provider, credits what is missing, counts what stays open, and notes declines (D37). */
export async function reconcileBooks(services: Services): Promise<void> {
  const findings = await reconcilePayments(services)
  await keepFigures(services.database.step, 'reconcile_findings', countKinds(paymentFindingKinds, findings))
  await catchUpDeclines(services)
}

/**
 * Checks every rule of the books on a connection of its own, where it may take its time: once a day for all accounts,
 * otherwise for those that changed since the last check (docs/decisions/0066-the-hourly-audit-checks-what-changed.md).
 */
export async function auditHourly({ config, clock, log }: Services): Promise<void> {
  const database = openDatabase(config.databaseUrl, { patientMs: auditLimitMs })
  try {
    const realAt = clock.real()
    const span = await findAuditSpan(database.read, realAt)
    const rules = await auditBooks(database.readLong, realAt, span.since)
    if (countBroken(rules) === 0) await keepAuditMark(database.step, span, realAt)
    await keepFigures(database.step, 'audit_broken', { '': countBroken(rules) })
    await keepChainCheck(database.step, rules, realAt)
    const head = await readChainHead(database.readLong)
    await keepFigures(database.step, 'audit_chain_length', { '': head.place })
    log.info({ actChain: head }, 'the chain of acts ends here')
    for (const rule of rules) if (rule.broken > 0) log.error({ audit: rule }, 'the books are broken')
  } finally {
    await database.end()
  }
}
