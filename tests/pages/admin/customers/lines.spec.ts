import type { LineOf } from '#contract/admin/timeline.ts'
import { expect, test, type Page } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { ben } from '../users.ts'
import { payment, serveCustomers, signIn, talk } from './customers.ts'

const address = `/admin/users/${ben.id}`
const lines = (page: Page) => page.getByRole('list', { name: 'Timeline' }).locator('> li')
const id = (end: number) => `5c1d2c34-0001-4b11-8c22-${String(end).padStart(12, '0')}`

const declined = {
  kind: 'decline',
  id: id(1),
  at: '2026-11-15T07:58:00.000Z',
  description: 'Uplift',
  amount: 25,
  card: 'Visa ending in 9995',
  code: 'insufficient_funds',
  payment: { kind: 'payment', id: payment.id, at: payment.at },
} satisfies LineOf<'decline'>

const unconfirmed = {
  ...declined,
  id: id(2),
  code: 'payment_intent_authentication_failure',
  card: null,
  payment: null,
} satisfies LineOf<'decline'>

const canceled = {
  kind: 'subscription',
  id: id(3),
  at: '2026-11-20T08:00:00.000Z',
  event: 'canceled',
  seats: null,
  monthEndsAt: '2026-12-22T08:00:00.000Z',
  by: { who: 'customer', name: ben.email },
} satisfies LineOf<'subscription'>

const change = { ...signIn, browser: null }

test('a declined card says for what, with which card and why, and leads to its payment', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveCustomers(server, () => [payment, declined, unconfirmed])
  await page.goto(address)
  await page.getByRole('button', { name: 'Declines', exact: true }).click()
  await expect(page).toHaveURL(`${address}?kinds=decline`)
  await expect(lines(page)).toHaveCount(2)
  const line = page.locator(`#line-decline-${declined.id}`)
  await expect(line).toContainText('Card declined: Uplift')
  await expect(line).toContainText('$25.00 · Visa ending in 9995 · not enough money on the card')
  await line.getByText('Explain this decline').click()
  await expect(line).toContainText(
    'The payment of $25.00 for Uplift with Visa ending in 9995 was declined: not enough money on the card. Nothing was charged by this try.',
  )
  await expect(lines(page).last()).toContainText('$25.00 · the person did not confirm the payment with their bank')
  await line.getByRole('link', { name: 'See the payment' }).click()
  await expect(page.locator(`#line-payment-${payment.id}`)).toBeFocused()
})

test('what became of a subscription says who caused it and what follows', async ({ page, server, as }) => {
  as(adminMe)
  const team = { who: 'team', name: 'ada@luna.test' } as const
  serveCustomers(server, () => [
    { ...canceled, id: id(4), event: 'ended', monthEndsAt: null, by: null },
    { ...canceled, id: id(5), event: 'resumed', by: team },
    canceled,
    { ...canceled, id: id(9), by: { who: 'admin', name: 'mia@acme.test' } },
  ])
  await page.goto(address)
  await expect(lines(page).nth(0)).toContainText(/Subscription ended.*Reported by the payment provider/)
  await expect(lines(page).nth(1)).toContainText(
    /Subscription resumed.*By the team, ada@luna\.test · renews on Dec 22, 2026/,
  )
  await expect(lines(page).nth(2)).toContainText(/Subscription canceled.*By the customer · ends on Dec 22, 2026/)
  await expect(lines(page).nth(3)).toContainText('By mia@acme.test')
})

test('changes of how somebody signs in say what was changed and by whom', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server, () => [
    talk,
    { ...change, id: id(6), event: 'two_factor_off', isByOperator: true },
    { ...change, id: id(7), event: 'password_reset' },
    { ...change, id: id(8), event: 'email_changed' },
    signIn,
  ])
  await page.goto(address)
  await page.getByRole('button', { name: 'Security', exact: true }).click()
  await expect(page).toHaveURL(`${address}?kinds=security`)
  await expect(lines(page)).toHaveText([
    /Turned off two-factor sign-in.*By an operator/,
    /Reset the password with a mailed link.*By the customer/,
    /Changed the email address.*By the customer/,
    /Signed in.*Chrome on Windows/,
  ])
})
