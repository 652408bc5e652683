import type { InboxState } from '#contract/messages/inbox.ts'
import { Badge, type BadgeTone } from '#web/kit/badge.tsx'
import { stateNames } from './shown.ts'

const tones: Record<InboxState, BadgeTone> = { open: 'warning', waiting: 'neutral', closed: 'success' }

export function StateBadge({ state }: { state: InboxState }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>
}
