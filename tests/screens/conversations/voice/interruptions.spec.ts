import type { Page } from '@playwright/test'
import { chooseIn } from '../../../kit/browser/choosing.ts'
import { expect, test, url } from '../../fixtures.ts'
import { soundMoment, watchSoundClock } from './sound-clock.ts'
import { becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { typeMessage } from '../../../kit/browser/typing.ts'

/** What the system, the browser or the person takes away during a conversation. */

/** Keeps the page's audio clocks and wake locks accessible to the test. */
async function watchSystem(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const contexts: AudioContext[] = []
    const locks: string[] = []
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        contexts.push(this)
      }
    }
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async (type: string) => {
          locks.push(type)
          return { release: async () => void locks.push('released') }
        },
      },
    })
    Object.assign(window, {
      suspendSound: () => contexts.at(-1)?.suspend(),
      speaker: () => (contexts.at(-1) as AudioContext & { sinkId: string }).sinkId,
      locks,
    })
  })
}

/** Removes a device from the browser's list, or restores all, and makes the browser report a change. */
async function unplug(page: Page, label: string | null): Promise<void> {
  await page.evaluate((gone) => {
    const devices = navigator.mediaDevices
    devices.enumerateDevices = async () =>
      (await MediaDevices.prototype.enumerateDevices.call(devices)).filter((device) => device.label !== gone)
    devices.dispatchEvent(new Event('devicechange'))
  }, label)
}

const locks = (page: Page) => page.evaluate(() => (window as unknown as { locks: string[] }).locks)

test('suspended sound: Tap to continue restores it', async ({ page }) => {
  const talker = await becomeTalker(page)
  await watchSystem(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  await page.evaluate(() => (window as unknown as { suspendSound(): Promise<void> }).suspendSound())
  await expect(dialog.getByRole('status').filter({ hasText: 'The sound is paused' })).toBeVisible()
  const sent = sockets[0]?.sent ?? []
  await dialog.getByRole('button', { name: 'Tap to continue' }).click()
  await expect(dialog.getByText('The sound is paused')).toHaveCount(0)
  const resumedAt = sent.length
  await expect.poll(() => talking.soundOf(sent.slice(resumedAt)).some(({ isSilent }) => !isSilent)).toBe(true)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
})

test('an unplugged speaker is replaced by the system’s own, and used again when it is back', async ({
  page,
  context,
}) => {
  const talker = await becomeTalker(page)
  await context.grantPermissions(['microphone'])
  await watchSystem(page)
  const speaker = () => page.evaluate(() => (window as unknown as { speaker(): string }).speaker())
  const dialog = await talking.startTalking(page)
  await dialog.getByRole('button', { name: 'Voice settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Voice settings' })
  await chooseIn(settings.getByRole('combobox', { name: 'Speaker' }), 'Fake Audio Output 2')
  await expect.poll(speaker).not.toBe('')
  const chosen = await speaker()
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(settings).toHaveCount(0)
  // Like Chromium when the speaker in use goes away.
  await page.evaluate(() => (window as unknown as { suspendSound(): Promise<void> }).suspendSound())
  await expect(dialog.getByText('The sound is paused')).toBeVisible()
  await unplug(page, 'Fake Audio Output 2')
  await expect.poll(speaker).toBe('')
  await expect(dialog.getByText('The sound is paused')).toHaveCount(0)
  await unplug(page, null)
  await expect.poll(speaker).toBe(chosen)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
})

test('a hidden tab continues the conversation, and the screen is kept on again afterwards (D75)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await watchSystem(page)
  await watchSoundClock(page)
  const dialog = await talking.startTalking(page)
  await expect.poll(() => locks(page)).toEqual(['screen'])
  const show = (state: string) =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: next })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await show('hidden')
  const hidden = await soundMoment(page)
  await expect.poll(async () => (await soundMoment(page)).frames).toBeGreaterThan(hidden.frames + 40)
  expect(await locks(page)).toEqual(['screen'])
  await show('visible')
  await expect.poll(() => locks(page)).toEqual(['screen', 'screen'])
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await expect.poll(() => locks(page)).toEqual(['screen', 'screen', 'released'])
})

test('removing the microphone for good leaves typing, with advice (S263, D88)', async ({ page, context }) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  await context.grantPermissions(['microphone'], { origin: url })
  const dialog = await talking.startTalking(page)
  // Asked again, this browser would grant it by itself; a person who has revoked it refuses.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await context.clearPermissions()
  await expect(dialog).toContainText("The agent can't hear you")
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  await typeMessage(dialog, 'What should I do first?')
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toContainText('What should I do first?')
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect.poll(async () => (await conversationsOf(talker))[0]?.status).not.toBe('active')
})
