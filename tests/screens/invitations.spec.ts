import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test } from './fixtures.ts'
import { callAs, enter, freshEmail, openSecret, password, payWithCard, type Person, sql, subscriber } from './people.ts'
import { hold, toastOf } from '../kit/watch.ts'

test.afterEach(() => offer(0))

async function offer(minutes: number): Promise<void> {
  await sql("delete from platform_setting where setting_key = 'referralRewardMinutes'")
  if (minutes > 0)
    await sql(
      "insert into platform_setting (setting_key, setting_value, updated_at) values ('referralRewardMinutes', $1, now())",
      [minutes],
    )
}

async function codeOf(person: Person): Promise<string> {
  return (await callAs<{ referralCode: string }>(person, '/api/auth/user', {}, 'GET')).referralCode
}

test('without a reward there is nothing to see of invitations (D51)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Communications' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Invite Friends')).toHaveCount(0)
  await page.goto('/invitations')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
})

test('the own link is copied, who registers with it is pending, and the first payment brings the minutes (D51, S136)', async ({
  page,
  context,
  browser,
}) => {
  await offer(30)
  const person = await subscriber('Ida')
  const link = new RegExp(`^http://.*/register\\?ref=${await codeOf(person)}$`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(context, person)
  await page.goto('/dashboard')
  await expect(page.getByText('You get 30 minutes when somebody you invited makes a first payment.')).toBeVisible()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastOf(page)).toContainText('Link Copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(link)

  const release = await hold(page, '**/api/user/referrals')
  await page.goto('/invitations')
  await expect(page.getByText('Loading your invitations…')).toBeAttached()
  await release()
  await expect(page.getByText('Nobody has registered with your link yet')).toBeVisible()
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(link)

  const visitor = await browser.newContext({ locale: 'en-US' })
  const form = await visitor.newPage()
  await form.goto(copied)
  const email = freshEmail()
  await form.getByLabel('First name').fill('Zacharias')
  await form.getByLabel('Last name').fill('Unknown')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Create Account' }).click()
  await expect(form.getByRole('radio', { name: /uplift/i })).toBeVisible()
  const [cookie] = await visitor.cookies()
  await visitor.close()

  await page.reload()
  const pending = page.getByRole('table', { name: 'Invited people who have not paid yet, newest first' })
  await expect(pending.getByRole('row')).toHaveCount(2)
  await expect(pending).toContainText('Z.')
  await expect(page.getByRole('main')).not.toContainText(/acharias|Unknown|example\.com/)
  await expect(page.getByText('Nobody yet.')).toBeVisible()

  const invited: Person = { id: '', email, accountId: '', cookie: `${cookie?.name}=${cookie?.value}` }
  const secret = await openSecret(invited, '/api/create-combined-purchase', {
    package: 'launch',
    subscriptionPrice: 2.97,
  })
  await callAs(invited, '/api/process-payment-success', { paymentIntentId: await payWithCard(secret) })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Completed (1)' })).toBeVisible()
  const completed = page.getByRole('table', { name: 'Invited people who have paid, newest first' })
  await expect(completed.getByRole('row').nth(1).getByRole('cell').nth(2)).toContainText('30')
  await expect(page.getByRole('banner')).toContainText('180 minutes')
  await page.goto('/account/minutes')
  await expect(page.getByRole('main')).toContainText('Invitation reward')
})

test('a browser that does not copy says what to do, and the list can be read again', async ({ page, context }) => {
  await offer(30)
  await enter(context, await subscriber())
  // As a browser has it on a page without encryption.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto('/invitations')
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastOf(page)).toContainText('Please select the link and copy it yourself.')
  await page.getByLabel('Link', { exact: true }).focus()
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/\/register\?ref=/)

  await sql('alter table referral rename to referral_away')
  try {
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('We could not load your invitations')
  } finally {
    await sql('alter table referral_away rename to referral')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Nobody has registered with your link yet')).toBeVisible()
})

test.describe('everybody', () => {
  test.use({ expectedNoise: checkerNoise })

  test('can read the invitations', async ({ page, context }) => {
    await offer(30)
    const person = await subscriber()
    const ref = await codeOf(person)
    for (const firstName of ['Ada', 'Bo']) {
      const friend = await subscriber(firstName)
      await sql(
        `insert into referral (referrer_id, referred_user_id, referral_code, status, completed_at, created_at)
         values ($1, $2, $3, $4, $5, now())`,
        [
          person.id,
          friend.id,
          ref,
          firstName === 'Bo' ? 'completed' : 'pending',
          firstName === 'Bo' ? new Date() : null,
        ],
      )
    }
    await enter(context, person)
    await page.goto('/invitations')
    await expect(page.getByRole('heading', { name: 'Completed (1)' })).toBeVisible()
    await expectAccessible(page)
  })
})
