import type * as z from 'zod/mini'
import * as organizationMembers from '#contract/organizations/members.ts'
import { msToMinutes } from '#contract/amounts.ts'
import { isActivityDue, listMembers, type Member, touchMember } from './members.ts'
import { changeMembership, changeMembershipsTogether, removeMembership } from './membership-changes.ts'
import { maySeeMemberRecords } from '../policies.ts'
import { mailLimitNotices } from './limit-notices.ts'
import type { FoundContext } from '../../identity/contexts.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { refuse } from '../../kernel/problem.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../conversations/services.ts'

export const organizationMemberRoutes = routes<typeof organizationMembers, Services>(organizationMembers, {
  members: async ({ readLong, member, at }) => {
    const members = await listMembers(readLong, member.organizationId, at)
    if (maySeeMemberRecords(member)) return members.map(toAnswer)
    // The directory of D123: who works here now, without data that is only for admins.
    return members
      .filter(({ isActive }) => isActive)
      .map(({ id, firstName, lastName, userCategory }) => ({ id, firstName, lastName, userCategory }))
  },

  changeMember: async ({ services, person, member, params, body, at, write, request }) => {
    const { organizationId } = member
    const userId = params.id
    const changed = await write(async (tx) => {
      const after = (await changeMembership(tx, organizationId, userId, body, at)) ?? refuse('member_not_found')
      await mailLimitNotices(tx, services, { organizationId, userIds: [userId] }, 'limit', at)
      return after
    })
    if (body.role !== undefined) {
      const role = { organizationId, role: body.role, by: person.id, ip: request.ip }
      noteSecurity(services, 'role_changed', { userId, ...role })
    }
    return toAnswer(changed)
  },

  changeMembers: async ({ services, person, member, body: { ids, ...change }, at, write, request }) => {
    const { organizationId } = member
    const userIds = await write(async (tx) => {
      const changed = await changeMembershipsTogether(tx, organizationId, ids, change)
      if (change.monthlyLimitMinutes !== undefined) {
        await mailLimitNotices(tx, services, { organizationId, userIds: changed }, 'limit', at)
      }
      return changed
    })
    if (change.role !== undefined) {
      const changed = { organizationId, role: change.role, by: person.id, ip: request.ip }
      for (const userId of userIds) noteSecurity(services, 'role_changed', { userId, ...changed })
    }
    return { changedCount: userIds.length }
  },

  changeMemberCategory: async ({ member, params, body, at, write, fail }) => {
    const changed = await write((tx) => changeMembership(tx, member.organizationId, params.id, body, at))
    if (!changed) throw fail('member_not_found')
    return toAnswer(changed)
  },

  removeMember: ({ member, params, at, write }) =>
    write((tx) => removeMembership(tx, member.organizationId, params.id, at)),

  organizationUsers: async ({ readLong, member, at }) =>
    (await listMembers(readLong, member.organizationId, at)).map(toAnswer),
})

function toAnswer({ talkedOfMonthMs, ...member }: Member): z.input<typeof organizationMembers.member> {
  return { ...member, minutesThisMonth: msToMinutes(talkedOfMonthMs) }
}

/** Notes, at most once an hour, that a person works in an organization; the first request there counts (S440). */
export async function noteActivity(
  { database }: Pick<Services, 'database'>,
  { id }: { id: string },
  { organizationId, lastActiveAt }: Pick<FoundContext, 'organizationId' | 'lastActiveAt'>,
  at: Date,
): Promise<void> {
  if (!isActivityDue(lastActiveAt, at)) return
  await database.write((tx) => touchMember(tx, organizationId, id, at))
}
