import type { Browser, BrowserContext } from '@playwright/test'
import { rowsOf } from '../../kit/browser/admin.ts'
import { setSwitches } from '../faults.ts'
import { expect, test, url } from '../fixtures.ts'
import { enter, type Person, sql, subscriber } from '../people.ts'
import { platformAdmin } from './admin.ts'

/** A payment whose reports were lost is found and credited from the panel. */

test.afterEach(() => setSwitches({ webhooks: 'deliver' }))

test('a lost webhook is found and repaired without SQL: staff search the customer, press Check Now, and the minutes and the receipt are there (D37)', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(540_000)
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  await passUpkeep()
  await setSwitches({ webhooks: 'drop' })
  await payAndLeave(browser, ben)
  const bought = 'select tier from credit_purchase where account_id = $1 order by created_at'
  expect(await sql(bought, [ben.accountId])).toEqual([{ tier: 'uplift' }])

  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(ben.email)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).first()).toContainText(/Launch package, 60 minutes.*Not paid here.*\$15\.00/)
  await page.getByRole('link', { name: /^Launch/ }).click()
  await expect(page.getByText('Succeeded, $15.00')).toBeVisible()
  await expect(page.getByText('Not credited, $15.00')).toBeVisible()
  await page.getByRole('button', { name: 'Check Now' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Found and credited' })).toBeVisible()
  await expect(page.getByText('They agree')).toBeVisible()
  const receipt = page.getByRole('cell', { name: /^L-\d{6}$/ })
  await expect(receipt).toBeVisible()
  expect(await sql(bought, [ben.accountId])).toEqual([{ tier: 'uplift' }, { tier: 'launch' }])

  const bens = await openContext(browser, ben)
  const home = await bens.newPage()
  await home.goto('/account')
  await expect(home.getByRole('banner')).toContainText('210 minutes')
  await expect(home.getByRole('main')).toContainText(await receipt.innerText())
  await bens.close()
})

/** Waits until this hour's upkeep is over and the next one is not near, because it would find the payment, too. */
async function passUpkeep(): Promise<void> {
  const over = `
    select from pgboss.job where name = 'upkeep' and state = 'completed'
      and date_trunc('hour', completed_on) = date_trunc('hour', now()) and extract(minute from now()) < 58`
  await expect.poll(() => sql(over), { timeout: 300_000 }).not.toHaveLength(0)
}

/** Pays a package in a browser that is closed before it can report the payment. */
async function payAndLeave(browser: Browser, person: Person): Promise<void> {
  const context = await openContext(browser, person)
  const page = await context.newPage()
  // The report leaves the page and never arrives, also when the page is closed.
  await page.route('**/api/process-payment-success', (route) => route.abort())
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  const pay = page.getByRole('button', { name: 'Pay $15.00 with Visa ending in 4242' })
  await expect(pay).toBeEnabled()
  const report = page.waitForRequest('**/api/process-payment-success')
  await pay.click()
  await report
  await context.close()
}

async function openContext(browser: Browser, person: Person): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url })
  await enter(context, person)
  return context
}
