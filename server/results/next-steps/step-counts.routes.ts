import type { FastifyInstance } from 'fastify'
import * as stepCounts from '#contract/results/step-counts.ts'
import type { Services } from '../../conversations/services.ts'
import { serve } from '../../kernel/serve.ts'
import { countOrganizationSteps } from './step-counts.ts'

export function stepCountRoutes(app: FastifyInstance, services: Services): void {
  const { readLong } = services.database
  serve(app, services, stepCounts, {
    organizationStepCounts: async ({ member, query: { month } }) => ({
      month,
      counted: await countOrganizationSteps(readLong, member.organizationId, month),
    }),
  })
}
