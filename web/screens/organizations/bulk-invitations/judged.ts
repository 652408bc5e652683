import type { Answer } from '#contract/call.ts'
import type { bulkInvite } from '#contract/organizations/bulk-invitations.ts'

/** What will happen, or has happened, to each row of a list. */
export type Judged = Answer<typeof bulkInvite>
