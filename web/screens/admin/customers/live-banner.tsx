import type { customer } from '#contract/admin/customers.ts'
import type { Answer } from '#contract/call.ts'
import { formatTime } from '#contract/dates.ts'
import { Banner } from '#web/kit/banner.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { useDuty } from '../use-duty.ts'
import { endConversation } from './line-acts.tsx'

const lookMs = 10_000

/** For `refetchInterval`: looks again while somebody is talking, because a conversation ends without the team. */
export function whileLive({ state }: { state: { data?: { live: readonly unknown[] } | undefined } }): number | false {
  return (state.data?.live.length ?? 0) > 0 && lookMs
}

type Live = Answer<typeof customer>['live'][number]

/** Who is talking right now, with a way to end it. */
export function LiveBanners({ live }: { live: readonly Live[] }) {
  return live.map((conversation) => <LiveBanner key={conversation.id} conversation={conversation} />)
}

function LiveBanner({ conversation }: { conversation: Live }) {
  const mayEnd = useDuty('people.change')
  const { agentName, person, startedAt } = conversation
  const end = { label: 'End Conversation', may: mayEnd, run: () => void endConversation(conversation) }
  return (
    <Banner tone="success" title="Live now" actions={<ActButtons acts={[end]} />}>
      {person.name} has been talking with {agentName} since {formatTime(startedAt)}.
    </Banner>
  )
}
