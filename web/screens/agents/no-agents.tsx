import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { communications, sendMessage } from '#contract/messages/messages.ts'
import { query, useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useMe } from '#web/client/me.ts'
import { frameFailures, frameSuccesses } from '#web/screens/frame/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { useKeptFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

const title = 'No agents available'
const dayMs = 24 * 60 * 60_000

/** Replaces an organization's agents when none is assigned: its admins assign some, the others ask them (S414). */
export function NoAgents() {
  const isAdmin = useMe()?.organizationRole === 'admin'
  if (!isAdmin) return <AskAdmins />
  const action = <LinkButton href={paths.organizationDashboard({ tab: 'agents' })}>Assign Agents</LinkButton>
  return (
    <EmptyState title={title} action={action}>
      Assign the agents that you and your team can talk to.
    </EmptyState>
  )
}

/** Asks the admins for agents, at most once a day; the person's own message shows that they have been asked. */
function AskAdmins() {
  const [now] = useState(() => Date.now())
  const answer = useRef<HTMLParagraphElement>(null)
  const list = useQuery(query(communications))
  const asked = list.data?.find(
    ({ messageType, isOwn, createdAt }) =>
      messageType === 'agents_request' && isOwn && Date.parse(createdAt) > now - dayMs,
  )
  return (
    <EmptyState
      title={title}
      action={
        asked ? (
          <LinkButton variant="secondary" href={paths.messages({ thread: asked.id })}>
            See Your Message
          </LinkButton>
        ) : (
          <Ask next={() => answer.current} />
        )
      }
    >
      <p>Contact your organization admin to assign agents.</p>
      <p ref={answer} role="status" tabIndex={-1} className="mt-1 outline-none empty:hidden">
        {asked && 'Your admins have received your request.'}
      </p>
    </EmptyState>
  )
}

function Ask({ next }: { next: () => HTMLElement | null }) {
  const part = useKeptFocus<HTMLDivElement>(next)
  const { mutate, isPending } = useCall(sendMessage, {
    failed: frameFailures.requestFromAdmins,
    done: () => {
      showToast(frameSuccesses.requestSent)
    },
  })
  const body = {
    subject: 'Request for agents',
    message: "I can't talk to any agent yet. Could you assign some to our organization?",
    messageType: 'agents_request',
    audience: 'organization',
  } as const
  return (
    <div ref={part}>
      <Button pending={isPending} pendingText="Sending…" onClick={() => mutate({ body })}>
        Ask Your Admins
      </Button>
    </div>
  )
}
