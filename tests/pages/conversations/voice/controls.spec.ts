import type { Locator } from '@playwright/test'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { openTyping } from '../../../kit/browser/typing.ts'
import * as luna from '#tests/pages.ts'
import { chooseIn, expect, page, press, server, tagged, test } from '#tests/pages.ts'
import { keepsNothing } from '../home.ts'
import { beTalker, end, ends, openCoach, says, talkAs } from './talk.ts'

/** What people press while they talk, and what they cannot press by mistake. */

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

const settings = () => page.getByRole('dialog', { name: 'Voice settings' })

test('push to talk is heard while Space or the button is held', tagged('S163 D83'), async () => {
  const { line, dialog } = await talkAs()
  await press(dialog, 'Voice settings')
  await settings().getByRole('switch', { name: 'Push to talk' }).click()
  await expectAccessible(page)
  await press(settings(), 'Done')
  await expect(settings()).toHaveCount(0)
  const button = dialog.getByRole('button', { name: 'Hold to talk' })
  const expectHeld = (isHeld: boolean) => expect(button).toHaveAttribute('aria-pressed', String(isHeld))
  await expectHeld(false)
  await expect.poll(() => line.sounds.slice(-20)).not.toContain('heard')

  // The focus is on the button that opened the settings, which Space must not press now.
  await page.keyboard.down(' ')
  await expectHeld(true)
  await expect.poll(() => line.sounds.at(-1)).toBe('heard')
  await page.keyboard.up(' ')
  await expectHeld(false)
  await expect(settings()).toHaveCount(0)
  await button.hover()
  await page.mouse.down()
  await expectHeld(true)
  await page.mouse.up()
  const field = await openTyping(dialog)
  await field.pressSequentially('a b')
  await expect(field).toHaveValue('a b')
  await expectHeld(false)
})

test('sheets over the room are of the night, and the page behind keeps its colors', async () => {
  const { dialog } = await talkAs()
  await press(dialog, 'Voice settings')
  await expect(settings()).toHaveCSS('background-color', 'rgb(35, 26, 71)')
  await expect(settings().getByText('Push to talk')).toHaveCSS('color', 'rgb(244, 242, 250)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 249, 252)')
})

test('another microphone and picture are used at once, and the settings are remembered', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { line, dialog } = await talkAs()
  const rays = dialog.locator('canvas')
  await expect(rays).toHaveCount(1)
  await expect(dialog.getByText('Ping', { exact: true })).toHaveCount(0)
  const open = () => dialog.getByRole('button', { name: /^(Voice s|S)ettings$/ }).click()
  const pause = settings().getByRole('combobox', { name: 'The agent answers' })
  const details = settings().getByRole('switch', { name: 'Details' })
  await open()
  await expect(pause).toHaveText('Right away (0.2 s)')
  await chooseIn(settings().getByRole('combobox', { name: 'Microphone' }), 'Fake Audio Input 2')
  await chooseIn(pause, 'After a pause (1 s)')
  await details.click()
  await settings().getByRole('switch', { name: 'Calm picture' }).click()
  await press(settings(), 'Done')
  await expect(rays).toHaveCount(0)
  const changedAt = line.sounds.length
  await expect.poll(() => line.sounds.slice(changedAt)).toContain('heard')
  await expect(dialog.locator('dl > div').filter({ hasText: 'Ping' })).toContainText('20 ms')
  await page.reload()
  await openCoach()
  await open()
  await expect(pause).toHaveText('After a pause (1 s)')
  await expect(details).toBeChecked()
})

test('? shows the keys, which leave typing alone and can be switched off', async () => {
  const { dialog } = await talkAs()
  const field = dialog.getByRole('textbox', { name: 'Message' })
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('m')
  await expect(dialog.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(field).toBeFocused()
  await page.keyboard.type('m? t')
  await expect(field).toHaveValue('m? t')
  await press(dialog, 'Unmute')
  await page.keyboard.press('?')
  await expect(sheet).toContainText('Mute or unmute')
  await expectAccessible(page)
  // The conversation behind the sheet takes no keys.
  await page.keyboard.press('m')
  await sheet.getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('m')
  await expect(dialog.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
})

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

/** Presses the second half of a double click whose first half hit another button. */
async function pressSecondHalf(button: Locator): Promise<void> {
  await button.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

test('the second half of a double click starts nothing and ends nothing', async () => {
  await beTalker()
  const dialog = await openCoach()
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await pressSecondHalf(button('Start'))
  await expect(dialog).toContainText('Ready to connect')
  const release = server.hold(startConversation)
  await button('Start').click()
  await expect(dialog).toContainText('Nothing is charged until the agent joins.')
  await pressSecondHalf(button('Cancel'))
  await expect(button('Cancel')).toBeVisible()
  release()
  await expect(button('End')).toBeVisible()
  await pressSecondHalf(button('End'))
  await expect(button('End')).toBeVisible()
  await button('End').dblclick()
  await expect(dialog).toContainText('You ended the session.')
  await pressSecondHalf(button('Talk again'))
  await expect(button('Talk again')).toBeVisible()
  expect(server.asked(startConversation)).toHaveLength(1)
})

test('the question whether to end closes with its conversation', tagged('S165 D87'), async () => {
  const { line, dialog } = await talkAs()
  const question = page.getByRole('alertdialog', { name: 'End session?' })
  await press(dialog, 'Close')
  await press(question, 'Keep talking')
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  line.say(ends('agent', 12))
  await expect(question).toBeHidden()
  await press(dialog, 'Talk again')
  await expect(dialog.getByRole('timer')).toBeVisible()
  await page.keyboard.press('Escape')
  await press(question, 'End session')
  await expect(dialog).toBeHidden()
})

test('the room fills the view from ready to recap, and fits the smallest phone', tagged('D90 D171'), async () => {
  const line = await beTalker()
  server.answer(transcriptSettings, keepsNothing)
  await page.setViewportSize({ width: 320, height: 480 })
  const dialog = await openCoach()
  const ready = await boxOf(dialog)
  await press(dialog, 'Start')
  await expect(dialog.getByRole('timer')).toBeInViewport({ ratio: 1 })
  expect(await boxOf(dialog)).toEqual(ready)
  line.say(says(1, 'Let us begin.'))
  await press(dialog, 'Show full transcript')
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toBeInViewport({ ratio: 1 })
  const hide = dialog.getByRole('button', { name: 'Hide transcript' })
  await expect(hide).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(hide).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog.getByRole('heading', { level: 3 })).toBeFocused()
  await press(dialog, 'Show full transcript')
  expect(await dialog.evaluate((room) => room.scrollHeight - room.clientHeight)).toBe(0)
  await end(dialog)
  await expect(dialog).toContainText('Session saved')
  expect(await boxOf(dialog)).toEqual(ready)
  const topOf = async (name: string) => (await boxOf(dialog.getByRole('button', { name }))).y
  expect(await topOf('Done')).toBe(await topOf('Talk again'))
})

test('a hidden tab goes on talking, and keeps the screen on again afterwards', tagged('D75'), async () => {
  await page.addInitScript(() => {
    const locks: string[] = []
    const release = async () => void locks.push('released')
    const request = async (type: string) => locks.push(type) && { release }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { locks })
  })
  const locks = () => page.evaluate(() => (window as unknown as { locks: string[] }).locks)
  const show = (state: string) =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: next })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const { line, dialog } = await talkAs()
  await expect.poll(locks).toEqual(['screen'])
  await show('hidden')
  const before = line.sounds.length
  await expect.poll(() => line.sounds.length).toBeGreaterThan(before + 40)
  await show('visible')
  await expect.poll(locks).toEqual(['screen', 'screen'])
  await end(dialog)
  await expect.poll(locks).toEqual(['screen', 'screen', 'released'])
})

test('a silent microphone is noticed; a lost one leaves typing', tagged('S264 D88 D203'), async () => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    let stream: MediaStream | null = null
    mediaDevices.getUserMedia = async (constraints) => (stream = await open(constraints))
    for (const event of ['mute', 'unmute'])
      document.addEventListener(event, () =>
        stream?.getTracks().forEach((track) => track.dispatchEvent(new Event(event))),
      )
    document.addEventListener('unplug', () => {
      const plugged = mediaDevices.getUserMedia
      mediaDevices.getUserMedia = async () => {
        throw new DOMException('Requested device not found', 'NotFoundError')
      }
      document.addEventListener('plug', () => (mediaDevices.getUserMedia = plugged))
      for (const track of stream?.getTracks() ?? []) track.dispatchEvent(new Event('ended'))
    })
  })
  const fire = (event: string) => page.evaluate((name) => document.dispatchEvent(new Event(name)), event)
  const { line, dialog } = await talkAs()
  const silent = dialog.getByText("We can't hear your microphone", { exact: true })
  await fire('mute')
  await expect(silent).toBeVisible()
  await press(dialog, 'Mute')
  await expect(silent).toBeHidden()
  await press(dialog, 'Unmute')
  await press(dialog, 'Choose microphone')
  await press(page.getByRole('dialog', { name: 'Voice settings' }), 'Done')
  await fire('unmute')
  await expect(silent).toBeHidden()
  await fire('unplug')
  await luna.expectRow(page, 'S264')
  await luna.expectWords(dialog, "The agent can't hear you", 'You can type')
  await expect(dialog.getByRole('button', { name: 'Mute' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('I can still type')
  await page.keyboard.press('Enter')
  await expect.poll(() => line.sent).toContainEqual({ type: 'user_message', text: 'I can still type' })
  await expect.poll(() => line.sounds.at(-1)).toBe('silent')
  await fire('plug')
  await press(dialog, 'Try again')
  await expect(dialog).not.toContainText("The agent can't hear you")
  await expect(dialog.getByRole('button', { name: 'Mute' })).toBeEnabled()
  await expect.poll(() => line.sounds.at(-1)).toBe('heard')
})
