import type { FastifyInstance } from 'fastify'
import * as waiting from '#contract/admin/waiting.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { Services } from '../conversations/services.ts'
import { serve } from '../kernel/serve.ts'
import { backupDueMs, readLastBackup } from '../status/last-backup.ts'
import { listWaiting } from './waiting.ts'

export function waitingRoutes(app: FastifyInstance, services: Services): void {
  const { config, database, clock } = services

  serve(app, services, waiting, {
    waitingWork: async ({ person, at }) => {
      const rows = await listWaiting(database.read, person, at)
      if (!includesDuty(person.staffRole, 'settings.change')) return rows
      const backedUpAt = await readLastBackup(config.dataDirectory)
      const isDue = backedUpAt === null || clock.real().getTime() - backedUpAt.getTime() > backupDueMs
      return isDue ? [...rows, { kind: 'backup' as const, count: 1, at: backedUpAt }] : rows
    },
  })
}
