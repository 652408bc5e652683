import * as z from 'zod/mini'
import { field } from './field-words.ts'
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

/** A calendar day that narrows a list. */
export const dayField = z.optional(calendarDay('Please enter a date'))

/**
 * The key of an action that moves money. Sending the same key again does not repeat the action; a new key does.
 */
export const actKey = z.uuid({ error: 'Please send a key: a new UUID for each action' })

/** Why an admin takes an action that must be explained (D153). */
export const reasonField = field(
  z
    .string({ error: 'Please give a reason' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please give a reason' }),
      z.maxLength(500, { error: 'Please use at most 500 characters' }),
    ),
  { label: 'Reason', kind: 'area', rows: 3 },
)
