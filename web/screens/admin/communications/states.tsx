import { inboxStates, type InboxState } from '#contract/messages/inbox.ts'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'

/** What the inbox shows: the conversations of one state, all of them, or what the product and the team sent out. */
export type Shown = InboxState | 'all' | 'notices'

const others: readonly Shown[] = ['all', 'notices']

/** Returns what the URL asks for; open conversations unless it says otherwise. */
export function readShown(search: URLSearchParams): Shown {
  const known: readonly Shown[] = [...inboxStates, ...others]
  return known.find((shown) => shown === search.get('state')) ?? (search.get('contact') === 'open' ? 'all' : 'open')
}

export const stateNames: Record<InboxState, string> = { open: 'Open', waiting: 'Waiting', closed: 'Closed' }

const tones: Record<InboxState, BadgeTone> = { open: 'warning', waiting: 'neutral', closed: 'success' }

export function StateBadge({ state }: { state: InboxState }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>
}
