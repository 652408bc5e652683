import { tagged } from '../../kit/tags.ts'
import { expect, test } from '../fixtures.ts'
import {
  callAs,
  enter,
  freshEmail,
  openSecret,
  password,
  payWithCard,
  type Person,
  sql,
  subscriber,
} from '../people.ts'

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

test(
  'a person who registers with the link is pending; the first payment brings the minutes',
  tagged('D51 S136'),
  async ({ page, context, browser }) => {
    await offer(30)
    const person = await subscriber('Ida')
    await enter(context, person)
    await page.goto('/dashboard')
    const copied = await page.getByLabel('Your link', { exact: true }).inputValue()
    expect(copied).toMatch(new RegExp(`^http://.*/register\\?ref=${await codeOf(person)}$`))

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

    await page.goto('/invitations')
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
  },
)
