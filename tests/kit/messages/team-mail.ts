import { currentUser } from '#contract/identity/current-user.ts'
import { type Communication, communications, sendMessage } from '#contract/messages/messages.ts'
import type { TestPerson } from '../world/people.ts'

export function writeToAdmins(person: TestPerson, subject: string, inReplyTo?: string): Promise<Communication> {
  return person.client.call(sendMessage, { body: { subject, message: `About ${subject}`, inReplyTo } })
}

/** Sends a message of an admin to everybody or to one person, as the panel does. */
export function sendFromTeam(admin: TestPerson, body: object) {
  return admin.client.request('POST', '/api/admin/communications', body)
}

export function withdrawAs(admin: TestPerson, id: string) {
  return admin.client.request('DELETE', `/api/admin/communications/${id}`, undefined)
}

export function mailOf(person: TestPerson): Promise<Communication[]> {
  return person.client.call(communications)
}

export async function idsOf(person: TestPerson): Promise<string[]> {
  return (await mailOf(person)).map(({ id }) => id)
}

export async function unreadOf(person: TestPerson): Promise<number> {
  return (await person.client.call(currentUser)).unreadMessages
}
