import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { expect, expectRow, page, tagged, test } from '#tests/screens.ts'
import { setSwitches } from '../../faults.ts'
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

test('a provider that drops the call is Connection Lost with Resume', tagged('gate S166 S265 D72 D76'), async () => {
  const talker = await talking.becomeTalker()
  await talking.watchMicrophones()
  const dialog = await talking.openAgent()
  await setSwitches({ voiceFaults: { [talking.agentName]: 'drop' } })
  try {
    await talking.start(dialog)
    await expectRow(page, 'S265')
  } finally {
    await setSwitches({ voiceFaults: { [talking.agentName]: null } })
  }
  await expect.poll(talking.microphones).toEqual(['ended'])
  const [lost] = await talking.conversationsOf(talker)
  expect(lost).toMatchObject({ status: 'failed', end_reason: 'fault', charged_ms: 0 })
  // A question would interrupt the words to come.
  await talking.listenOnly()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog.getByRole('log')).toContainText('We were cut off. I am back, please go on.')
  expect((await talking.conversationsOf(talker))[0]).toMatchObject({ status: 'active', resume_of: lost?.id })
})
