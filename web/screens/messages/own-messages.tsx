import { useQuery } from '@tanstack/react-query'
import { useEffect, type RefObject } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { communications, deleteMessage, sendMessage, type Communication } from '#contract/messages/messages.ts'
import { query, write } from '#web/client/api.ts'
import { showFailure } from '#web/client/failure.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { Button, type ButtonSize } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'

/** Reads the person's messages, again whenever the polled number of unread ones changes. */
export function useMessages({ unreadMessages }: Me) {
  const list = useQuery(query(communications))
  const { data, refetch } = list
  const isOld = data !== undefined && unreadCount(data) !== unreadMessages
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  return list
}

export function unreadCount(messages: readonly Communication[]): number {
  return messages.filter(({ isUnread }) => isUnread).length
}

export function senderOf({ isOwn, audience }: Communication): string {
  if (isOwn) return 'You'
  return audience === 'organization' ? 'Your organization' : 'Luna team'
}

export function threadIdOf({ id, inReplyTo }: Communication): string {
  return inReplyTo ?? id
}

/** Asks before a message leaves the person's own list; the focus moves to what remains of the list. */
export function askToDelete({ id, subject }: Communication, list: RefObject<HTMLElement | null>): Promise<boolean> {
  return ask({
    title: 'Delete this message?',
    text: `“${subject}” will be removed from your messages for good.`,
    confirm: 'Delete Message',
    keep: 'Keep Message',
    act: () => write(deleteMessage, { params: { id } }).catch(() => undefined),
    next: () => list.current ?? document.querySelector('main'),
  })
}

/** The toast of a message to the team. */
export const messageSent = {
  title: 'Message Sent',
  description: 'Your message has been sent to the admin team.',
  tone: 'success',
} as const

/** Opens the Contact Admin dialog (S114, S191); type and priority are fixed (S115, S233). */
export function ContactAdmin({ size = 'dense' }: { size?: ButtonSize }) {
  const contact = () =>
    openForm({
      title: 'Contact Admin',
      description: 'The Luna team will read it and reply here.',
      width: 'medium',
      call: sendMessage,
      submit: 'Send Message',
      pendingText: 'Sending…',
      told: messageSent,
      onInvalid: () => showFailure({ title: 'Error', text: 'Please fill in both subject and message.' }),
    })
  return (
    <Button variant={size === 'dense' ? 'ghost' : 'secondary'} size={size} onClick={() => void contact()}>
      Contact Admin
    </Button>
  )
}
