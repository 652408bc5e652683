import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cardOf, openAccount } from './account.ts'
import { checkerNoise, expectAccessible, expectNoSidewaysScrolling } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { setSwitches } from './faults.ts'
import { enter, openPurchase, payWithCard, type Person, sql, subscriber } from './people.ts'

interface Transaction {
  id: string
  type: string
  description: string
  createdAt: string
  amount: number
  creditsAdded: number
  stripePaymentIntentId: string
  receiptNumber: string
}

async function readTransactions(page: Page): Promise<Transaction[]> {
  const answer = await page.request.get('/api/account/transactions')
  return (await answer.json()) as Transaction[]
}

/** Gives the first payment of the person back at the provider; answers once it is in the books. */
async function refund(page: Page, person: Person): Promise<Transaction> {
  await enter(page.context(), person)
  const [paid] = await readTransactions(page)
  await setSwitches({ refund: { payment: paid?.stripePaymentIntentId ?? '' } })
  await expect.poll(async () => (await readTransactions(page)).some(({ amount }) => amount < 0)).toBe(true)
  const rows = await readTransactions(page)
  return rows.find(({ amount }) => amount < 0) as Transaction
}

test('the history lists what was paid, newest first, and each row leads to its receipt (S101, S143, S237, D43)', async ({
  page,
}) => {
  const person = await subscriber()
  const secret = await openPurchase(person)
  await payWithCard(secret)
  await openAccount(page, person)
  const history = cardOf(page, 'Transaction History')
  await expect.poll(async () => (await readTransactions(page)).length).toBe(3)
  await page.reload()
  const transactions = await readTransactions(page)
  const rows = history.getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toHaveText('DateTypeDescriptionCreditsAmountReceipt')
  for (const [index, { type, description, amount, creditsAdded, receiptNumber }] of transactions.entries()) {
    const row = rows.nth(index + 1)
    await expect(row).toContainText(type === 'credits' ? 'Credits' : 'Subscription')
    for (const text of [description, `$${amount.toFixed(2)}`, String(creditsAdded), receiptNumber, /\w{3} \d+, \d{4}/])
      await expect(row).toContainText(text)
  }
  expect(transactions.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([2.97, 15, 25])
  const [newest] = transactions
  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/account/receipts/${newest?.id}`)
  await expect(page.getByRole('heading', { name: `Receipt ${newest?.receiptNumber}` })).toBeFocused()
})

test('everything can be saved as a table for spreadsheets (D43)', async ({ page }) => {
  await openAccount(page)
  const transactions = await readTransactions(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^luna-transactions-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toBe('Date (UTC),Type,Description,Amount (USD),Credits (minutes),Receipt,Payment')
  expect(lines).toHaveLength(transactions.length)
  for (const [index, { createdAt, type, amount, creditsAdded, receiptNumber }] of transactions.entries()) {
    expect(lines[index]).toMatch(new RegExp(`^${createdAt},${type},`))
    expect(lines[index]).toContain(`,${amount.toFixed(2)},${creditsAdded},${receiptNumber},pi_`)
  }
})

test('a long history has pages, and fits a phone (D43)', async ({ page }) => {
  const person = await subscriber()
  await sql(
    `insert into credit_purchase (user_id, account_id, tier, amount_cents, credits_added_ms, stripe_payment_intent_id, created_at)
     select user_id, account_id, tier, amount_cents, credits_added_ms, 'pi_old_' || account_id || n, created_at - make_interval(days => n)
     from credit_purchase, generate_series(1, 28) as n where account_id = $1`,
    [person.accountId],
  )
  await page.setViewportSize({ width: 320, height: 720 })
  await openAccount(page, person)
  const history = cardOf(page, 'Transaction History')
  await expect(history).toContainText('Page 1 of 2')
  await expectNoSidewaysScrolling(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(history.getByRole('row')).toHaveCount(26)
  await history.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/account?page=2')
  await expect(history.getByRole('row')).toHaveCount(6)
  await page.goto('/account?page=99')
  await expect(history).toContainText('Page 2 of 2')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(31)
})

test('a receipt says who paid what to whom with which card (D43)', async ({ page }) => {
  const person = await subscriber()
  await enter(page.context(), person)
  const paid = (await readTransactions(page)).find(({ type }) => type === 'subscription')
  await page.goto(`/account/receipts/${paid?.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Receipt ${paid?.receiptNumber}`)
  for (const text of [
    /From\s*Luna/,
    person.email,
    'Visa ending in 4242',
    '$2.97',
    'Total paid',
    /Platform access until/,
  ])
    await expect(main).toContainText(text)
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page).toHaveURL('/account')
})

test('a receipt prints black on white, without what belongs to the screen alone (D43)', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await enter(page.context(), await subscriber())
  const [paid] = await readTransactions(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/account/receipts/${paid?.id}`)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: `Receipt ${paid?.receiptNumber}` })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  for (const part of [
    page.locator('body header').first(),
    page.locator('footer'),
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('link', { name: 'Account' }),
    page.getByRole('link', { name: 'Skip to content' }),
  ])
    await expect(part).toBeHidden()
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { color, backgroundColor }
  })
  expect(colors).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
})

test('money that went back is a row of its own, and its receipt names the payment (D43)', async ({ page }) => {
  const person = await subscriber()
  const given = await refund(page, person)
  await openAccount(page, person)
  const row = cardOf(page, 'Transaction History').getByRole('row', { name: given.receiptNumber })
  await expect(row).toContainText('Refund')
  await expect(row).toContainText(`−$${Math.abs(given.amount).toFixed(2)}`)
  await row.getByRole('link').click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Total paid back')
  await expect(main).toContainText(`−$${Math.abs(given.amount).toFixed(2)}`)
  await main.getByRole('link', { name: /^Receipt L-/ }).click()
  await expect(main).toContainText('Total paid')
  await expect(main).not.toContainText('Total paid back')
})

test('an unknown receipt, and the one of somebody else, are not found', async ({ page }) => {
  const other = await subscriber()
  await enter(page.context(), other)
  const [foreign] = await readTransactions(page)
  await enter(page.context(), await subscriber())
  for (const id of [foreign?.id, crypto.randomUUID(), 'nothing']) {
    await page.goto(`/account/receipts/${id}`)
    await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(other.email)
  }
  await page.getByRole('link', { name: 'Back to Account' }).click()
  await expect(page).toHaveURL('/account')
})

test.describe('for everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('a receipt is accessible', async ({ page }) => {
    await enter(page.context(), await subscriber())
    const [paid] = await readTransactions(page)
    await page.goto(`/account/receipts/${paid?.id}`)
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
  })
})
