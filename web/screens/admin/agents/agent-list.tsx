import { countText, formatCount, formatTenths } from '#contract/amounts.ts'
import type { AdminAgent } from '#contract/agents/admin-agents.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Badge } from '#web/kit/badge.tsx'
import type { ListColumn, ListFilter } from '#web/client/lists/list-tools.tsx'
import { syncNames } from '../labels.ts'

/** The list of agents, on screen and as a CSV file. */

export const agentFilters: readonly ListFilter[] = [
  {
    name: 'status',
    label: 'Filter by status',
    options: [
      { value: 'all', label: 'All statuses' },
      { value: 'active', label: 'Active' },
      { value: 'inactive', label: 'Inactive' },
    ],
  },
  {
    name: 'access',
    label: 'Filter by access',
    options: [
      { value: 'all', label: 'Public and private' },
      { value: 'public', label: 'Public' },
      { value: 'private', label: 'Private' },
    ],
  },
  {
    name: 'tier',
    label: 'Filter by tier',
    options: [
      { value: 'all', label: 'Free and premium' },
      { value: 'free', label: 'Free' },
      { value: 'premium', label: 'Premium' },
    ],
  },
]

/** Shows whether the voice provider has the latest version and, if not, why (D148). */
export function SyncNote({ agent: { syncState, syncError } }: { agent: AdminAgent }) {
  const { label, tone } = syncNames[syncState]
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {syncError && <span className="mt-1 block text-xs wrap-anywhere text-muted">{syncError}</span>}
    </>
  )
}

export const agentColumns: readonly ListColumn<AdminAgent>[] = [
  {
    title: 'Agent',
    sort: 'name',
    phone: 'lead',
    cell: (agent) => (
      <span className="flex items-center gap-3">
        <AgentPicture agent={agent} className="h-10 w-16 shrink-0 rounded-control text-lg!" />
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{agent.name}</span>
          <span className="block text-sm font-normal wrap-anywhere text-muted">{agent.category}</span>
        </span>
      </span>
    ),
  },
  {
    title: 'Status',
    phone: 'left',
    cell: ({ isActive, isPremium, isPrivate, organizations }) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        <Badge tone="neutral">{isPremium ? 'Premium' : 'Free'}</Badge>
        {isPrivate ? (
          <Badge tone="soft">{`Private: ${organizations[0]?.name ?? 'no organization'}${more(organizations.length)}`}</Badge>
        ) : (
          <Badge tone="neutral">Public</Badge>
        )}
      </span>
    ),
  },
  { title: 'Voice provider', phone: 'right', cell: (agent) => <SyncNote agent={agent} /> },
  {
    title: 'Rating',
    sort: 'rating',
    orders: ['Rating, lowest first', 'Rating, highest first'],
    numeric: true,
    phone: 'left',
    cell: ({ shownRating, ratingCount }) => (
      <>
        {formatTenths(shownRating)}
        <span className="block text-xs text-muted">
          {ratingCount >= 5 ? countText(ratingCount, 'rating') : "Editors' rating"}
        </span>
      </>
    ),
  },
  {
    title: 'Sessions',
    sort: 'sessions',
    numeric: true,
    phone: 'right',
    cell: ({ sessionCount }) => (
      <>
        {formatCount(sessionCount)}
        <span className="sm:hidden">{sessionCount === 1 ? ' session' : ' sessions'}</span>
      </>
    ),
  },
  {
    title: 'Updated',
    sort: 'updated',
    orders: ['Updated, oldest first', 'Updated, newest first'],
    phone: 'left',
    cell: ({ updatedAt }) => <DateTime value={updatedAt} />,
  },
]

function more(count: number): string {
  return count > 1 ? ` +${count - 1}` : ''
}

export const agentCsv: readonly CsvColumn<AdminAgent>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Category', ({ category }) => category],
  ['Description', ({ description }) => description],
  ['Status', ({ isActive }) => (isActive ? 'Active' : 'Inactive')],
  ['Access', ({ isPrivate }) => (isPrivate ? 'Private' : 'Public')],
  ['Tier', ({ isPremium }) => (isPremium ? 'Premium' : 'Free')],
  ['Organizations', ({ organizations }) => organizations.map(({ name }) => name).join('; ')],
  ['Price per minute', ({ price }) => price],
  ['Rating', ({ shownRating }) => shownRating],
  ['Ratings', ({ ratingCount }) => ratingCount],
  ['Sessions', ({ sessionCount }) => sessionCount],
  ['Provider agent ID', ({ elevenLabsAgentId }) => elevenLabsAgentId ?? ''],
  ['Provider status', ({ syncState, syncError }) => syncError ?? syncNames[syncState].label],
  ['Updated', ({ updatedAt }) => updatedAt],
]
