import type { Locator } from '@playwright/test'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { checkerNoise, expectAccessible } from '../../../kit/browser/accessible.ts'
import { as, chooseIn, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { openTyping } from '../../../kit/browser/typing.ts'
import { keepsNothing } from '../home.ts'
import { openCoach, serveTalk, startTalking } from './talk.ts'

/** What people press while they talk, and what they cannot press by mistake. */

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

test('push to talk is heard while Space or the button is held', tagged('S163 D83'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  await dialog.getByRole('button', { name: 'Voice settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Voice settings' })
  await settings.getByRole('switch', { name: 'Push to talk' }).click()
  await expectAccessible(page)
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(settings).toHaveCount(0)
  const button = dialog.getByRole('button', { name: 'Hold to talk' })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => line.sounds.slice(-20)).not.toContain('heard')

  // The focus is on the button that opened the settings, which Space must not press now.
  await page.keyboard.down(' ')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => line.sounds.at(-1)).toBe('heard')
  await page.keyboard.up(' ')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(settings).toHaveCount(0)
  await button.hover()
  await page.mouse.down()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await page.mouse.up()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  const field = await openTyping(dialog)
  await field.pressSequentially('a b')
  await expect(field).toHaveValue('a b')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('another microphone is used at once, and the settings are remembered', async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  await expect(dialog.getByText('Ping', { exact: true })).toHaveCount(0)
  const settings = page.getByRole('dialog', { name: 'Voice settings' })
  const open = () => dialog.getByRole('button', { name: /^(Voice s|S)ettings$/ }).click()
  const pause = settings.getByRole('combobox', { name: 'The agent answers' })
  await open()
  await expect(pause).toHaveText('Right away (0.2 s)')
  await chooseIn(settings.getByRole('combobox', { name: 'Microphone' }), 'Fake Audio Input 2')
  await chooseIn(pause, 'After a pause (1 s)')
  await settings.getByRole('switch', { name: 'Details' }).click()
  await settings.getByRole('button', { name: 'Done' }).click()
  const changedAt = line.sounds.length
  await expect.poll(() => line.sounds.slice(changedAt)).toContain('heard')
  const ping = dialog.locator('dl > div').filter({ hasText: 'Ping' }).getByRole('definition')
  await expect(ping).toHaveText('20 ms')
  await page.reload()
  await openCoach(page)
  await open()
  await expect(pause).toHaveText('After a pause (1 s)')
  await expect(settings.getByRole('switch', { name: 'Details' })).toBeChecked()
})

test('? shows the keys, which leave typing alone and can be switched off', async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  const field = dialog.getByRole('textbox', { name: 'Message' })
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('m')
  await expect(dialog.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(field).toBeFocused()
  await page.keyboard.type('m? t')
  await expect(field).toHaveValue('m? t')
  await dialog.getByRole('button', { name: 'Unmute' }).click()
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

async function middleOf(part: Locator): Promise<[x: number, y: number]> {
  const { x, y, width, height } = await boxOf(part)
  return [x + width / 2, y + height / 2]
}

/** Presses the second half of a double click whose first half hit another button. */
async function pressSecondHalf(page: Page, button: Locator): Promise<void> {
  await page.mouse.move(...(await middleOf(button)))
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

test('the second half of a double click starts nothing and ends nothing', async () => {
  as(subscriberMe)
  await serveTalk(page, server, subscriberMe)
  const dialog = await openCoach(page)
  const start = dialog.getByRole('button', { name: 'Start' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  const end = dialog.getByRole('button', { name: 'End', exact: true })
  const again = dialog.getByRole('button', { name: 'Talk again' })
  await pressSecondHalf(page, start)
  await expect(dialog).toContainText('Ready to connect')
  const release = server.hold(startConversation)
  await start.click()
  await expect(dialog).toContainText('Nothing is charged until the agent joins.')
  await pressSecondHalf(page, cancel)
  await expect(cancel).toBeVisible()
  release()
  await expect(end).toBeVisible()
  await pressSecondHalf(page, end)
  await expect(end).toBeVisible()
  await page.mouse.dblclick(...(await middleOf(end)))
  await expect(dialog).toContainText('You ended the session.')
  await pressSecondHalf(page, again)
  await expect(again).toBeVisible()
  expect(server.asked(startConversation)).toHaveLength(1)
})

test('the question whether to end closes with its conversation', tagged('S165 D87'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  const question = page.getByRole('alertdialog', { name: 'End session?' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Keep talking' }).click()
  await expect(question).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  line.say({ type: 'session_ended', session_ended_event: { reason: 'agent', used_seconds: 12 } })
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Talk again' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(dialog).toBeHidden()
})

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

test('the room fills the view from ready to recap, and fits the smallest phone', tagged('D90 D171'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
  await page.setViewportSize({ width: 320, height: 480 })
  const dialog = await openCoach(page)
  const ready = await boxOf(dialog)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeInViewport({ ratio: 1 })
  expect(await boxOf(dialog)).toEqual(ready)
  line.say({ type: 'agent_response', agent_response_event: { agent_response: 'Let us begin.', event_id: 1 } })
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expect(dialog.getByRole('log', { name: 'Transcript' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Hide transcript' })).toBeInViewport({ ratio: 1 })
  expect(await dialog.evaluate((room) => room.scrollHeight - room.clientHeight)).toBe(0)
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  expect(await boxOf(dialog)).toEqual(ready)
  const [done, again] = [
    await boxOf(dialog.getByRole('button', { name: 'Done' })),
    await boxOf(dialog.getByRole('button', { name: 'Talk again' })),
  ]
  expect(done.y).toBe(again.y)
})

test('a hidden tab continues the conversation, and the screen is kept on again afterwards', tagged('D75'), async () => {
  as(subscriberMe)
  await page.addInitScript(() => {
    const locks: string[] = []
    const request = async (type: string) => {
      locks.push(type)
      return { release: async () => void locks.push('released') }
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    Object.assign(window, { locks })
  })
  const locks = () => page.evaluate(() => (window as unknown as { locks: string[] }).locks)
  const show = (state: string) =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: next })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  await expect.poll(locks).toEqual(['screen'])
  await show('hidden')
  const before = line.sounds.length
  await expect.poll(() => line.sounds.length).toBeGreaterThan(before + 40)
  await show('visible')
  await expect.poll(locks).toEqual(['screen', 'screen'])
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect.poll(locks).toEqual(['screen', 'screen', 'released'])
})
