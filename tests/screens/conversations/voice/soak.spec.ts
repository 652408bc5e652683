import { buildProbe } from '../../../../bench/voice-lab/build.ts'
import { soak, soakFaults } from '../../../../bench/voice-lab/soak.ts'
import { expect, test } from '../../fixtures.ts'
import { becomeTalker } from './talkers.ts'
import * as talking from './talking.ts'

test('a short soak: no sound is lost and nothing grows (npm run soak has the long one)', async ({ page }) => {
  // With everything that a conversation draws.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(await buildProbe())
  await becomeTalker(page)
  await talking.startTalking(page)
  // Two answers, so that everything has run once.
  await expect
    .poll(() => page.evaluate(() => window.voiceProbe!.samplesSent), { timeout: 60_000 })
    .toBeGreaterThan(80_000)
  const figures = await soak(page, 18, 3)
  expect(soakFaults(figures), JSON.stringify(figures)).toEqual([])
})
