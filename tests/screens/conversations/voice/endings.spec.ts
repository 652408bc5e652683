import { expect, test } from '../../fixtures.ts'
import { tabTo } from '../../../kit/browser/keyboard.ts'
import type { Person } from '../../people.ts'
import { balanceMsOf, becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { typeMessage } from '../../../kit/browser/typing.ts'

test('two lines in the small view, all in the full one and in the recap, kept on request (S087, D88, D90)', async ({
  page,
}) => {
  await becomeTalker(page)
  const dialog = await talking.startListening(page)
  const log = dialog.getByRole('log', { name: 'Transcript' })
  for (const question of ['What should I do first?', 'And what comes after that?']) {
    await typeMessage(dialog, question)
    await expect(log).toContainText(question)
  }
  await expect(log.getByRole('paragraph')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Show full transcript' }).click()
  await expect(log).toContainText('What should I do first?')
  await expect(log).toContainText('And what comes after that?')
  await expect.poll(() => log.getByRole('paragraph').count()).toBeGreaterThan(2)

  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('You ended the session.')
  await expect(log).toContainText('What should I do first?')
  await dialog.getByRole('button', { name: 'Keep transcript' }).click()
  await expect(dialog.getByRole('status')).toContainText('Transcript kept until')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
})

test('ending releases the microphone, closes the socket, sends minutes and updates what is shown (S164, S243, S295, S296, D88)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const sockets = talking.recordSockets(page)
  await page.goto('/dashboard')
  await expect(page.getByText('No sessions yet')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Marketplace' }).first().click()
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(talking.agentName)
  await page.getByRole('button', { name: 'Use This Agent' }).click()
  const dialog = page.getByRole('dialog')
  const askedMs = performance.now()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toHaveText(/[3-9]$/)
  await expect.poll(() => talking.microphones(page)).toEqual(['live'])

  const ended = page.waitForRequest((request) => /\/api\/user\/sessions\/[^/]+\/end$/.test(request.url()))
  const reread = page.waitForRequest((request) => request.url().endsWith('/api/auth/user'))
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  const { duration, cost } = (await ended).postDataJSON() as { duration: number; cost: number }
  expect(duration * 60).toBeGreaterThanOrEqual(3)
  expect(duration * 60).toBeLessThan((performance.now() - askedMs) / 1000)
  expect(cost).toBeCloseTo(duration * 0.085, 3)
  await reread
  await expect(dialog).toContainText('Session saved')
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  await expect.poll(() => sockets[0]?.isClosed).toBe(true)

  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'completed', end_reason: 'user' })
  await dialog.getByRole('button', { name: 'Done' }).click()
  // Without a reload: what was loaded before the conversation is loaded again.
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page.getByRole('main')).toContainText(talking.agentName)
  // How quick this machine is decides whether it was long enough to be charged; if not, it is listed separately (D189).
  const [conversation] = await conversationsOf(talker)
  const apart = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Not charged' }) })
  await expect(apart).toHaveCount(Number(conversation?.charged_ms) === 0 ? 1 : 0)
})

test('closing asks, then ends, saves and starts over (S165, D87)', async ({ page }) => {
  const talker = await becomeTalker(page)
  await talking.watchMicrophones(page)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  await expect(dialog.getByRole('timer')).toHaveText(/[1-9]$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'End session?' })
  await question.getByRole('button', { name: 'Keep talking' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('timer')).toHaveText(/[2-9]$/)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'End session' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await conversationsOf(talker))[0]?.end_reason).toBe('user')
  await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
  await expect.poll(() => sockets[0]?.isClosed).toBe(true)
  await expectFreeBelowTenSeconds(talker)

  await page.getByRole('button', { name: 'Use This Agent' }).click()
  await expect(dialog).toContainText('Ready to connect')
  await expect(dialog.getByRole('timer')).toHaveCount(0)
  await expect(dialog.getByRole('log')).toHaveCount(0)
})

/** Checks what the last conversation cost (D71), however long it took on this machine. */
async function expectFreeBelowTenSeconds(talker: Person): Promise<void> {
  const [last] = await conversationsOf(talker)
  const usedMs = last?.used_ms ?? 0
  const chargedMs = usedMs < 10_000 ? 0 : Math.floor(usedMs / 1000) * 1000
  expect(last?.charged_ms).toBe(chargedMs)
  expect(await balanceMsOf(talker)).toBe(150 * 60_000 - chargedMs)
}

test('a second tab offers to end the first conversation and start here (D74)', async ({ page, context }) => {
  const talker = await becomeTalker(page)
  const first = await talking.startTalking(page)
  const other = await context.newPage()
  const second = await talking.openAgent(other)
  await second.getByRole('button', { name: 'Start' }).click()
  await second.getByRole('button', { name: 'End the other session and start here' }).click()
  await expect(second.getByRole('timer')).toBeVisible()
  await expect(first).toContainText('Session saved')
  const conversations = await conversationsOf(talker)
  expect(conversations.map(({ status }) => status)).toEqual(['active', 'completed'])
  await other.close()
})

test('a closed tab ends and settles its conversation (D75)', async ({ page, context }) => {
  const talker = await becomeTalker(page)
  const tab = await context.newPage()
  const dialog = await talking.startTalking(tab)
  await expect(dialog.getByRole('timer')).toHaveText(/[2-9]$/)
  await tab.close({ runBeforeUnload: true })
  await expect.poll(async () => (await conversationsOf(talker))[0]?.status).toBe('completed')
  await expectFreeBelowTenSeconds(talker)
})

test('the whole conversation by keyboard only (D87, D90)', async ({ page }) => {
  const talker = await becomeTalker(page, { agreed: false })
  await page.goto('/marketplace')
  const search = page.getByRole('searchbox', { name: 'Search agents' })
  await tabTo(page, search)
  await page.keyboard.type(talking.agentName)
  const use = page.getByRole('button', { name: 'Use This Agent' })
  await expect(use).toHaveCount(1)
  await tabTo(page, use)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Ready to connect')
  await tabTo(page, dialog.getByRole('checkbox', { name: 'I agree' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Start' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('timer')).toBeVisible()
  await page.keyboard.press('m')
  await expect(dialog.getByRole('button', { name: 'Unmute' })).toBeVisible()
  await page.keyboard.press('t')
  await page.keyboard.type('What can I do today?')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('log')).toContainText('What can I do today?')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'End session?' })
  await expect(question.getByRole('button', { name: 'Keep talking' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await tabTo(page, dialog.getByRole('button', { name: 'End', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Session saved')
  await tabTo(page, dialog.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(use).toBeFocused()
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'completed', end_reason: 'user' })
})
