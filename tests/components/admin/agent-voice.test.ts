import { changeAgent } from '#contract/agents/admin-agents.ts'
import { readVoiceSample } from '#contract/agents/admin-voices.ts'
import { pageOf, planner } from '#tests/pages/admin/agents.ts'
import { adminMe, as, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, expectSent, optionsOf } from '#tests/components/admin/panel.ts'
import { openAgents } from '#tests/components/admin/agents.ts'

it('a voice is chosen by language and state, and can be heard first', tags('D186'), async () => {
  as(adminMe)
  await openAgents()
  await act(planner.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await expect(dialog.getByLabel('Voice')).toHaveText('Default (Clara)')
  await expect(dialog.getByText('Available')).toBeVisible()
  expect(await optionsOf('Voice')).toEqual([
    'Default (Clara)',
    'Clara · English',
    'Angus · German, English',
    'Miles · English',
  ])
  await choose('Voice', 'Miles · English')
  await expect(dialog.getByText('Not available', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Until it is available, Clara speaks instead.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Play sample' })).toBeDisabled()
  await choose('Voice', 'Angus · German, English')
  await expect(dialog.getByText('Ending soon')).toBeVisible()
  await expect(dialog.getByText('Its owner will withdraw it on December 31, 2026.')).toBeVisible()
  server.answer(readVoiceSample, { wavBase64: silence(60_000).toString('base64') })
  await dialog.getByRole('button', { name: 'Play sample' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('button', { name: 'Play sample' })).toBeEnabled()
  await expect.poll(() => server.asked(readVoiceSample).map(({ params }) => params)).toEqual([{ id: 'angus' }])
  server.answer(changeAgent, () => pageOf(planner))
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expect(dialog).toHaveCount(0)
  await expectSent(changeAgent, { voiceId: 'angus', before: { voiceId: pageOf(planner).voiceId ?? '' } })
})

/** Returns a silent WAV file of that many milliseconds. */
function silence(durationMs: number): Buffer {
  const sound = Buffer.alloc(durationMs * 32)
  const head = Buffer.from('RIFF____WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data____', 'latin1')
  head.writeUInt32LE(36 + sound.length, 4)
  head.writeUInt32LE(sound.length, 40)
  return Buffer.concat([head, sound])
}
