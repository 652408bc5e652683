import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  adminCommunications,
  adminThread,
  sendTeamMessage,
  withdrawMessage,
  type TeamMessage,
} from '#contract/messages/admin-messages.ts'
import { communications } from '#contract/messages/messages.ts'
import { keyOf } from '#web/client/api.ts'
import { refreshMessages } from '#web/client/refresh.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { messageFailures, messageSuccesses } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'

/** Reloads the lists after an admin reads or deletes a message, here and among the admin's own messages. */
export function useRenewMessages(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    const old = [adminCommunications, adminThread].map((call) => client.invalidateQueries({ queryKey: keyOf(call) }))
    await Promise.all([...old, refreshMessages()])
  }, [client])
}

/** Sends to one person or to everyone (S657, S629). */
export function useSendTeamMessage(onSent: () => void) {
  return useAdminCall(sendTeamMessage, {
    list: adminCommunications,
    changes: [adminThread, communications],
    failed: messageFailures.sendMessage,
    done: ({ toUserId }) => {
      const description = toUserId === null ? 'Everyone can read it now.' : 'They can read it now.'
      showToast({ ...messageSuccesses.messageSent, description })
      onSent()
    },
  })
}

/** Withdraws a message from an admin (D65). */
export function useWithdraw(onDone: (id: TeamMessage['id']) => void) {
  return useAdminCall(withdrawMessage, {
    list: adminCommunications,
    changes: [adminThread, communications],
    failed: messageFailures.withdrawMessage,
    done: (_answer, { params }) => {
      showToast(messageSuccesses.messageWithdrawn)
      onDone(params.id)
    },
  })
}
