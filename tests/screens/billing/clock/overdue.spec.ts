import { tagged } from '../../../kit/tags.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { enter, type Person, sql } from '../../people.ts'
import { recordedTexts, recordTexts } from '../../conversations/voice/talking.ts'
import { toastOf } from '../../../kit/browser/watch.ts'
import { dayOf, moveClock, overdueSubscriber, pastRenewal, subscriptionOf } from './time.ts'

const graceMs = 7 * 24 * 60 * 60_000
const accessOpen = 'Your access is ready, with 30 minutes for this month.'

async function expectOpenInvoice(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Fix your payment' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Starter Monthly')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
}

/**
 * Returns the kinds of everything that this person was ever asked to pay, which would include a second subscription.
 */
async function checkoutsOf({ id }: Person): Promise<string[]> {
  const rows = await sql<{ kind: string; status: string }>(
    'select kind, status from checkout where user_id = $1 order by created_at',
    [id],
  )
  return rows.map(({ kind, status }) => `${kind} ${status}`)
}

test(
  'a failed renewal shows a banner, blocks after seven days, and is repaired by paying',
  tagged('S150 D4 D7'),
  async ({ page, context }) => {
    const person = await overdueSubscriber()
    await enter(context, person)
    await page.goto('/marketplace')
    await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
    const failedAt = (await subscriptionOf(person.accountId))?.past_due_since
    const until = await dayOf(page, new Date((failedAt?.getTime() ?? 0) + graceMs))
    await expect(page.getByText(`Payment failed. Please fix it by ${until}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Fix Payment' }).click()
    await expect(page).toHaveURL('/subscribe')
    await expectOpenInvoice(page)
    await expect(page.getByRole('main')).toContainText(`Your access stays open until ${until}.`)
    await fillCard(page, '4000000000009995')
    await page.getByRole('button', { name: 'Pay $2.97' }).click()
    await expect(toastOf(page)).toContainText('Payment FailedYour card has insufficient funds.')

    await moveClock('P7DT1H')
    await page.goto('/marketplace')
    await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(`and your access ended on ${until}.`)
    await page.getByRole('link', { name: 'Fix Payment' }).click()
    await expectOpenInvoice(page)
    await fillCard(page, '4242424242424242')
    await recordTexts(page, '[role=status]')
    await page.getByRole('button', { name: 'Pay $2.97' }).click()
    await page.waitForURL('/dashboard')
    // It shows for two seconds, so it is read afterwards.
    expect((await recordedTexts(page)).join('\n')).toContain(accessOpen)
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('150 minutes')
    await expect(page.getByText('Payment failed.')).toHaveCount(0)
    expect(await checkoutsOf(person)).toEqual(['combined paid', 'renewal paid'])

    // The card that resolved it is the one to which the next month is charged.
    await moveClock(pastRenewal)
    await expect
      .poll(() => sql('select 1 from subscription_payment where account_id = $1', [person.accountId]))
      .toHaveLength(3)
    await expect.poll(async () => (await subscriptionOf(person.accountId))?.status).toBe('active')
  },
)
