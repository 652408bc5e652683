import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Agent, agents, unlockAgent, unlockedAgents } from '#contract/agents.ts'
import { useAddressText, withValue } from '#web/address-text.ts'
import { query, useCall } from '#web/api.ts'
import { AgentCard } from '#web/parts/agent-card.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { OrganizationMissing } from '#web/parts/organization-missing.tsx'
import { Page } from '#web/parts/page-layout.tsx'
import { failures } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const VoiceDialog = lazy(async () => ({ default: (await import('#web/parts/voice-dialog.tsx')).VoiceDialog }))

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'

/** /marketplace: every agent one may see, found by words and category (S077-S084). */
export default function Marketplace() {
  const list = useQuery(query(agents))
  return (
    <Page title="Agent Marketplace" description="Choose an agent and start talking.">
      <OrganizationMissing />
      {list.isPending && <LoadingCards />}
      {list.isError && <LoadError what="the agents" failed={list} />}
      {list.data && <Agents all={list.data} />}
    </Page>
  )
}

const allAgents = 'All Agents'

function Agents({ all }: { all: readonly Agent[] }) {
  const [search, setSearch] = useSearchParams()
  const [words, setWords] = useAddressText('q')
  // The dialog keeps its agent while it closes, so that its last words can still be read.
  const [talk, setTalk] = useState<{ agent: Agent; open: boolean } | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const categories = [allAgents, ...new Set(all.map((agent) => agent.category).toSorted())]
  const category = categories.find((one) => one === search.get('category')) ?? allAgents
  const found = all.filter((agent) => matches(agent, words) && (category === allAgents || agent.category === category))

  function setCategory(next: string) {
    setSearch((old) => withValue(old, 'category', next === allAgents ? '' : next), { replace: true })
  }
  function clear() {
    setWords('')
    setSearch(new URLSearchParams(), { replace: true })
    // The button that had the focus goes.
    searchField.current?.focus()
  }

  return (
    <>
      <div className="mb-4 max-w-form">
        <TextField
          ref={searchField}
          name="search"
          label="Search agents"
          hideLabel
          type="search"
          placeholder="Search by name or topic"
          autoComplete="off"
          icon={<Search aria-hidden className="size-4" />}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <Tabs
        label="Categories"
        tabs={categories.map((value) => ({ value, label: value }))}
        value={category}
        onChange={setCategory}
      >
        <p role="status" className="mb-4 text-sm text-muted">
          {found.length} {found.length === 1 ? 'agent' : 'agents'}
        </p>
        {found.length > 0 ? (
          <Cards agents={found} onUse={(agent) => setTalk({ agent, open: true })} />
        ) : (
          <NothingFound onClear={clear} />
        )}
      </Tabs>
      {talk && (
        <Suspense>
          <VoiceDialog
            key={talk.agent.id}
            agent={talk.agent}
            open={talk.open}
            onOpenChange={(open) => setTalk({ agent: talk.agent, open })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Words in the name or the description, whatever their case (S083). */
function matches({ name, description }: Agent, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted)
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No agents found"
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      Try another word, or look through all agents.
    </EmptyState>
  )
}

interface CardsProps {
  agents: readonly Agent[]
  onUse: (agent: Agent) => void
}

function Cards({ agents: shown, onUse }: CardsProps) {
  const unlock = useCall(unlockAgent, { changes: [agents, unlockedAgents], failed: failures.unlock })
  return (
    <ul className={grid}>
      {shown.map((agent) => (
        <li key={agent.id} data-agent={agent.id}>
          <AgentCard
            agent={agent}
            level={2}
            onUse={() => onUse(agent)}
            onUnlock={() => unlock.mutate({ params: { agentId: agent.id } })}
            isUnlocking={unlock.isPending && unlock.variables.params.agentId === agent.id}
          />
        </li>
      ))}
    </ul>
  )
}

function LoadingCards() {
  return (
    <SkeletonGroup label="Loading agents…">
      <Skeleton className="mb-4 h-9 max-w-form" />
      <Skeleton className="mb-12 h-10 w-full" />
      <div className={grid}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} className="h-96" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
