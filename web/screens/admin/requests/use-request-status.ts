import { countText } from '#contract/amounts.ts'
import { adminRequests, setRequestStatus, undoRequestStatus } from '#contract/agents/admin-requests.ts'
import { agentRequests, undoSeconds } from '#contract/agents/requests.ts'
import { communications } from '#contract/messages/messages.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { requestFailures, requestSuccesses } from './toasts.ts'
import { nameOf } from '../person-name.tsx'
import { useAdminCall } from '../use-admin-call.ts'

/** Changes the status of a request; the person gets a message when it can no longer be undone (D61, D188). */
export function useRequestStatus(onDone: () => void) {
  const undo = useAdminCall(undoRequestStatus, {
    list: adminRequests,
    changes: [agentRequests],
    failed: requestFailures.undoStatus,
    done: ({ person, status }) =>
      showToast({
        ...requestSuccesses.requestStatusUndone,
        description: `The request is “${status}” again. ${nameOf(person)} gets no message.`,
      }),
  })
  return useAdminCall(setRequestStatus, {
    list: adminRequests,
    changes: [agentRequests, communications],
    failed: requestFailures.requestStatus,
    guess: (row, { params, body }) => (row.id === params.id ? { ...row, status: body.status } : row),
    done: ({ id, person }) => {
      showToast({
        ...requestSuccesses.requestStatusUpdated,
        description: `${nameOf(person)} gets a message in ${countText(undoSeconds, 'second')}.`,
        action: { label: 'Undo', onPress: () => void undo.submit({ params: { id } }) },
        durationMs: undoSeconds * 1000,
      })
      onDone()
    },
  })
}
