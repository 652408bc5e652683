import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, page, test } from '#tests/screens.ts'
import { audibleLevel, outputLevel, tapOutput } from './output-level.ts'
import * as talking from './talking.ts'

// The checker tries a style of its own, and the browser itself reports the line that does not open.
test.use({ expectedNoise: new RegExp(`${checkerNoise.source}|WebSocket connection to`) })

test('the sound check passes, counts nothing, and this device remembers it', async () => {
  const talker = await talking.becomeTalker()
  await tapOutput()
  await talking.watchMicrophones()
  const dialog = await talking.openAgent()
  await dialog.getByRole('button', { name: 'Check your sound' }).click()
  const check = page.getByRole('dialog', { name: 'Sound check' })
  await expect(check).toContainText('We can hear you.')
  await expect(check).toContainText(/Good: \d+ ms round trip\.|It works, but slowly/)
  await expect(check.getByRole('combobox', { name: 'Microphone' })).toHaveText('System default')
  await check.getByRole('button', { name: 'Play' }).click()
  await expect(check).toContainText('Did you hear the notes?')
  await expect.poll(() => outputLevel('loudestOutput')).toBeGreaterThan(audibleLevel)
  await check.getByRole('button', { name: 'No', exact: true }).click()
  await expect(check).toContainText('Turn up the volume')
  await expectAccessible(page)
  await check.getByRole('button', { name: 'Play again' }).click()
  await check.getByRole('button', { name: 'Yes' }).click()
  await expect(check).toContainText('Everything works on this device.')
  await check.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByRole('button', { name: 'Sound checked' })).toBeFocused()
  await expect.poll(talking.microphones).toEqual(['ended'])
  expect(await talking.conversationsOf(talker)).toEqual([])
  await talking.openAgent()
  await expect(dialog.getByRole('button', { name: 'Sound checked' })).toBeVisible()
})
