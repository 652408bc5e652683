import { findInboxThread, type InboxThread } from '#contract/messages/inbox.ts'
import type { TestPerson } from '../world/people.ts'

/** Conversations in the team's inbox. */

/** Returns the conversation of a message as an admin sees it. */
export async function threadWith(admin: TestPerson, messageId: string): Promise<InboxThread> {
  const { thread } = await admin.client.call(findInboxThread, { params: { messageId } })
  if (!thread) throw new Error('No conversation')
  return thread
}

export function changeThreadAs(admin: TestPerson, id: string, body: object) {
  return admin.client.request('PATCH', `/api/admin/inbox/${id}`, body)
}
