import type { FastifyInstance } from 'fastify'
import * as adminSettings from '#contract/settings/admin-settings.ts'
import { changeSettings, readSettingChanges, readSettings, settingDefaults } from './settings.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { actingIn } from '../audit/acting.routes.ts'
import * as platform from '#contract/settings/platform.ts'
import { readPublicConfig } from './public-config.ts'

export function adminSettingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, adminSettings, {
    readPlatformSettings: async () => readAll(services.database.read),
    changePlatformSettings: async (context) =>
      context.write(async (tx) => {
        await changeSettings(tx, actingIn(context), context.body)
        return readAll(tx)
      }),
  })
}

async function readAll(read: Services['database']['read']) {
  const [settings, changes] = [await readSettings(read), await readSettingChanges(read)]
  return { settings, defaults: settingDefaults, changes }
}

export function platformRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, platform, { publicConfig: () => readPublicConfig(services) })
}
