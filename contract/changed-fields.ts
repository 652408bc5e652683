import * as z from 'zod/mini'
import { readableAddress } from './identity/typed-address.ts'

/** When two people save the same form, each save changes only the fields that its author changed (D187). */

/** The values of the sent fields when the form was opened, by name; omitted fields are not compared. */
export const beforeFields = z.optional(z.record(z.string(), z.unknown()))

/** The answer also has `present`: the current values, by name. */
export const changed_meanwhile = [
  409,
  'Someone else has changed this in the meantime. Please check their changes and save again.',
] as const

/**
 * Returns whether two values of a field mean the same; null, empty text and a missing value are all equal, and so are
 * the two forms of an address, because answers have the readable one.
 */
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
  const sorted = isRecord ? Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)) : (value ?? '')
  return JSON.stringify(sorted, (_name, part: unknown) => (typeof part === 'string' ? readableAddress(part) : part))
}
