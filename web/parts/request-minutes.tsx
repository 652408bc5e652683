import { sendMessage } from '#contract/messages.ts'
import { useCall } from '#web/api.ts'
import { refreshMessages } from '#web/refresh.ts'
import { failures, successes } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** Asks the organization's admins for minutes, once a day (D49). */
export function useRequestMinutes(): { ask: () => void; isPending: boolean } {
  const { mutate, isPending } = useCall(sendMessage, {
    failed: failures.requestMinutes,
    done: async () => {
      showToast(successes.minutesRequested)
      await refreshMessages()
    },
  })
  const body = {
    subject: 'Request for minutes',
    message: 'I would like to go on talking with our agents. Could you add minutes to our pool?',
    messageType: 'minutes_request',
    audience: 'organization',
  } as const
  return { ask: () => mutate({ body }), isPending }
}

/** What members see where others buy minutes. */
export function RequestMinutes({ size }: { size?: 'dense' }) {
  const { ask, isPending } = useRequestMinutes()
  return (
    <Button variant="secondary" {...(size ? { size } : {})} pending={isPending} pendingText="Sending…" onClick={ask}>
      Request minutes
    </Button>
  )
}
