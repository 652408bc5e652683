import * as z from 'zod/mini'

/** Of two people who save one form, each changes only what they changed, and nothing that moved meanwhile (D187). */

/** What the sent fields were when the form was opened, by name; those left out are taken whatever they are now. */
export const beforeFields = z.optional(z.record(z.string(), z.unknown()))

/** With `present`: what the fields are now, by name. */
export const changedMeanwhile = [409, 'Somebody else changed this in the meantime.'] as const

/** Whether two values of a field say the same; nothing, an empty text and what is left out do. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return sign(one) === sign(other)
}

/** What is another than before. */
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
