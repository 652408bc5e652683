import {
  adminCommunications,
  adminThread,
  sendTeamMessage,
  withdrawMessage,
  type TeamMessage,
} from '#contract/messages/admin-messages.ts'
import { answerContact } from '#contract/messages/contact.ts'
import {
  changeInboxThread,
  findInboxThread,
  inbox,
  inboxFigures,
  type InboxThread,
  inboxUnread,
} from '#contract/messages/inbox.ts'
import { communications } from '#contract/messages/messages.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { messageFailures, messageSuccesses } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'

/** What each message changes besides the list of conversations. */
const readings = [adminCommunications, adminThread, findInboxThread, inboxFigures, inboxUnread, communications] as const

/** Sends to one person or to everyone (S657, S629). */
export function useSendTeamMessage(onSent: () => void) {
  return useAdminCall(sendTeamMessage, {
    list: inbox,
    changes: readings,
    failed: messageFailures.sendMessage,
    done: ({ toUserId }) => {
      const description = toUserId === null ? 'Everyone can read it now.' : 'They can read it now.'
      showToast({ ...messageSuccesses.messageSent, description })
      onSent()
    },
  })
}

/** Answers a stranger by mail (D177). */
export function useAnswerContact(onSent: () => void) {
  return useAdminCall(answerContact, {
    list: inbox,
    changes: readings,
    failed: messageFailures.answerContact,
    done: ({ email }) => {
      showToast({ ...messageSuccesses.contactAnswered, description: `We are sending it to ${email}.` })
      onSent()
    },
  })
}

/** Changes the state or the assignee of a conversation; both are shown beside it, so no toast repeats them. */
export function useChangeThread() {
  return useAdminCall(changeInboxThread, {
    list: inbox,
    changes: readings,
    failed: messageFailures.changeThread,
    guess: (row: InboxThread, { params, body }) =>
      row.id === params.id && body.state ? { ...row, state: body.state } : row,
    done: () => undefined,
  })
}

/** Withdraws a message from an admin (D65). */
export function useWithdraw(onDone: (id: TeamMessage['id']) => void) {
  return useAdminCall(withdrawMessage, {
    list: inbox,
    changes: readings,
    failed: messageFailures.withdrawMessage,
    done: (_answer, { params }) => {
      showToast(messageSuccesses.messageWithdrawn)
      onDone(params.id)
    },
  })
}
