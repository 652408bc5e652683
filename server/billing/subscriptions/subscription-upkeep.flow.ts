import { lapseMonths, listEndedMonths } from '../../ledger/ledger.ts'
import { listUnsettledSubscriptions } from './subscriptions.ts'
import { eightAtOnce, PaymentsUnavailable } from '../stripe/client.ts'
import type { Services } from '../services.ts'
import { catchUp } from './overdue.flow.ts'

/** A renewal is collected about an hour after the month's end. Until then the rest of the month can still be used. */
const lapseAfterMs = 3 * 60 * 60_000

/**
 * Asks the provider about every subscription that should have moved on, so that a lost event never locks a person in or
 * out. Throws PaymentsUnavailable when the provider cannot be reached.
 */
export async function reconcileSubscriptions(services: Services): Promise<void> {
  const { database, clock, log } = services
  const at = clock.now()
  let afterId: string | null = null
  for (;;) {
    const page: { accountId: string; stripeSubscriptionId: string }[] = await listUnsettledSubscriptions(
      database.readLong,
      at,
      afterId,
    )
    await eightAtOnce(page, async ({ accountId, stripeSubscriptionId }) => {
      try {
        await catchUp(services, stripeSubscriptionId)
      } catch (error) {
        if (error instanceof PaymentsUnavailable) throw error
        log.error({ err: error, accountId }, 'a subscription could not be reconciled')
      }
    })
    afterId = page.at(-1)?.accountId ?? null
    if (!afterId) return
  }
}

/** Lets minutes lapse whose month ended without a paid renewal (D32). */
export async function lapseEndedMonths({ database, clock }: Services): Promise<void> {
  const at = clock.now()
  const endedBy = new Date(at.getTime() - lapseAfterMs)
  let afterId: string | null = null
  for (;;) {
    const page: { accountId: string }[] = await listEndedMonths(database.readLong, endedBy, afterId)
    for (const { accountId } of page) await database.write((tx) => lapseMonths(tx, accountId, endedBy, at))
    afterId = page.at(-1)?.accountId ?? null
    if (!afterId) return
  }
}
