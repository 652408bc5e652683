import * as z from 'zod/mini'
import { formatCount } from './amounts.ts'
import { field } from './field-words.ts'
import { shownAddress } from './identity/people.ts'
import { calendarDay } from './calendar-day.ts'
import { pageQuery } from './call.ts'

/**
 * The query of a list that the server sorts: search text, a column to sort by (a minus reverses it), and a page. More
 * filters are added with `z.extend`.
 */
export function sortedListQuery<const Column extends string>(columns: readonly Column[]) {
  const sorts = columns.flatMap((column) => [column, `-${column}`] as const)
  return z.extend(pageQuery, {
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    sort: z.optional(z.enum(sorts as [Column | `-${Column}`])),
  })
}

/** The person or organization that pays; an order that was never paid belongs to neither. */
export const payerRef = z.object({
  userId: z.nullable(z.string()),
  organizationId: z.nullable(z.number()),
  name: z.string(),
  email: shownAddress,
})
export type PayerRef = z.output<typeof payerRef>

/** A calendar day that narrows a list. */
export const dayField = z.optional(calendarDay('Please enter a date'))

/** The key of an action that moves money. Sending the same key again does not repeat the action; a new key does. */
export const actKey = z.uuid({ error: 'Please send a key: a new UUID for each action' })

/** Why an admin takes an action that must be explained (D153). */
export const reasonField = field(givenText('Please give a reason', 500), { label: 'Reason', kind: 'area', rows: 3 })

/** Returns a schema for what an admin writes, trimmed; `missing` is the message for an empty text. */
export function givenText(missing: string, maxLength: number) {
  const tooLong = `Please use at most ${formatCount(maxLength)} characters`
  return z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(maxLength, { error: tooLong }))
}
