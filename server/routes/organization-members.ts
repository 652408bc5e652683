import type { FastifyInstance } from 'fastify'
import * as organizationMembers from '#contract/organization-members.ts'
import { listMembers } from '../domain/members.ts'
import { changePlace, removePlace } from '../domain/membership-changes.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function organizationMemberRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, organizationMembers, {
    members: async ({ seat }) => {
      const members = await listMembers(read, seat.organizationId)
      if (seat.role === 'admin') return members
      // The directory of D123: who works here now, without anything that is for admins.
      return members
        .filter(({ isActive }) => isActive)
        .map(({ id, firstName, lastName, userCategory }) => ({ id, firstName, lastName, userCategory }))
    },
    changeMember: async ({ seat, params, body, at, write, fail }) => {
      const result = await write((tx) => changePlace(tx, seat.organizationId, params.id, body, at))
      if (result.state === 'changed') return result.member
      throw fail(result.state === 'unknown' ? 'member_not_found' : result.state)
    },
    changeMemberCategory: async ({ seat, params, body, at, write, fail }) => {
      const result = await write((tx) => changePlace(tx, seat.organizationId, params.id, body, at))
      if (result.state !== 'changed') throw fail('member_not_found')
      return result.member
    },
    removeMember: async ({ seat, params, write, fail }) => {
      const result = await write((tx) => removePlace(tx, seat.organizationId, params.id))
      if (result === 'removed') return { success: true }
      throw fail(result === 'unknown' ? 'member_not_found' : 'last_admin')
    },
    organizationUsers: async ({ seat }) => listMembers(read, seat.organizationId),
  })
}
