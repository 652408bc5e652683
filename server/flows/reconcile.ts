import { listOpenPayments } from '../domain/checkouts.ts'
import type { Services } from '../services.ts'
import { fulfil } from './fulfil.ts'

const reconcileDays = 3

/** Credits paid payments of the last three days that nobody has told us about (D37). */
export async function reconcilePayments(services: Services): Promise<void> {
  const since = new Date(services.clock.now().getTime() - reconcileDays * 24 * 60 * 60_000)
  let afterId: string | null = null
  for (;;) {
    const page: { id: string; paymentIntentId: string }[] = await listOpenPayments(
      services.database.read,
      since,
      afterId,
    )
    for (const { paymentIntentId } of page) {
      try {
        await fulfil(services, paymentIntentId)
      } catch (error) {
        services.log.error({ err: error }, 'a payment could not be reconciled')
      }
    }
    afterId = page.at(-1)?.id ?? null
    if (!afterId) return
  }
}
