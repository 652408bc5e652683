import type { Limit } from '../../kernel/limits.ts'

/** Far above what a customer needs, far below what testing stolen cards takes. */
const hourly = { max: 30, windowMinutes: 60, refusal: 'too_many_payments' } as const

/** Limits the payments and card forms that a person opens. */
export function openingLimit(userId: string): Limit {
  return { key: `payment:user:${userId}`, ...hourly }
}

/** Limits the same for a person who pays an organization's order and has no account yet. */
export function orderOpeningLimits({ registrationId, ip }: { registrationId: string; ip: string }): Limit[] {
  return [`payment:registration:${registrationId}`, `payment:ip:${ip}`].map((key) => ({ key, ...hourly }))
}
