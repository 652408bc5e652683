import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import {
  as,
  closeToasts,
  expect,
  expectRow,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { serveTalk, startTalking } from './talk.ts'

interface Plugged {
  plug: (isIn: boolean) => void
}

/** Provides a microphone that `plug` can unplug and plug in again. */
async function watchPlug(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    let isIn = true
    let tracks: MediaStreamTrack[] = []
    devices.getUserMedia = async (constraints) => {
      if (!isIn) throw new DOMException('Requested device not found', 'NotFoundError')
      const stream = await open(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
    const plug = (next: boolean) => {
      isIn = next
      if (isIn) return
      for (const track of tracks) track.dispatchEvent(new Event('ended'))
      tracks = []
    }
    Object.assign(window, { plug })
  })
}

const plug = (page: Page, isIn: boolean) => page.evaluate((next) => (window as unknown as Plugged).plug(next), isIn)

test('a conversation that loses its microphone continues by typing until it is back', tagged('S264 D88'), async () => {
  as(subscriberMe)
  await watchPlug(page)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, { save: false, keptDays: 90, isAllowedHere: true })
  const dialog = await startTalking(page)
  await plug(page, false)
  await expectRow(page, 'S264')
  await expect(dialog).toContainText("The agent can't hear you")
  await expect(dialog).toContainText('You can type')
  await expect(dialog.getByRole('button', { name: 'Mute' })).toBeDisabled()
  const silentFrom = line.sounds.length
  await expect.poll(() => line.sounds.length).toBeGreaterThan(silentFrom + 3)
  expect(line.sounds.slice(silentFrom)).not.toContain('heard')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('I can still type')
  await page.keyboard.press('Enter')
  await expect.poll(() => line.sent).toContainEqual({ type: 'user_message', text: 'I can still type' })

  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expectRow(page, 'S264')
  await expect(dialog).toContainText("The agent can't hear you")
  await plug(page, true)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).not.toContainText("The agent can't hear you")
  await expect(dialog.getByRole('button', { name: 'Mute' })).toBeEnabled()
  await expect.poll(() => line.sounds.at(-1)).toBe('heard')
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
})
