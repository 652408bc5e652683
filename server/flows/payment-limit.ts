import { takeAttempt } from '../domain/limits.ts'
import type { Services } from '../services.ts'

/** Far above what anybody needs who buys, far below what trying out stolen cards needs. */
const openingsPerHour = 30

/** Counts the opening of a payment or card form; answers the seconds to wait when there were too many. */
export function countOpening(services: Services, userId: string): Promise<number | null> {
  const limit = { key: `payment:user:${userId}`, max: openingsPerHour, windowMinutes: 60 }
  return services.database.write((tx) =>
    takeAttempt(tx, [limit], services.config.rateLimitFactor, services.clock.real()),
  )
}
