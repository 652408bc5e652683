import * as adminSettings from '#contract/settings/admin-settings.ts'
import { changeSettings, readSettingChanges, readSettings, settingDefaults } from './settings.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { actingIn } from '../audit/acting.routes.ts'
import * as platform from '#contract/settings/platform.ts'
import { readPublicConfig } from './public-config.ts'

export const adminSettingRoutes = routes(adminSettings, {
  readPlatformSettings: async ({ read }) => readAll(read),

  changePlatformSettings: async (context) =>
    context.write(async (tx) => {
      await changeSettings(tx, actingIn(context), context.body)
      return readAll(tx)
    }),
})

async function readAll(read: Services['database']['read']) {
  const [settings, changes] = [await readSettings(read), await readSettingChanges(read)]
  return { settings, defaults: settingDefaults, changes }
}

export const platformRoutes = routes(platform, {
  publicConfig: ({ services }) => readPublicConfig(services),
})
