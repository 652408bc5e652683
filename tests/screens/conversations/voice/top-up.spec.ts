import { expect, lowerBalance, page, sql, tagged, test } from '#tests/screens.ts'
import { becomeTalker, conversationsOf, startTalking } from './talking.ts'

/** Minutes for the conversation that continues behind the sheet (D49, D73, D87). */

const sheet = () => page.getByRole('dialog', { name: 'Buy Credits' })
const pay = () => sheet().getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })

test('the saved card pays in two presses while the talk goes on', tagged('gate S088 D49 D73 D87'), async () => {
  const talker = await becomeTalker()
  await lowerBalance(talker, 200 / 60)
  const dialog = await startTalking()
  const left = dialog.getByRole('button', { name: /^Credits left/ })
  await expect(left).toHaveText(/Credits left [0-3]:\d\d/)
  await dialog.getByRole('button', { name: 'Buy Credits' }).click()
  await expect(sheet()).toContainText(/[0-3]:\d\d left\. The session continues while you pay\./)
  await expect(sheet().getByRole('listitem')).toHaveText([
    '60 minutesLaunch · $0.25 a minute$15',
    '120 minutesUplift · $0.208 a minuteMost Popular$25',
    '240 minutesNavigate · $0.188 a minute$45',
    '600 minutesAscend · $0.158 a minute$95',
  ])
  // Twice and quickly, like people in a hurry: one payment is opened, and it is made once.
  await sheet()
    .getByRole('button', { name: /^60 minutes/ })
    .dblclick()
  await expect(pay()).toBeEnabled()
  await pay().dblclick()
  await expect(sheet()).toContainText('60 minutes added')
  const opened = "select status, amount_cents as cents from checkout where account_id = $1 and tier = 'launch'"
  expect(await sql(opened, [talker.accountId])).toEqual([{ status: 'paid', cents: 1500 }])
  const bought = "select amount_cents as cents from credit_purchase where account_id = $1 and tier = 'launch'"
  expect(await sql(bought, [talker.accountId])).toEqual([{ cents: 1500 }])
  await sheet().getByRole('button', { name: 'Keep talking' }).click()
  await expect(sheet()).toHaveCount(0)
  await expect(left).toHaveText(/Credits left 1:0\d:\d\d/)
  expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active' })
})
