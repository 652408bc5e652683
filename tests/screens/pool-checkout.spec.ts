import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, fillCard, type Page, test, url } from './fixtures.ts'
import { organizationWith, putInto } from './organizations.ts'
import { callAs, enter, openSecret, payWithCard, registered, sql, subscriber } from './people.ts'
import { lowerPool, stoppedRefill, topUp } from './pools.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { expectRow } from '../kit/toasts.ts'
import { hold, mailedLink, toastOf } from '../kit/watch.ts'

/** Minutes for an organization's pool: who buys them, who asks for them, and what the bank may want (D49, D50, D109). */

// The checker tries a style of its own.
test.use({ expectedNoise: checkerNoise })

/** Pays; answers what the page said before it led on, which stands for two seconds only. */
async function wordsOfPaid(page: Page, pay: () => Promise<void>): Promise<string> {
  await recordTexts(page, '[role=status]')
  await pay()
  await page.waitForURL('/organization-dashboard')
  return (await recordedTexts(page)).join('\n')
}

test('an admin buys a package for the pool with a new card, and lands in the organization (D39, D49)', async ({
  page,
  context,
}) => {
  const person = await registered('Ada')
  const { name, accountId } = await organizationWith(person)
  await enter(context, person)
  await page.goto('/marketplace')
  await page.getByRole('banner').getByRole('link', { name: 'Add Credits' }).click()
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(`A one-time top-up for everyone in ${name}.`)
  await expect(main).toContainText('In the pool 42 minutes')
  await expect(main.getByRole('listitem')).toHaveText([
    'Starter$70once500 minutes$0.14 a minuteChoose Starter',
    'Growth$135once1,000 minutes$0.135 a minuteSave 3.6%Choose Growth',
    'Scale$260once2,000 minutes$0.13 a minuteSave 7.1%Choose Scale',
    'Expansion$375once3,000 minutes$0.125 a minuteSave 10.7%Choose Expansion',
    'EnterpriseBest Value$600once5,000 minutes$0.12 a minuteSave 14.3%Choose Enterprise',
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Choose Growth' }).click()
  await expect(main).toContainText(`For the pool of ${name}`)
  const button = page.getByRole('button', { name: 'Pay $135.00' })
  await expect(button).toBeEnabled()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await fillCard(page, '4000000000009995')
  await button.click()
  await expectRow(page, 'S253', 'Your card has insufficient funds.')
  await fillCard(page, '4242424242424242')
  expect(await wordsOfPaid(page, () => button.click())).toContain('1,000 minutes were added to the pool.')
  await expect(page.getByRole('banner').getByRole('button', { name: `${name} 1042 credits` })).toBeVisible()
  const rows = await sql('select tier, amount_cents from credit_purchase where account_id = $1', [accountId])
  expect(rows).toEqual([{ tier: 'pool_growth', amount_cents: 13_500 }])
})

test('the kept card of the pool pays with one click, another one can be typed (D49)', async ({ page, context }) => {
  const person = await registered('Ada')
  const organization = await organizationWith(person)
  await topUp(organization, person)
  await enter(context, person)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Starter' }).click()
  const kept = page.getByRole('button', { name: 'Pay $70.00 with Visa ending in 4242' })
  await expect(kept).toBeEnabled()
  await page.getByRole('button', { name: 'Use another card' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Visa ending in 4242' }).click()
  await expect(kept).toBeEnabled()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await wordsOfPaid(page, () => kept.click())).toContain('500 minutes were added to the pool.')
})

test('a member finds no shop, but the way to ask (D49)', async ({ page, context }) => {
  const [boss, person] = [await registered('Bo'), await registered('Robin')]
  const { id, name } = await organizationWith(boss)
  await putInto(id, person)
  await enter(context, person)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main).toContainText(`${name} pays for your conversations`)
  await expect(main.getByRole('button', { name: /^Choose/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await main.getByRole('button', { name: 'Request minutes' }).click()
  await expect(toastOf(page).filter({ hasText: 'Request Sent' })).toBeVisible()
  const rows = await sql('select message_type from user_communication where from_user_id = $1', [person.id])
  expect(rows).toEqual([{ message_type: 'minutes_request' }])
})

test('who works for themselves buys for themselves, though they run an organization (D50, D122)', async ({
  page,
  context,
}) => {
  const person = await subscriber('Ada')
  await organizationWith(person)
  await callAs(person, '/api/user/organization', { organizationId: null })
  await enter(context, person)
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: 'Choose Uplift' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose Growth' })).toHaveCount(0)
})

test('a refill that the bank stopped is confirmed by any admin with the link of the mail (D47, D109)', async ({
  page,
  context,
}) => {
  const [boss, other] = [await registered('Bo'), await registered('Ada')]
  const organization = await organizationWith(boss)
  const { id, name } = organization
  await putInto(id, other, 'admin')
  const checkoutId = await stoppedRefill(organization, boss)
  const link = await mailedLink(url, other.email, `${name}: Please confirm your automatic purchase`)
  expect(new URL(link).search).toBe(`?resume=${checkoutId}`)
  await enter(context, other)
  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main).toContainText(`The bank holds an automatic refill of ${name} back until you confirm it.`)
  const confirm = page.getByRole('button', { name: 'Confirm with Visa ending in 3184' })
  await expect(confirm).toBeEnabled()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const said = await wordsOfPaid(page, async () => {
    await confirm.click()
    await page.getByRole('button', { name: 'Approve' }).click()
  })
  expect(said).toContain('1,000 minutes were added to the pool.')
  await expect(page.getByRole('banner').getByRole('button', { name: `${name} 1005 credits` })).toBeVisible()
})

test('the credit balance of /dashboard is the pool in an organization: admins add, members ask (S197, D49)', async ({
  page,
  context,
}) => {
  const [boss, person] = [await subscriber('Bo'), await registered('Robin')]
  const { id, name } = await organizationWith(boss)
  await putInto(id, person)
  await enter(context, boss)
  await callAs(boss, '/api/user/organization', { organizationId: id })
  await page.goto('/dashboard')
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Credit Balance', exact: true }) })
  await expect(card).toContainText(`42minutesThe pool of ${name}, shared by everyone in it.`)
  await card.getByRole('link', { name: 'Add Credits' }).click()
  await expect(page.getByRole('button', { name: 'Choose Growth' })).toBeVisible()

  await context.clearCookies()
  await enter(context, person)
  await page.goto('/dashboard')
  await expect(card).toContainText(`42minutesThe pool of ${name}`)
  await expect(card.getByRole('link', { name: 'Add Credits' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Request minutes' })).toBeVisible()
  // Who switches to the own account sees the own minutes again.
  await context.clearCookies()
  await enter(context, boss)
  await callAs(boss, '/api/user/organization', { organizationId: null })
  await page.goto('/dashboard')
  await expect(card).toContainText('150minutes')
})

test('below 10 minutes in the pool its people are warned, on both dashboards; at 10 they are not (S685, D48)', async ({
  page,
  context,
}) => {
  const [boss, person] = [await registered('Bo'), await registered('Robin')]
  const organization = await organizationWith(boss)
  await putInto(organization.id, person)
  await lowerPool(organization, boss, 10)
  for (const somebody of [boss, person]) {
    await context.clearCookies()
    await enter(context, somebody)
    for (const path of ['/dashboard', '/organization-dashboard']) {
      await page.goto(path)
      await expect(
        page.getByRole('banner').getByRole('button', { name: `${organization.name} 10 credits` }),
      ).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Low Credit Balance')).toHaveCount(0)
    }
  }
  await lowerPool(organization, boss, 9.99)
  for (const [somebody, way] of [
    [boss, page.getByRole('main').getByRole('link', { name: 'Add More Credits' })],
    [person, page.getByRole('main').getByRole('button', { name: 'Request minutes' }).first()],
  ] as const) {
    await context.clearCookies()
    await enter(context, somebody)
    for (const path of ['/dashboard', '/organization-dashboard']) {
      await page.goto(path)
      await expect(page.getByText('Low Credit Balance')).toBeVisible()
      await expect(way).toBeVisible()
    }
  }
  await page.goto('/organization-dashboard')
  await expect(page.getByText('Low Credit Balance')).toBeVisible()
  await expectAccessible(page)
})

test("a pool's payment is taken up after the bank's page, refused or paid, and leads to the organization (D39, D49)", async ({
  page,
  context,
}) => {
  const person = await registered('Ada')
  const { id: organizationId, name } = await organizationWith(person)
  await enter(context, person)
  const secret = await openSecret(person, '/api/create-payment-intent', { tier: 'starter', organizationId })
  const came = new URLSearchParams({
    after: 'pool',
    payment_intent: secret.split('_secret_')[0] ?? '',
    payment_intent_client_secret: secret,
  })
  await page.goto(`/payment-return?${came}`)
  await expect(page.getByRole('heading', { name: 'Your payment did not go through' })).toBeVisible()
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('button', { name: 'Choose Starter' })).toBeVisible()

  await payWithCard(secret)
  const release = await hold(page, '**/api/process-payment-success')
  await page.goto(`/payment-return?${came}`)
  expect(await wordsOfPaid(page, release)).toContain('500 minutes were added to the pool.')
  await expect(page.getByRole('banner').getByRole('button', { name: `${name} 542 credits` })).toBeVisible()
})
