import { countText } from '#contract/amounts.ts'
import type { bulkInvitations } from '#contract/organizations/bulk-invitations.ts'
import type { Answer } from '#contract/call.ts'
import type { BadgeTone } from '#web/kit/badge.tsx'

export type Bulk = Answer<typeof bulkInvitations>[number]

interface BatchState {
  label: string
  tone: BadgeTone
  /** Whether people can still join through it. */
  isOpen: boolean
}

const open: BatchState = { label: 'Open', tone: 'success', isOpen: true }
const ended = (label: string): BatchState => ({ label, tone: 'neutral', isOpen: false })

/** Returns whether people can still join through a batch or a link, and if not, why (S446). */
export function batchState(bulk: Bulk, now: Date): BatchState {
  if (!bulk.isActive) return ended('Revoked')
  if (bulk.invitationType === 'email') {
    if (bulk.pendingCount > 0) return open
    return ended(bulk.acceptedCount === bulk.totalInvites ? 'All joined' : 'Closed')
  }
  if (bulk.maxUses !== null && bulk.currentUses >= bulk.maxUses) return ended('Used up')
  return Date.parse(bulk.expiresAt) <= now.getTime() ? ended('Expired') : open
}

/** Returns its name, such as `Spring`, or a description when it has none. */
export function batchName({ batchName: name, invitationType, totalInvites }: Bulk): string {
  if (name) return name
  if (invitationType === 'link') return 'Shared link'
  return `Batch of ${countText(totalInvites, 'person', 'people')}`
}
