import { expect, test, url } from './fixtures.ts'
import { inBrowser } from './own-browser.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from './toasts.ts'

test('a refused microphone: the stated toast, and no session is made (S162, S186, S263)', async () => {
  await inBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'], async (page) => {
    const talker = await becomeTalker(page)
    const dialog = await talking.openAgent(page)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectRow(page, 'S263')
    await expect(dialog).toContainText('Allow the microphone in the site settings beside the address bar')
    await dialog.getByRole('button', { name: 'Check your sound' }).click()
    const check = page.getByRole('dialog', { name: 'Sound check' })
    await expect(check).toContainText('The browser does not let this page use the microphone.')
    await expect(check.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await conversationsOf(talker)).toEqual([])
  })
})

test('a computer without a microphone: Microphone Error, and no session is made (S264, D88)', async () => {
  await inBrowser(['--use-fake-ui-for-media-stream'], async (page) => {
    const talker = await becomeTalker(page)
    const dialog = await talking.openAgent(page)
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expectRow(page, 'S264')
    expect(await conversationsOf(talker)).toEqual([])
  })
})

test('a microphone that goes in the midst of a call is replaced by the next one (S163, D88)', async ({
  page,
  context,
}) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const sockets = talking.recordSockets(page)
  await context.grantPermissions(['microphone'], { origin: url })
  const dialog = await talking.startTalking(page)
  // Taking the permission back ends the device's track, as pulling its plug does; asked again, the browser grants it.
  await context.clearPermissions()
  await expect.poll(() => talking.microphones(page)).toEqual(['ended', 'live'])
  const sent = sockets[0]?.sent ?? []
  const replacedAt = sent.length
  await expect.poll(() => talking.soundOf(sent.slice(replacedAt)).some(({ isSilent }) => !isSilent)).toBe(true)
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
})
