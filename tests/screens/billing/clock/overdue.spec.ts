import * as luna from '#tests/screens.ts'
import { expect, fillCard, page, sql, subscriber, tagged, test } from '#tests/screens.ts'
import { keepCard, setSwitches } from '../../faults.ts'
import { wordsOfPaid } from '../paid-words.ts'

const graceMs = 7 * 24 * 60 * 60_000
/** Past the end of a month that begins now, and past the hour that the provider waits before it charges the next. */
const pastRenewal = 'P1MT2H'

/** Moves business time for everybody. Returns when all resulting events of the provider are handled. */
async function moveClock(duration: string): Promise<void> {
  await setSwitches({ advance: duration })
  const waiting = () => sql('select from stripe_event where processed_at is null')
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
}

async function expectOpenInvoice(): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Fix your payment' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Platform access')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
}

interface Subscription {
  status: string
  since: Date | null
}

test('a failed renewal shows a banner, blocks after a week, and is paid', tagged('S150 D4 D7'), async () => {
  const person = await subscriber()
  await keepCard(person, 'pm_card_chargeCustomerFail')
  const subscription = async () => {
    const text = 'select status, past_due_since as since from subscription where account_id = $1'
    return (await sql<Subscription>(text, [person.accountId]))[0]
  }
  await moveClock(pastRenewal)
  await expect.poll(async () => (await subscription())?.status).toBe('past_due')
  await luna.enter(person)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  const end = new Date(((await subscription())?.since?.getTime() ?? 0) + graceMs)
  const until = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Europe/Berlin' }).format(end)
  await expect(page.getByText(`Payment failed. Please fix it by ${until}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Fix Payment' }).click()
  await expect(page).toHaveURL('/subscribe')
  await expectOpenInvoice()
  await expect(page.getByRole('main')).toContainText(`Your access stays open until ${until}.`)
  await fillCard(page, '4000000000009995')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await expect(luna.toastOf(page)).toContainText('Payment FailedYour card has insufficient funds.')

  await moveClock('P7DT1H')
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`and your access ended on ${until}.`)
  await page.getByRole('link', { name: 'Fix Payment' }).click()
  await expectOpenInvoice()
  await fillCard(page, '4242424242424242')
  const words = await wordsOfPaid('/dashboard', () => page.getByRole('button', { name: 'Pay $2.97' }).click())
  expect(words).toContain('Your access is ready, with 30 minutes for this month.')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  await expect(page.getByText('Payment failed.')).toHaveCount(0)
  // Everything that they were ever asked to pay, which would include a second subscription.
  const asked = await sql('select kind, status from checkout where user_id = $1 order by created_at', [person.id])
  expect(asked.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['combined paid', 'renewal paid'])

  // The card that resolved it is the one to which the next month is charged.
  await moveClock(pastRenewal)
  const payments = () => sql('select from subscription_payment where account_id = $1', [person.accountId])
  await expect.poll(payments).toHaveLength(3)
  await expect.poll(async () => (await subscription())?.status).toBe('active')
})
