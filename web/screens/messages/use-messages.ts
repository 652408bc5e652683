import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { communications, type Communication } from '#contract/messages/messages.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'

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
