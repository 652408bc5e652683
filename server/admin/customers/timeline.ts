import { type LineKind, lineKinds, type timelineLine, timelinePageSize } from '#contract/admin/timeline.ts'
import type { LongRead } from '../../database/sql.ts'
import type * as z from 'zod/mini'

/** The pages of a customer's timeline: which lines, in which order. What they say is read line by kind. */

/** Whose timeline it is: a person's or an organization's, with the account that pays. */
export interface TimelineOwner {
  userId: string | null
  organizationId: number | null
  accountId: string
}

export interface TimelineQuery {
  kinds?: string | undefined
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

/** A line whose details are still to be read. */
export interface LinePlace {
  kind: LineKind
  /** The table, or the event of a sign-in. */
  source: string
  id: string
  at: Date
}

type PlaceRow = LinePlace & { atMicros: number }

const dayMs = 24 * 60 * 60_000
const firstId = '00000000-0000-0000-0000-000000000000'
const endOfTime = 'infinity'

/** Returns one page of lines, newest first, and where the next page begins; null when there is none. */
export async function listPlaces(
  read: LongRead,
  owner: TimelineOwner,
  query: TimelineQuery,
): Promise<{ places: LinePlace[]; next: string | null }> {
  const { kinds, from, to, after, limit = timelinePageSize } = query
  const [micros, id = firstId] = after?.split('_') ?? []
  const dayAfter = to && new Date(Date.parse(to) + dayMs).toISOString()
  const rows = await read<PlaceRow>`
    select kind, source, id, at, (extract(epoch from at) * 1000000)::bigint as at_micros
    from customer_lines(${owner.userId}, ${owner.organizationId}, ${owner.accountId},
      ${kinds ? kinds.split(',') : [...lineKinds]}, ${from ?? '-infinity'}::timestamptz,
      coalesce(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond',
        ${dayAfter ?? endOfTime}::timestamptz),
      ${id}, ${limit + 1})`
  const places = rows.slice(0, limit)
  const last = places.at(-1)
  return { places, next: rows.length > limit && last ? `${last.atMicros}_${last.id}` : null }
}

export type AnyLine = z.input<typeof timelineLine>

/** A line of one kind, as answers take it. */
export type Line<Kind extends LineKind> = Extract<AnyLine, { kind: Kind }>
