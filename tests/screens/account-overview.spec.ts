import { openAccount, cardOf } from './account.ts'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { enter, makeAdmin, registered, setSubscription, sql, subscriber } from './people.ts'

interface AccountUser {
  firstName: string
  lastName: string
  email: string
  creditBalance: number
  subscriptionRenewsAt: string
}

test('the overview shows what the server knows: name, e-mail, state, renewal and balance (S096, S097, S236, D32)', async ({
  page,
}) => {
  await openAccount(page)
  const answer = await page.request.get('/api/account/user')
  const user = (await answer.json()) as AccountUser
  const overview = cardOf(page, 'Overview')
  const date = await page.evaluate(
    (at) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(at)),
    user.subscriptionRenewsAt,
  )
  await expect(overview).toContainText(`${user.firstName} ${user.lastName}`)
  await expect(overview).toContainText(user.email)
  await expect(overview.getByText('Active', { exact: true })).toBeVisible()
  await expect(overview).toContainText(`Renews on ${date}`)
  expect(user.creditBalance).toBe(150)
  await expect(overview).toContainText('150 minutes')
  await expect(overview).toContainText(/This monthUsed first, until .*30 min/)
  await expect(overview).toContainText('PurchasedNever expires120 min')
  await expect(overview).toContainText(`until ${date}`)
})

test('only a running subscription has a date, and a blank one reads Inactive (S097, S176, S177, D42)', async ({
  page,
}) => {
  const person = await subscriber()
  await makeAdmin(person)
  const overview = cardOf(page, 'Overview')
  const looks: string[] = []
  for (const [status, badge] of [
    ['active', 'Active'],
    ['trialing', 'Trialing'],
    ['canceled', 'Canceled'],
    [null, 'Inactive'],
  ] as const) {
    await setSubscription(person, status)
    await openAccount(page, person)
    const shown = overview.getByText(badge, { exact: true })
    await expect(shown).toBeVisible()
    looks.push(await shown.evaluate((element) => getComputedStyle(element).backgroundColor))
    await expect(overview.getByText(/Renews on|Ends on/)).toHaveCount(status === 'active' ? 1 : 0)
  }
  const [active, ...others] = looks
  for (const other of others) expect(other).not.toBe(active)
})

test('an account that is not there says so (S102)', async ({ page, context }) => {
  await enter(context, await subscriber())
  const body = { message: 'This account does not exist.', code: 'not_found', requestId: 'test' }
  await page.route('**/api/account/user', (route) => route.fulfill({ status: 404, json: body }))
  await page.goto('/account')
  await expect(page.getByText('Account not found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toHaveCount(0)
})

test('what cannot be read says so in its place, the rest stays, and Retry brings it (S207)', async ({ page }) => {
  const person = await subscriber()
  await sql('alter table auto_purchase rename to auto_purchase_away')
  try {
    await enter(page.context(), person)
    await page.goto('/account')
    await expect(page.getByRole('alert')).not.toHaveCount(0)
  } finally {
    await sql('alter table auto_purchase_away rename to auto_purchase')
  }
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Retry' })
      .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
    await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('switch')).toBeVisible()
})

test.describe('for everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('the account page with all that it can show is accessible, and never moves sideways', async ({ page }) => {
    const person = await subscriber()
    await setSubscription(person, 'past_due', 1)
    await sql('update payer set card_exp_month = 1, card_exp_year = 2026 where account_id = $1', [person.accountId])
    await sql(
      `insert into auto_purchase (account_id, enabled, tier, threshold_minutes, monthly_cap_cents, armed, problem, retry_at, updated_at)
       values ($1, true, 'uplift', 9, 10000, false, 'declined', now() + interval '1 day', now())`,
      [person.accountId],
    )
    await sql(
      `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
       values ($1, $2, $3, 1250, now())`,
      [person.accountId, person.id, `dp_${person.id}`],
    )
    await openAccount(page, person)
    await expect(page.getByRole('heading', { name: 'Open debt' })).toBeVisible()
    await expect(page.getByText('Auto-purchase is on hold', { exact: true })).toBeVisible()
    await expect(page.getByText('This card has expired')).toBeVisible()
    await expectAccessible(page)
  })

  test('an account without card, plan or payments is accessible (S102)', async ({ page }) => {
    const person = await registered()
    await makeAdmin(person)
    await openAccount(page, person)
    await expect(page.getByText('No transactions yet')).toBeVisible()
    await expect(page.getByText('No card is saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)
    await expectAccessible(page)
  })
})
