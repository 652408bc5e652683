import { listNeedingLook, needsLook } from './auto-purchase.ts'
import { decideOnBalance } from './crossings.ts'
import type { Services } from '../services.ts'

/**
 * Compares an account's balance with the threshold of its automatic purchases. Below it, each crossing begins exactly
 * one attempt, which a job charges; above it, the next crossing counts again (D45). Call it after everything that
 * changes a balance. It never throws: the hourly upkeep finds what is missed here.
 */
export async function watchBalance(services: Services, accountId: string): Promise<void> {
  const { database, clock, log } = services
  try {
    const at = clock.now()
    if (await needsLook(database.read, accountId, at))
      await database.write((tx) => decideOnBalance(tx, services, accountId, at))
  } catch (error) {
    log.error({ err: error, accountId }, 'a balance could not be watched')
  }
}

/** Checks every account that waits for something: a day after a decline, another month, or restored access. */
export async function watchBalances(services: Services): Promise<void> {
  const { database, clock } = services
  const at = clock.now()
  let afterId: string | null = null
  for (;;) {
    const page: { accountId: string }[] = await listNeedingLook(database.readLong, at, afterId)
    for (const { accountId } of page) await watchBalance(services, accountId)
    afterId = page.at(-1)?.accountId ?? null
    if (!afterId) return
  }
}
