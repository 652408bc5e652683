import { ben } from '#tests/pages/admin/users.ts'
import { lineOf, payment, serveCustomers, signIn, talk } from '#tests/pages/admin/customers/customers.ts'
import { adminMe, as, beforeEach, expect, it, page, server } from '#tests/components.ts'

beforeEach(() => as(adminMe))

const address = `/admin/users/${ben.id}`
const lines = () => page.getByRole('list', { name: 'Timeline' }).locator(':scope > li')
const id = (end: number) => `5c1d2c34-0001-4b11-8c22-${String(end).padStart(12, '0')}`

const declined = lineOf('decline', {
  id: id(1),
  description: 'Uplift',
  amount: 25,
  card: 'Visa ending in 9995',
  code: 'insufficient_funds',
  payment: { kind: 'payment', id: payment.id, at: payment.at },
})

const unconfirmed = { ...declined, id: id(2), code: 'payment_intent_authentication_failure', card: null, payment: null }

const canceled = lineOf('subscription', {
  id: id(3),
  event: 'canceled',
  monthEndsAt: '2026-12-22T08:00:00.000Z',
  by: { who: 'customer', name: ben.email },
})

const change = { ...signIn, browser: null }

it('a declined card says for what, with which card and why, and leads to its payment', async () => {
  serveCustomers(server, () => [payment, declined, unconfirmed])
  await page.goto(address)
  await page.getByRole('button', { name: 'Declines', exact: true }).click()
  await expect(page).toHaveURL(`${address}?kinds=decline`)
  await expect(lines()).toHaveCount(2)
  const line = page.locator(`#line-decline-${declined.id}`)
  await expect(line).toContainText('Card declined: Uplift')
  await expect(line).toContainText('$25.00 · Visa ending in 9995 · not enough money on the card')
  await line.getByText('Explain this decline').click()
  await expect(line).toContainText(
    'The payment of $25.00 for Uplift with Visa ending in 9995 was declined: not enough money on the card. Nothing was charged by this try.',
  )
  await expect(lines().last()).toContainText('$25.00 · the person did not confirm the payment with their bank')
  await line.getByRole('link', { name: 'See the payment' }).click()
  await expect(page.locator(`#line-payment-${payment.id}`)).toBeFocused()
})

it('what became of a subscription says who caused it and what follows', async () => {
  const team = { who: 'team', name: 'ada@luna.test' } as const
  serveCustomers(server, () => [
    { ...canceled, id: id(4), event: 'ended', monthEndsAt: null, by: null },
    { ...canceled, id: id(5), event: 'resumed', by: team },
    canceled,
    { ...canceled, id: id(9), by: { who: 'admin', name: 'mia@acme.test' } },
  ])
  await page.goto(address)
  await expect(lines().nth(0)).toContainText(/Subscription ended.*Reported by the payment provider/)
  await expect(lines().nth(1)).toContainText(
    /Subscription resumed.*By the team, ada@luna\.test · renews on Dec 22, 2026/,
  )
  await expect(lines().nth(2)).toContainText(/Subscription canceled.*By the customer · ends on Dec 22, 2026/)
  await expect(lines().nth(3)).toContainText('By mia@acme.test')
})

it('changes of how somebody signs in say what was changed and by whom', async () => {
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
  await expect(lines()).toHaveText([
    /Turned off two-factor sign-in.*By an operator/,
    /Reset the password with a mailed link.*By the customer/,
    /Changed the email address.*By the customer/,
    /Signed in.*Chrome on Windows/,
  ])
})
