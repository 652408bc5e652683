import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, test } from '../../fixtures.ts'
import { heardOf, tapOutput } from './output-level.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'

/** The check of microphone, speaker and line before anything is counted. */

// The checker tries a style of its own, and the browser itself reports the line that does not open.
test.use({ expectedNoise: new RegExp(`${checkerNoise.source}|WebSocket connection to`) })

test('all three checks pass, nothing is counted, and this device remembers it', async ({ page }) => {
  const talker = await becomeTalker(page)
  await tapOutput(page)
  await talking.watchMicrophones(page)
  const dialog = await talking.openAgent(page)
  await dialog.getByRole('button', { name: 'Check your sound' }).click()
  const check = page.getByRole('dialog', { name: 'Sound check' })
  await expect(check).toContainText('We can hear you.')
  await expect(check).toContainText(/Good: \d+ ms round trip\.|It works, but slowly/)
  await expect(check.getByRole('combobox', { name: 'Microphone' })).toHaveText('System default')
  await check.getByRole('button', { name: 'Play' }).click()
  await expect(check).toContainText('Did you hear the notes?')
  await expect.poll(async () => (await heardOf(page)).stretches.length).toBeGreaterThan(0)
  await check.getByRole('button', { name: 'No', exact: true }).click()
  await expect(check).toContainText('Turn up the volume')
  await expectAccessible(page)
  await check.getByRole('button', { name: 'Play again' }).click()
  await check.getByRole('button', { name: 'Yes' }).click()
  await expect(check).toContainText('Everything works on this device.')
  await check.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByRole('button', { name: 'Sound checked' })).toBeFocused()
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  expect(await conversationsOf(talker)).toEqual([])

  // Another visit remembers it, and one press still starts.
  const again = await talking.startTalking(page)
  await again.getByRole('button', { name: 'End', exact: true }).click()
  await expect(again).toContainText('Session saved')
  await again.getByRole('button', { name: 'Done' }).click()
  await talking.openAgent(page)
  await expect(dialog.getByRole('button', { name: 'Sound checked' })).toBeVisible()
})
