import { chooseIn } from '../../../kit/browser/choosing.ts'
import { expect, type Page, test, url } from '../../fixtures.ts'
import { inBrowser } from './own-browser.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'

test('a refused microphone: the stated toast, and no session is created (S162, S186, S263)', async () => {
  await inBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'], async (page) => {
    const talker = await becomeTalker(page)
    const dialog = await talking.openAgent(page)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectRow(page, 'S263')
    await expect(dialog).toContainText('Allow the microphone in the site settings next to the address bar')
    await dialog.getByRole('button', { name: 'Check your sound' }).click()
    const check = page.getByRole('dialog', { name: 'Sound check' })
    await expect(check).toContainText("Your browser isn't letting this page use the microphone.")
    await expect(check.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await conversationsOf(talker)).toEqual([])
  })
})

test('a computer without a microphone: Microphone Error, and no session is created (S264, D88)', async () => {
  await inBrowser(['--use-fake-ui-for-media-stream'], async (page) => {
    const talker = await becomeTalker(page)
    const dialog = await talking.openAgent(page)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectRow(page, 'S264')
    expect(await conversationsOf(talker)).toEqual([])
  })
})

test('a microphone that disappears during a call is replaced by the next one (S163, D88)', async ({
  page,
  context,
}) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const sockets = talking.recordSockets(page)
  await context.grantPermissions(['microphone'], { origin: url })
  const dialog = await talking.startTalking(page)
  // Revoking the permission ends the device's track, like unplugging it; asked again, the browser grants it.
  await context.clearPermissions()
  await expect.poll(() => talking.microphones(page)).toEqual(['ended', 'live'])
  const sent = sockets[0]?.sent ?? []
  const replacedAt = sent.length
  await expect.poll(() => talking.soundOf(sent.slice(replacedAt)).some(({ isSilent }) => !isSilent)).toBe(true)
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
})

test('a chosen microphone and speaker are used again at the next visit', async ({ page }) => {
  await becomeTalker(page)
  await keepDeviceIds(page)
  await talking.watchMicrophones(page)
  const dialog = await talking.startTalking(page)
  await dialog.getByRole('button', { name: 'Voice settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Voice settings' })
  const microphone = settings.getByRole('combobox', { name: 'Microphone' })
  const speaker = settings.getByRole('combobox', { name: 'Speaker' })
  await chooseIn(microphone, 'Fake Audio Input 2')
  await expect.poll(() => talking.microphoneNames(page)).toContain('Fake Audio Input 2 live')
  await chooseIn(speaker, 'Fake Audio Output 2')
  await settings.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')

  await page.reload()
  await talking.startTalking(page)
  await expect.poll(() => talking.microphoneNames(page)).toEqual(['Fake Audio Input 2 live'])
  await expect.poll(() => page.evaluate(() => (window as unknown as { sink: string }).sink)).toBe('Fake Audio Output 2')
  await dialog.getByRole('button', { name: 'Voice settings' }).click()
  await expect(microphone).toHaveText('Fake Audio Input 2')
  await expect(speaker).toHaveText('Fake Audio Output 2')
})

/**
 * Makes devices have their names as ids; `window.sink` is the speaker last chosen. This headless browser, like a
 * private window, creates new ids at each visit, while a person's browser keeps them.
 */
async function keepDeviceIds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const list = devices.enumerateDevices.bind(devices)
    const open = devices.getUserMedia.bind(devices)
    // The types do not know it yet.
    const speakers = AudioContext.prototype as unknown as { setSinkId: (name: string) => Promise<void> }
    const setSink = speakers.setSinkId
    const realId = async (name: unknown) => (await list()).find(({ label }) => label === name)?.deviceId ?? String(name)
    devices.enumerateDevices = async () =>
      (await list()).map((device) => ({ ...device.toJSON(), deviceId: device.label }) as MediaDeviceInfo)
    devices.getUserMedia = async (constraints) => {
      const audio = constraints?.audio as MediaTrackConstraints & { deviceId?: { exact: string } }
      if (!audio.deviceId) return open(constraints)
      return open({ ...constraints, audio: { ...audio, deviceId: { exact: await realId(audio.deviceId.exact) } } })
    }
    speakers.setSinkId = async function setSinkId(name) {
      await setSink.call(this, await realId(name))
      Object.assign(window, { sink: name })
    }
  })
}
