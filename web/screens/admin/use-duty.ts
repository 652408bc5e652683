import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { useMe } from '#web/client/me.ts'

/** Returns whether the signed-in person's staff role includes a duty; screens offer nothing that the server refuses. */
export function useDuty(duty: Duty): boolean {
  return includesDuty(useMe()?.staffRole ?? null, duty)
}
