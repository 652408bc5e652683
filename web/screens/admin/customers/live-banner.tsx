import { useState } from 'react'
import type { customer } from '#contract/admin/customers.ts'
import type { Answer } from '#contract/call.ts'
import { formatTime } from '#contract/dates.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { useDuty } from '../use-duty.ts'
import { EndDialog } from './acts/end-dialog.tsx'

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
  const [isAsked, setAsked] = useState(false)
  const mayEnd = useDuty('people.change')
  const { id, agentName, person, startedAt } = conversation
  return (
    <>
      <Banner
        tone="success"
        title="Live now"
        actions={
          mayEnd && (
            <Button id={`end-${id}`} variant="secondary" size="dense" onClick={() => setAsked(true)}>
              End Conversation
            </Button>
          )
        }
      >
        {person.name} has been talking with {agentName} since {formatTime(startedAt)}.
      </Banner>
      {isAsked && (
        <EndDialog
          conversation={conversation}
          onClose={() => setAsked(false)}
          finalFocus={() => document.getElementById(`end-${id}`) ?? document.querySelector('main')}
        />
      )}
    </>
  )
}
