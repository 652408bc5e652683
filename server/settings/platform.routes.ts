import type { FastifyInstance } from 'fastify'
import * as platform from '#contract/settings/platform.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { readPublicConfig } from './public-config.ts'

export function platformRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, platform, { publicConfig: () => readPublicConfig(services) })
}
