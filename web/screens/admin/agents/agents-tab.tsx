import { type AdminAgent, adminAgents } from '#contract/agents/admin-agents.ts'
import { countText, formatCount, formatTenths } from '#contract/amounts.ts'
import { List } from '#web/client/lists/list.tsx'
import type { ListColumn, ListFilter } from '#web/client/lists/list-tools.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import { CreateButton } from '../create-button.tsx'
import { syncNames } from '../labels.ts'
import { openQuality, useAgentActs } from './agent-acts.tsx'
import { openAgentForm } from '../late-dialogs.ts'
import { SyncNote } from './provider.tsx'

const filters: readonly ListFilter[] = [
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

const columns: readonly ListColumn<AdminAgent>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Name', csv: ({ name }) => name },
  { title: 'Category', csv: ({ category }) => category },
  { title: 'Description', csv: ({ description }) => description },
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
    csv: ({ isActive }) => (isActive ? 'Active' : 'Inactive'),
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
  { title: 'Access', csv: ({ isPrivate }) => (isPrivate ? 'Private' : 'Public') },
  { title: 'Tier', csv: ({ isPremium }) => (isPremium ? 'Premium' : 'Free') },
  { title: 'Organizations', csv: ({ organizations }) => organizations.map(({ name }) => name).join('; ') },
  { title: 'Price per minute', csv: ({ price }) => price },
  {
    title: 'Rating',
    sort: 'rating',
    orders: ['Rating, lowest first', 'Rating, highest first'],
    numeric: true,
    phone: 'left',
    csv: ({ shownRating }) => shownRating,
    cell: ({ shownRating, ratingCount }) => (
      <>
        {formatTenths(shownRating)}
        <span className="block text-xs text-muted">
          {ratingCount >= 5 ? countText(ratingCount, 'rating') : "Editors' rating"}
        </span>
      </>
    ),
  },
  { title: 'Ratings', csv: ({ ratingCount }) => ratingCount },
  {
    title: 'Sessions',
    sort: 'sessions',
    numeric: true,
    phone: 'right',
    csv: ({ sessionCount }) => sessionCount,
    cell: ({ sessionCount }) => (
      <>
        {formatCount(sessionCount)}
        <span className="sm:hidden">{sessionCount === 1 ? ' session' : ' sessions'}</span>
      </>
    ),
  },
  { title: 'Provider agent ID', csv: ({ elevenLabsAgentId }) => elevenLabsAgentId ?? '' },
  { title: 'Provider status', csv: ({ syncState, syncError }) => syncError ?? syncNames[syncState].label },
  {
    title: 'Updated',
    sort: 'updated',
    orders: ['Updated, oldest first', 'Updated, newest first'],
    phone: 'left',
    csv: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <DateTime value={updatedAt} />,
  },
]

function more(count: number): string {
  return count > 1 ? ` +${count - 1}` : ''
}

/** The one act of staff who read agents and do not change them. */
const qualityColumn: ListColumn<AdminAgent> = {
  title: 'Actions',
  phone: 'figure',
  cell: (agent) => <ActButtons of={agent.name} acts={[{ label: 'Quality', run: () => openQuality(agent) }]} />,
}

/** All agents, with their access, their state at the voice provider and the acts for each (S426, D148). */
export default function AgentsTab() {
  const acts = useAgentActs()
  return (
    <>
      <CreateButton label="Create Agent" duty="agents.change" onClick={() => void openAgentForm()} />
      <List
        call={adminAgents}
        nouns={['agent', 'agents']}
        searchHint="Name, category or description"
        emptyText="Agents you create will appear here."
        filters={filters}
        columns={acts ? columns : [...columns, qualityColumn]}
        sortedBy="name"
        acts={acts}
        nameOf={({ name }) => name}
      />
    </>
  )
}
