import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '#contract/openapi.ts'
import { knownMigrations } from '../database/migrate.ts'
import type { Metrics } from '../metrics.ts'
import type { Services } from '../services.ts'

/** It never changes while the process lives. */
const openApi = openApiDocument()

/** For those who run the server: alive, ready, figures, and the contract as a document. */
export function operationRoutes(app: FastifyInstance, services: Services, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    // Without the voice provider everything but talking works, so that this server stays in service.
    const voice = services.voice.isUp() ? 'up' : 'away'
    if (await isReady(services)) return { status: 'ready', voice }
    return reply.code(503).header('retry-after', 2).send({ status: 'not ready' })
  })

  app.get('/metrics', async (_request, reply) => {
    metrics.voiceUp.set(services.voice.isUp() ? 1 : 0)
    const text = await metrics.registry.metrics()
    return reply.type(metrics.registry.contentType).send(text)
  })

  app.get('/api/openapi.json', async () => openApi)
}

async function isReady(services: Services): Promise<boolean> {
  try {
    const rows = await services.database.read<{ name: string }>`select name from migration`
    const applied = new Set(rows.map((row) => row.name))
    return knownMigrations().every((name) => applied.has(name))
  } catch {
    return false
  }
}
