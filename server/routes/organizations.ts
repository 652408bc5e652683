import type { FastifyInstance } from 'fastify'
import * as organizations from '#contract/organizations.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function organizationRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, organizations, {
    // Nobody belongs to an organization before organizations can be bought.
    userOrganization: async () => ({ isMember: false, organization: null, role: null, memberships: [] }),
  })
}
