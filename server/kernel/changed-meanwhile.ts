import { isSameValue } from '#contract/changed-fields.ts'
import { refuse } from './problem.ts'

/**
 * Refuses a change to a field whose value is no longer the one that the form was opened with. Setting a field to its
 * current value is fine (D187). Call it under the lock of the row.
 */
export function refuseChanged(began: Record<string, unknown> | undefined, present: object, wanted: object): void {
  if (!began) return
  const [now, next] = [new Map(Object.entries(present)), new Map(Object.entries(wanted))]
  const changed = Object.entries(began).filter(
    ([name, before]) =>
      next.has(name) &&
      now.has(name) &&
      !isSameValue(before, now.get(name)) &&
      !isSameValue(next.get(name), now.get(name)),
  )
  if (changed.length === 0) return
  const values = Object.fromEntries(changed.map(([name]) => [name, now.get(name) ?? null]))
  refuse('changed_meanwhile', { details: { present: values } })
}
