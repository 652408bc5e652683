import type { Answer } from '#contract/call.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import {
  changeMember,
  changeMemberCategory,
  changeMembers,
  members,
  removeMember,
} from '#contract/organizations/members.ts'
import type { FakeServer } from '../../fake-server.ts'
import { mia } from '../organization.ts'

export const usersTab = '/organization-dashboard?tab=users'

/** Keeps changes of the members, like the server. */
export function serveMembers(server: FakeServer, ...all: Answer<typeof members>): void {
  let now = all
  const change = (id: string, more: object) => {
    now = now.map((one) => (one.id === id ? { ...one, ...more } : one))
    return now.find((one) => one.id === id) ?? mia
  }
  server.answer(members, () => now)
  server.answer(invitations, [])
  server.answer(changeMember, ({ params, body: { before: _before, ...body } }) => change(params.id, body))
  server.answer(changeMemberCategory, ({ params, body }) => change(params.id, body))
  server.answer(changeMembers, ({ body: { ids, ...body } }) => {
    for (const id of ids) change(id, body)
    return { changedCount: ids.length }
  })
  server.answer(removeMember, ({ params }) => {
    now = now.filter(({ id }) => id !== params.id)
    return { success: true as const }
  })
}
