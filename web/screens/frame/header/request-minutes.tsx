import { sendMessage } from '#contract/messages/messages.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'

/** What runs short: the shared pool, or the member's monthly limit. */
type Shortage = 'pool' | 'limit'

const reasons: Record<Shortage, string> = {
  pool: 'Could you add minutes to our pool?',
  limit: 'Could you raise my monthly limit?',
}

/** Returns what a member can ask for: a limited one does not see the pool (D190). */
export function shortageOf({ monthLeftSeconds }: { monthLeftSeconds: number | null }): Shortage {
  return monthLeftSeconds === null ? 'pool' : 'limit'
}

/** The toasts of a request to the organization's admins. */
export const adminsAsked = {
  failed: { title: 'Failed to send your request', text: 'Please try again in a few minutes.' },
  told: { title: 'Request Sent', description: 'Your admins will see your message.', tone: 'success' },
} as const

/** Asks the organization's admins for minutes, once a day (D49). */
export function useRequestMinutes(about: Shortage = 'pool'): { ask: () => void; isPending: boolean } {
  const { mutate, isPending } = useCall(sendMessage, adminsAsked)
  const body = {
    subject: 'Request for minutes',
    message: `I'd like to keep talking with our agents. ${reasons[about]}`,
    messageType: 'minutes_request',
    audience: 'organization',
  } as const
  return { ask: () => mutate({ body }), isPending }
}

/** The button that members see where others buy minutes. */
export function RequestMinutes({ size, about }: { size?: 'dense' | 'touch'; about?: Shortage }) {
  const { ask, isPending } = useRequestMinutes(about)
  return (
    <Button variant="secondary" {...(size ? { size } : {})} pending={isPending} pendingText="Sending…" onClick={ask}>
      Request minutes
    </Button>
  )
}
