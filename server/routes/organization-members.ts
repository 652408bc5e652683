import type { FastifyInstance } from 'fastify'
import * as organizationMembers from '#contract/organization-members.ts'
import { listMembers } from '../domain/members.ts'
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
    organizationUsers: async ({ seat }) => listMembers(read, seat.organizationId),
  })
}
