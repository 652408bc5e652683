import * as z from 'zod/mini'

/** When two people save the same form, each save changes only what its person changed (D187). */

/** The values of the sent fields when the form was opened, by name; fields left out here are not compared. */
export const beforeFields = z.optional(z.record(z.string(), z.unknown()))

/** Comes with `present`: the current values, by name. */
export const changedMeanwhile = [409, 'Someone else changed this in the meantime.'] as const

/** Returns whether two values of a field mean the same; null, an empty text and a missing value do. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return sign(one) === sign(other)
}

/** Returns the fields whose values changed. */
export function changedOf<Values extends object>(before: Values, now: Values): Partial<Values> {
  const was = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !isSameValue(value, was.get(name))),
  ) as Partial<Values>
}

function sign(value: unknown): string {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  return JSON.stringify(isRecord ? Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)) : (value ?? ''))
}
