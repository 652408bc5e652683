import { takeAttempt } from '../../kernel/limits.ts'
import type { Services } from '../services.ts'

/** Far above what a customer needs, far below what testing stolen cards takes. */
const openingsPerHour = 30

/** Counts an opened payment or card form. Returns the seconds to wait when there were too many. */
export function countOpening(services: Services, userId: string): Promise<number | null> {
  return count(services, [`payment:user:${userId}`])
}

/** Counts the same for a person who pays an organization's order and has no account yet. */
export function countOrderOpening(services: Services, registrationId: string, ip: string): Promise<number | null> {
  return count(services, [`payment:registration:${registrationId}`, `payment:ip:${ip}`])
}

function count({ database, clock, config }: Services, keys: string[]): Promise<number | null> {
  const limits = keys.map((key) => ({ key, max: openingsPerHour, windowMinutes: 60 }))
  return database.write((tx) => takeAttempt(tx, limits, config.rateLimitFactor, clock.real()))
}
