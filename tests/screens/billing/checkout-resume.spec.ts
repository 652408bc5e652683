import { tagged } from '../../kit/tags.ts'
import { expect, test, url } from '../fixtures.ts'
import { stoppedPayer } from './payers.ts'
import { enter, type Person, sql } from '../people.ts'
import { recordedTexts, recordTexts } from '../conversations/voice/talking.ts'
import { mailedLink, toastOf } from '../../kit/browser/watch.ts'

const confirmName = 'Confirm with Visa ending in 3184'

function attemptsOf({ id }: Person): Promise<{ status: string }[]> {
  return sql("select status from checkout where user_id = $1 and kind = 'auto' order by created_at", [id])
}

test(
  'the stopped card confirms from the mail without being typed, rejected or approved',
  tagged('D47'),
  async ({ page, context }) => {
    const { person, checkoutId } = await stoppedPayer()
    await enter(context, person)
    const link = await mailedLink(url, person.email, 'Please confirm your automatic purchase')
    expect(new URL(link).pathname + new URL(link).search).toBe(`/checkout?resume=${checkoutId}`)
    await page.goto(link)
    const main = page.getByRole('main')
    await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
    for (const text of ['Uplift', '$25.00', '120 minutes']) await expect(main).toContainText(text)
    await expect(page.getByLabel('Card number')).toHaveCount(0)

    await page.getByRole('button', { name: confirmName }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect(toastOf(page)).toContainText('Payment Failed')
    await expect(main).toContainText(/unable to authenticate/i)
    await expect(page.getByRole('banner')).toContainText('5 minutes')

    // The added minutes show only for two seconds.
    await recordTexts(page, '[role=status]')
    await page.getByRole('button', { name: confirmName }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect
      .poll(() => recordedTexts(page))
      .toContainEqual(expect.stringContaining('120 minutes were added to your balance.'))
    await page.waitForURL('/dashboard')
    await expect(page.getByRole('banner')).toContainText('125 minutes')
    expect(await attemptsOf(person)).toEqual([{ status: 'paid' }])
    await page.goto(link)
    await expect(main).toContainText('This payment is complete')
    await expect(page.getByRole('button', { name: confirmName })).toHaveCount(0)
  },
)
