import { isSameValue } from '#contract/changed-fields.ts'

/** Rolls back a change of fields that somebody else has changed since; `present` has their values (D187). */
export class ChangedMeanwhile extends Error {
  readonly present: Record<string, unknown>
  constructor(present: Record<string, unknown>) {
    super('Changed in the meantime')
    this.present = present
  }
}

/**
 * Refuses a change to a field whose value is no longer the one that the form was opened with. Setting a field to its
 * current value is fine. Call it under the lock of the row.
 *
 * @throws ChangedMeanwhile
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
  throw new ChangedMeanwhile(Object.fromEntries(changed.map(([name]) => [name, now.get(name) ?? null])))
}
