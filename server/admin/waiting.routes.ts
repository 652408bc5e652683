import * as waiting from '#contract/admin/waiting.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { Services } from '../conversations/services.ts'
import { routes } from '../kernel/serve.ts'
import { backupDueMs, readLastBackup } from '../status/last-backup.ts'
import { listWaiting } from './waiting.ts'

export const waitingRoutes = routes<typeof waiting, Services>(waiting, {
  waitingWork: async ({ services, read, person, at }) => {
    const rows = await listWaiting(read, person, at)
    if (!includesDuty(person.staffRole, 'settings.change')) return rows
    const backedUpAt = await readLastBackup(services.config.dataDirectory)
    const isDue = backedUpAt === null || services.clock.real().getTime() - backedUpAt.getTime() > backupDueMs
    return isDue ? [...rows, { kind: 'backup' as const, count: 1, at: backedUpAt }] : rows
  },
})
