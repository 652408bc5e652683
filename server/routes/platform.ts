import type { FastifyInstance } from 'fastify'
import * as platform from '#contract/platform.ts'
import { readSettings } from '../domain/settings.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function platformRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services
  serve(app, services, platform, {
    publicConfig: async () => ({
      ...(await readSettings(services.database.read)),
      payments: { mode: config.stripe.mode, publishableKey: config.stripe.publishableKey },
      voice: { mode: config.voice.mode },
      demo: config.demo,
    }),
  })
}
