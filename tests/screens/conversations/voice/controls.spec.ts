import type { Locator, Page } from '@playwright/test'
import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { chooseIn } from '../../../kit/browser/choosing.ts'
import { expect, test } from '../../fixtures.ts'
import { soundMoment, watchSoundClock } from './sound-clock.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { openTyping } from '../../../kit/browser/typing.ts'
import { tabTo } from '../../../kit/browser/keyboard.ts'

/** What people can set and press while they talk. */

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

async function openSettings(page: Page, dialog: Locator): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Voice settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Voice settings' })
  await expect(settings).toBeVisible()
  return settings
}

/** Returns whether anything but zeros was sent since that many frames. */
function isHeardSince(socket: talking.VoiceSocket, frames: number): boolean {
  return talking.soundOf(socket.sent.slice(frames)).some(({ isSilent }) => !isSilent)
}

test('push to talk is heard while Space or the button is held, and is remembered (S163, D83)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await watchSoundClock(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  const [socket] = sockets
  if (!socket) throw new Error('no voice socket')
  const settings = await openSettings(page, dialog)
  await settings.getByRole('switch', { name: 'Push to talk' }).click()
  await expect(settings).toContainText('Your voice – hold to talk')
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(settings).toHaveCount(0)
  const button = dialog.getByRole('button', { name: 'Hold to talk' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')

  // Longer than the pause of the recorded question, so that a voice would be in it.
  const muted = await soundMoment(page)
  await expect
    .poll(async () => (await soundMoment(page)).audioSeconds, { timeout: 30_000 })
    .toBeGreaterThan(muted.audioSeconds + 5.5)
  const silentUntil = socket.sent.length
  expect(talking.soundOf(socket.sent.slice(muted.frames, silentUntil)).some(({ isSilent }) => !isSilent)).toBe(false)

  // The focus is on the button that opened the settings, which Space must not press now.
  await page.keyboard.down(' ')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => isHeardSince(socket, silentUntil)).toBe(true)
  await page.keyboard.up(' ')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(settings).toHaveCount(0)

  await button.hover()
  await page.mouse.down()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.up()
  await expect(button).toHaveAttribute('aria-pressed', 'false')

  // In the message a space is a space.
  const field = await openTyping(dialog)
  await field.pressSequentially('a b')
  await expect(field).toHaveValue('a b')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  // A button that was reached by keyboard is pressed with it.
  await tabTo(page, dialog.getByRole('button', { name: 'Voice settings' }))
  await page.keyboard.press(' ')
  await expect(settings).toBeVisible()
  await page.keyboard.press('Escape')

  await page.reload()
  // The page that was left ends its conversation; until then another start would ask which one to continue. It counts as
  // failed if the recorded voice interrupted the agent before a busy machine let it be heard.
  await expect.poll(async () => (await conversationsOf(talker))[0]?.status).toMatch(/^(completed|failed)$/)
  await talking.startTalking(page)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('? shows the keys, which leave typing alone and can be switched off', async ({ page }) => {
  await becomeTalker(page)
  const dialog = await talking.startTalking(page)
  const field = dialog.getByRole('textbox', { name: 'Message' })
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('m')
  await expect(dialog.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(field).toBeFocused()
  await page.keyboard.type('m? t')
  await expect(field).toHaveValue('m? t')
  await expect(dialog.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Unmute' }).click()
  await page.keyboard.press('?')
  await expect(sheet).toContainText('Mute or unmute')
  // The conversation behind the sheet takes no keys.
  await page.keyboard.press('m')
  await sheet.getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
  await page.keyboard.press('m')
  await page.keyboard.press('?')
  await page.keyboard.press('Tab')
  await expect(sheet).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
})

test('another microphone and speaker are used during the conversation, and remembered', async ({ page, context }) => {
  const talker = await becomeTalker(page)
  await context.grantPermissions(['microphone'])
  await talking.watchMicrophones(page)
  await page.addInitScript(() => {
    const contexts: AudioContext[] = []
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        contexts.push(this)
      }
    }
    Object.assign(window, { speaker: () => (contexts.at(-1) as AudioContext & { sinkId: string }).sinkId })
  })
  const speaker = () => page.evaluate(() => (window as unknown as { speaker(): string }).speaker())
  const labels = () => talking.microphoneNames(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  const sent = sockets[0]?.sent ?? []
  const settings = await openSettings(page, dialog)
  await chooseIn(settings.getByRole('combobox', { name: 'Microphone' }), 'Fake Audio Input 2')
  await expect.poll(labels).toEqual([expect.stringMatching(/ended$/), 'Fake Audio Input 2 live'])
  const changedAt = sent.length
  await expect.poll(() => talking.soundOf(sent.slice(changedAt)).some(({ isSilent }) => !isSilent)).toBe(true)
  expect(await speaker()).toBe('')
  await chooseIn(settings.getByRole('combobox', { name: 'Speaker' }), 'Fake Audio Output 2')
  await expect.poll(speaker).not.toBe('')
  await chooseIn(settings.getByRole('combobox', { name: 'The agent answers' }), 'After a pause (1 s)')
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })

  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await dialog.getByRole('button', { name: 'Talk again' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect
    .poll(labels)
    .toEqual([expect.stringMatching(/ended$/), 'Fake Audio Input 2 ended', 'Fake Audio Input 2 live'])
  await expect.poll(speaker).not.toBe('')
  // In a private window the browser gives devices other names at each visit, and the system's choice is used.
  await page.reload()
  const again = await talking.openAgent(page)
  await openSettings(page, again)
  await expect(settings.getByRole('combobox', { name: 'The agent answers' })).toHaveText('After a pause (1 s)')
  await expect(settings.getByRole('combobox', { name: 'Microphone' })).toHaveText('System default')
})

test('details show ping and answer as measured, and captions can be hidden', async ({ page }) => {
  await becomeTalker(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  await expect(dialog.getByText('Ping', { exact: true })).toHaveCount(0)
  const settings = await openSettings(page, dialog)
  await settings.getByRole('switch', { name: 'Details' }).click()
  await settings.getByRole('switch', { name: 'Captions' }).click()
  await settings.getByRole('button', { name: 'Done' }).click()
  const [ping, answer] = ['Ping', 'Last answer after'].map((name) =>
    dialog.locator('dl > div').filter({ hasText: name }).getByRole('definition'),
  ) as [Locator, Locator]
  await expect(ping).toHaveText(/^\d+ ms$/)
  // The agent answers the recorded question.
  await expect(answer).toHaveText(/^\d+ ms$/, { timeout: 40_000 })
  const pings = () =>
    talking.ofType(sockets[0]?.received ?? [], 'ping').map(({ body }) => {
      const { ping_ms: ms } = body.ping_event as { ping_ms?: number | null }
      return typeof ms === 'number' ? `${Math.round(ms)} ms` : ''
    })
  const shown = await ping.innerText()
  await expect.poll(pings).toContain(shown)
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toBeVisible()
})

test('settings and keys before a conversation are accessible', async ({ page }) => {
  await becomeTalker(page)
  const dialog = await talking.openAgent(page)
  const settings = await openSettings(page, dialog)
  await expect(settings.getByRole('combobox', { name: 'The agent answers' })).toHaveText('Right away (0.2 s)')
  await expectAccessible(page)
  await settings.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Mute or unmute')
  await expectAccessible(page)
})
