import type { LineKind } from '#contract/admin/timeline.ts'
import type { LongRead } from '../../database/sql.ts'
import { readConversations } from './conversation-lines.ts'
import { readDeclines, readPayments } from './payment-lines.ts'
import { readEntries } from './minute-lines.ts'
import { type AnyLine, type LinePlace, listPlaces, type TimelineOwner, type TimelineQuery } from './timeline.ts'
import { readMoneyBack } from './money-back-lines.ts'
import { readActs, readMails, readMessages, readSecurity, readSubscriptionChanges } from './other-lines.ts'

/** Returns one page of a customer's timeline, and where the next page begins. */
export async function readTimeline(
  read: LongRead,
  owner: TimelineOwner,
  query: TimelineQuery,
  at: Date,
): Promise<{ lines: AnyLine[]; next: string | null }> {
  const { places, next } = await listPlaces(read, owner, query)
  const kinds = [...new Set(places.map(({ kind }) => kind))]
  const found = await Promise.all(
    kinds.map((kind) =>
      readLines(
        read,
        owner,
        kind,
        places.filter((place) => place.kind === kind),
        at,
      ),
    ),
  )
  const byPlace = new Map(found.flat().map((line) => [`${line.kind} ${line.id}`, line]))
  // What was erased between the two reads has no line.
  const lines = places.flatMap(({ kind, id }) => byPlace.get(`${kind} ${id}`) ?? [])
  return { lines, next }
}

function readLines(
  read: LongRead,
  owner: TimelineOwner,
  kind: LineKind,
  places: LinePlace[],
  at: Date,
): Promise<AnyLine[]> {
  const ids = places.map(({ id }) => id)
  switch (kind) {
    case 'conversation':
      return readConversations(read, ids, at)
    case 'minutes':
      return readEntries(read, owner.accountId, places)
    case 'payment':
      return readPayments(read, owner.accountId, places, at)
    case 'decline':
      return readDeclines(read, ids)
    case 'refund':
    case 'dispute':
      return readMoneyBack(read, owner.accountId, ids)
    case 'subscription':
      return readSubscriptionChanges(read, places)
    case 'mail':
      return readMails(read, ids)
    case 'message':
      return readMessages(read, owner, ids)
    case 'act':
      return readActs(read, ids)
    case 'security':
      return readSecurity(read, owner, ids)
  }
}
