import * as z from 'zod/mini'
import type { Answer } from '#contract/call.ts'
import * as platform from '#contract/settings/platform.ts'
import type { Services } from '../kernel/services.ts'
import { readSettings } from './settings.ts'

/** Returns what everybody may know: the public settings, and the mode in which the services run. */
export async function readPublicConfig({ config, database }: Services): Promise<Answer<typeof platform.publicConfig>> {
  return z.parse(platform.publicConfig.answer, {
    ...(await readSettings(database.read)),
    payments: { mode: config.stripe.mode, publishableKey: config.stripe.publishableKey },
    voice: { mode: config.voice.mode },
    demo: config.demo,
  })
}
