import { expect, test } from '../../fixtures.ts'
import { balanceMsOf, becomeTalker, buyMinutes, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'

test('too few credits to start: toast with Buy Credits to /checkout (S088, S223, S261, D69)', async ({ page }) => {
  const talker = await becomeTalker(page, { balanceSeconds: 59 })
  const dialog = await talking.openAgent(page)
  await expect(dialog).toContainText('You need at least 1 minute to start a conversation.')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expectRow(page, 'S261')
  expect(await conversationsOf(talker)).toEqual([])
  await talking.toast(page).getByRole('button', { name: 'Buy Credits' }).click()
  await page.waitForURL('**/checkout')
})

test('the ready screen leads to /checkout (S088, D87)', async ({ page }) => {
  await becomeTalker(page)
  const ready = await talking.openAgent(page)
  await ready.getByRole('link', { name: 'Buy Credits' }).click()
  await page.waitForURL('**/checkout')
})

test('credits count down, are called low at two minutes, and bought ones count at once (S087, D73)', async ({
  page,
}) => {
  await becomeTalker(page, { balanceSeconds: 124 })
  const ready = await talking.openAgent(page)
  await talking.recordTexts(page, '[role=dialog] button')
  await ready.getByRole('button', { name: 'Start' }).click()
  const dialog = page.getByRole('dialog')
  const left = dialog.getByRole('button', { name: /^Credits left/ })
  await expect.poll(() => talking.recordedTexts(page)).toContainEqual(expect.stringMatching(/^Credits left ?2:0[0-4]/))
  const notice = dialog.getByRole('region', { name: 'Minutes left' })
  await expect(notice).toContainText('2 minutes left')
  const announcement = dialog.getByText('About 2 minutes left')
  await expect(announcement).toBeAttached()
  await expect(left).toHaveText(/Credits left 1:5\d/)
  await buyMinutes(page.request)
  await expect(left).toHaveText(/Credits left 1:0\d:\d\d/)
  await expect(announcement).toHaveCount(0)
  await expect(notice).toHaveCount(0)
})

test('at zero the conversation stops with Not Enough Credits, never Connection Lost (S261, S306, D71, D73)', async ({
  page,
}) => {
  const talker = await becomeTalker(page, { balanceSeconds: 60 })
  await talking.watchMicrophones(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  const socket = sockets[0]
  if (!socket) throw new Error('no voice socket')
  // A balance that begins below two minutes is called low at once.
  await expect(dialog.getByText(/\b(1 minute|60 seconds) left$/)).toBeAttached()
  await expect(dialog.getByText('30 seconds left', { exact: true })).toBeAttached({ timeout: 40_000 })
  await expect(dialog.getByRole('button', { name: /^Credits left 0:[0-2]\d$/ })).toBeVisible()

  await expect(dialog).toContainText('Your credits are used up.', { timeout: 45_000 })
  await expect(dialog.getByRole('heading', { name: 'Not Enough Credits' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Buy Credits' })).toBeVisible()
  await expect(page.getByText('Connection Lost')).toHaveCount(0)
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  const warnings = talking.ofType(socket.received, 'session_warning').map(({ body }) => body.session_warning_event)
  expect(warnings).toHaveLength(2)
  expect(talking.ofType(socket.received, 'session_ended')[0]?.body).toMatchObject({
    session_ended_event: { reason: 'balance', used_seconds: 60 },
  })
  expect((await conversationsOf(talker))[0]).toMatchObject({
    status: 'completed',
    end_reason: 'balance',
    charged_ms: 60_000,
  })
  expect(await balanceMsOf(talker)).toBe(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('banner')).toContainText('0 minutes')
})
