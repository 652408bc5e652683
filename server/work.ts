import { deleteOldExports } from './departure/exports.ts'
import { deleteUnusedImages } from './images/images.ts'
import { deleteOldContacts } from './messages/contact-messages.ts'
import { deleteOldLimits } from './kernel/limits.ts'
import type { ServiceChecks } from './status/watch.flow.ts'
import { deleteOldStates } from './status/service-states.ts'
import { deleteExpiredPendingSignIns, endSignInsOf } from './identity/sign-in/pending-sign-ins.ts'
import { deletePayloads } from './billing/bookings/provider-events.ts'
import { expireRegistrations } from './organizations/orders/registration.ts'
import { deleteOldTranscripts } from './conversations/transcripts.ts'
import { eraseLeavers, eraseRemains } from './departure/leaving.flow.ts'
import { isErasedAddress } from './identity/users.ts'
import { sendResetLink } from './identity/sign-in/reset-links.ts'
import { resumeStuckPurchases, runAutoPurchase } from './billing/auto-purchase/auto-purchase.flow.ts'
import { expireRefundRequests } from './billing/refunds/refund-requests.ts'
import { followUndecided } from './billing/refunds/refunds.flow.ts'
import { resumeUnknownCustomerRefunds } from './billing/refunds/unknown-customers.flow.ts'
import { makeExport } from './departure/export-making.flow.ts'
import { remindOfOrders } from './organizations/orders/registration.flow.ts'
import { processPaymentEvent } from './billing/bookings/payment-events.flow.ts'
import { findUnpaidTalk, reportDifferences, watchVoice } from './conversations/provider-records.flow.ts'
import { retrySync } from './agents/provider-sync.flow.ts'
import { updateCustomerDetails } from './billing/checkout/checkout.flow.ts'
import { resumeStuckSeatChanges } from './organizations/seats/seats.flow.ts'
import { lapseEndedMonths, reconcileSubscriptions } from './billing/subscriptions/subscription-upkeep.flow.ts'
import { sendRequestNotices } from './agents/requests/requests.ts'
import { remindOfSteps } from './results/next-steps/next-steps.flow.ts'
import { renewEncryption } from './identity/two-factor/two-factor.flow.ts'
import { makeSounds, orderMissingSounds } from './agents/sounds/sounds.flow.ts'
import { failInterruptedReadings } from './agents/knowledge/additions.flow.ts'
import { moveKnowledge, orderAllKnowledge } from './agents/knowledge/knowledge.flow.ts'
import { checkVoicesDaily } from './agents/voices/voices.flow.ts'
import { watchBalances } from './billing/auto-purchase/watch-balance.flow.ts'
import type { Metrics } from './metrics.ts'
import type { Mailer } from './messages/mails/mail.ts'
import { sendMail } from './messages/sending.flow.ts'
import { deleteOldMails } from './messages/sent-mails.ts'
import type { Services } from './conversations/services.ts'
import { deleteExpiredSessions } from './kernel/session.ts'
import { countHoursSaved } from './results/hours-saved/total.flow.ts'
import { rollFigures } from './admin/figures/rolling.flow.ts'
import { relistPayments } from './admin/payments/payment-list.ts'
import { auditHourly, reconcileBooks } from './billing/reconcile.flow.ts'
import { lookAfterRecaps, watchRecaps } from './results/recap/recap-watch.flow.ts'

const hourMs = 60 * 60_000
const payloadsKeptMs = 30 * 24 * hourMs

/** Starts the background work of this process: its queues, and the watch over the voice provider. */
export async function startJobs(
  services: Services,
  mailer: Mailer,
  metrics: Pick<Metrics, 'checkedAt' | 'checkFailures'>,
): Promise<{ stop(): Promise<void> }> {
  // A counter that appears with its first fault has no rate then.
  for (const [check] of [...paymentParts, ...upkeepParts]) metrics.checkFailures.inc({ check }, 0)
  const upkeep = oneAfterAnother((signal) => runParts(upkeepParts, services, metrics, signal))
  const paymentUpkeep = oneAfterAnother((signal) => runParts(paymentParts, services, metrics, signal))
  await services.jobs.start({
    mail: async (mail, _signal, id) => {
      if (!isErasedAddress(mail.to)) await sendMail(services, mailer, mail, id)
    },
    resetLink: (asked) => services.database.write((tx) => sendResetLink(tx, services, asked, services.clock.now())),
    stripeEvent: ({ id }) => processPaymentEvent(services, id),
    autoPurchase: (attempt) => runAutoPurchase(services, attempt),
    dataExport: ({ exportId }) => makeExport(services, exportId),
    customerDetails: ({ userId }) => updateCustomerDetails(services, userId),
    agentSounds: ({ agentId }) => makeSounds(services, agentId),
    knowledge: ({ agentId }) => moveKnowledge(services, agentId),
    agentSync: ({ agentId }) => retrySync(services, agentId),
    deleteConversation: ({ conversationId }) => services.voice.deleteConversation(conversationId),
    requestNotices: () => notifyOfRequests(services),
    upkeep: (_none, signal) => upkeep(signal),
    paymentUpkeep: (_none, signal) => paymentUpkeep(signal),
  })
  const voice = watchVoice(services)
  const recaps = watchRecaps(services)
  services.clock.onMoved(async () => {
    await paymentUpkeep()
    await upkeep()
  })
  return {
    stop: async () => {
      await Promise.all([voice.stop(), recaps.stop(), services.jobs.stop()])
    },
  }
}

/** Returns how the status page finds out whether the outside services work (D155). */
export function serviceChecks({ voice, payments }: Services, mailer: Mailer): ServiceChecks {
  return { voice: () => voice.check(), payments: () => payments.check(), mail: () => mailer.check() }
}

type Part = [name: string, run: (services: Services) => Promise<unknown>]

/** The hourly work with the payment provider, part by part, and what must come after it. */
const paymentParts: Part[] = [
  ['reconcile payments', reconcileBooks],
  ['reconcile subscriptions', reconcileSubscriptions],
  ['reconcile refunds and disputes', followUndecided],
  ['go on with refunds to unknown customers', resumeUnknownCustomerRefunds],
  [
    'let refund requests expire',
    ({ database, clock }) => database.write((tx) => expireRefundRequests(tx, clock.now())),
  ],
  ['lapse ended months', lapseEndedMonths],
  ['go on with automatic purchases', resumeStuckPurchases],
  ['go on with changes of seats', resumeStuckSeatChanges],
  ['watch balances', watchBalances],
  ['remind of unpaid orders', remindOfOrders],
]

/** The other hourly work. A part that fails is logged and must not stop the others. */
const upkeepParts: Part[] = [
  ['remind of next steps', remindOfSteps],
  ['notify of requests', notifyOfRequests],
  ['forget what is old', deleteOld],
  ['look after recaps', lookAfterRecaps],
  ['erase people who left', (services) => eraseLeavers(services, endSignInsOf)],
  ['erase what is left of them', (services) => eraseRemains(services, endSignInsOf)],
  ['count the hours saved', countHoursSaved],
  ['roll up the figures', rollFigures],
  ['list payments again', ({ database, clock }) => relistPayments(database, clock.now())],
  ['audit the books', auditHourly],
  ['compare with the voice provider', reportDifferences],
  ['look for talk that was not charged', findUnpaidTalk],
  ['look at the voices', checkVoicesDaily],
  ['make sounds that are missing', orderMissingSounds],
  ['give up on files that nobody reads', failInterruptedReadings],
  ['go on with documents', orderAllKnowledge],
  ['encrypt second steps again', renewEncryption],
]

/** Runs one upkeep after another: a moved clock waits for the running one, and then gets its own. */
function oneAfterAnother(run: (signal?: AbortSignal) => Promise<void>): typeof run {
  let last = Promise.resolve()
  return (signal) => {
    last = last.then(() => run(signal))
    return last
  }
}

async function runParts(
  parts: Part[],
  services: Services,
  metrics: Pick<Metrics, 'checkedAt' | 'checkFailures'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const [check, run] of parts) {
    if (signal?.aborted) return
    try {
      await run(services)
      metrics.checkedAt.set({ check }, services.clock.real().getTime() / 1000)
    } catch (error) {
      metrics.checkFailures.inc({ check })
      services.log.warn({ err: error, upkeep: check }, 'upkeep failed')
    }
  }
}

async function notifyOfRequests({ database, clock }: Services): Promise<void> {
  await database.write((tx) => sendRequestNotices(tx, clock.now()))
}

async function deleteOld({ database, clock }: Services): Promise<void> {
  await database.write(async (tx) => {
    await deleteOldLimits(tx, clock.real())
    await deleteExpiredSessions(tx)
    await deleteExpiredPendingSignIns(tx, clock.real())
    await deleteOldTranscripts(tx, clock.now())
    await deleteOldExports(tx, clock.now())
    await deleteOldContacts(tx, clock.now())
    await deleteOldMails(tx, clock.now())
    await expireRegistrations(tx, clock.now())
    await deleteUnusedImages(tx, clock.now())
    await deleteOldStates(tx, clock.real())
    await deletePayloads(tx, new Date(clock.now().getTime() - payloadsKeptMs))
  })
}
