import { takeAttempt } from '../../kernel/limits.ts'
import type { Services } from '../services.ts'

/** Far above what anybody needs who buys, far below what trying out stolen cards needs. */
const openingsPerHour = 30

/** Counts the opening of a payment or card form; returns the seconds to wait when there were too many. */
export function countOpening(services: Services, userId: string): Promise<number | null> {
  return count(services, [`payment:user:${userId}`])
}

/** The same for whoever pays what an organization ordered, who has no account yet. */
export function countOrderOpening(services: Services, registrationId: string, ip: string): Promise<number | null> {
  return count(services, [`payment:registration:${registrationId}`, `payment:ip:${ip}`])
}

function count({ database, clock, config }: Services, keys: string[]): Promise<number | null> {
  const limits = keys.map((key) => ({ key, max: openingsPerHour, windowMinutes: 60 }))
  return database.write((tx) => takeAttempt(tx, limits, config.rateLimitFactor, clock.real()))
}
