import { adminRequests, setRequestStatus } from '#contract/agents/admin-requests.ts'
import { communications } from '#contract/messages/messages.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { requestFailures, requestSuccesses } from './toasts.ts'
import { nameOf } from '../person-name.tsx'
import { useAdminCall } from '../use-admin-call.ts'

/** Changes the status of a request; the person gets a message (D61). */
export function useRequestStatus(onDone: () => void) {
  return useAdminCall(setRequestStatus, {
    list: adminRequests,
    changes: [agentRequests, communications],
    failed: requestFailures.requestStatus,
    guess: (row, { params, body }) => (row.id === params.id ? { ...row, status: body.status } : row),
    done: ({ person }) => {
      showToast({ ...requestSuccesses.requestStatusUpdated, description: `We sent ${nameOf(person)} a message.` })
      onDone()
    },
  })
}
