import { expect, test } from '../fixtures.ts'
import { autoPurchase } from '../billing/payers.ts'
import { sql } from '../people.ts'
import { becomeTalker, conversationsOf } from './voice/talkers.ts'
import * as talking from './voice/talking.ts'

test('automatic minutes arrive during a conversation: the balance grows, and it continues (S294, D45)', async ({
  page,
}) => {
  const talker = await becomeTalker(page, { balanceSeconds: 66 })
  await autoPurchase(talker, 1)
  const sockets = talking.recordSockets(page)
  const dialog = await talking.startTalking(page)
  const left = dialog.getByRole('button', { name: /^Credits left/ })
  await expect(left).toHaveText(/Credits left 1:0\d/)
  // At one minute, 120 more are bought.
  await expect(left).toHaveText(/Credits left 2:0[01]:\d\d/, { timeout: 30_000 })
  // Beyond the time that was available at the start.
  await expect(dialog.getByRole('timer')).toHaveText(/^1:(0[7-9]|[1-5]\d)$/, { timeout: 90_000 })
  expect(sockets).toHaveLength(1)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
  await dialog.getByRole('button', { name: 'End', exact: true }).click()
  await expect(dialog).toContainText('Session saved')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('banner')).toContainText(/1(19|20)(\.\d+)? minutes/)
  expect(await sql("select status from checkout where user_id = $1 and kind = 'auto'", [talker.id])).toEqual([
    { status: 'paid' },
  ])
  await page.goto('/account')
  await expect(page.getByRole('table')).toContainText('Auto-purchase: Uplift package, 120 minutes')
})
