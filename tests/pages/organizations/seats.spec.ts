import { organizationBilling } from '#contract/organizations/billing.ts'
import { changeSeats, seatQuote } from '#contract/organizations/seats.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { as, closeToasts, expect, ownerMe, page, type Page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { billing, openBilling, order, serveBilling } from './billing.ts'
import { cardOf } from './organization.ts'
import { askSeats, quote, serveSeats } from './seats.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) =>
  dialog(page).getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition').first()

test.beforeEach(() => {
  as(ownerMe)
  serveBilling(server)
  serveSeats(server)
})

test('an admin adds seats, and gives some up again, with the price shown before each', tagged('D116'), async () => {
  server.answer(changeSeats, ({ body: { users } }) => {
    const paid = Math.max(7, users)
    server.answer(seatQuote, ({ query }) => quote(query.users ?? paid, 1, paid))
    const total = 355 + users * 2.8
    server.answer(organizationBilling, {
      ...billing,
      businessRegistration: { ...order, userCount: users, teamSize: users, userAccessCost: 19.6, monthlyTotal: total },
      seats: { paidUsers: paid, nextUsers: users, minUsers: 1 },
    })
    return { paidUsers: paid, nextUsers: users, charged: users === 7 ? 5.6 : 0 }
  })
  await openBilling(page)
  await expect(cardOf(page, 'Seats')).toContainText('1 of 5 taken')
  await askSeats(page, 7)
  await expect(figure(page, 'Charged today')).toHaveText('$5.60')
  await expect(figure(page, 'Every month')).toHaveText('$374.60')
  await expect(dialog(page)).toContainText('2 × $2.80, a full month, with Visa ending in 4242')
  await dialog(page).getByRole('button', { name: 'Pay $5.60' }).click()
  await expect(toastOf(page)).toContainText('Seats Changed')
  await expect(toastOf(page)).toContainText("You'll have 7 seats from the next renewal on.")
  await expect(dialog(page)).toHaveCount(0)
  await expect(cardOf(page, 'Seats')).toContainText('1 of 7 taken')
  await expect(cardOf(page, 'Current Plan')).toContainText('7 × $2.80')
  await expect(cardOf(page, 'Current Plan')).toContainText('$374.60')
  await closeToasts(page)

  await askSeats(page, 3)
  await expect(figure(page, 'Charged today')).toHaveText('$0.00')
  await expect(figure(page, 'Every month')).toHaveText('$363.40')
  await dialog(page).getByRole('button', { name: 'Change Seats' }).click()
  await expect(toastOf(page)).toContainText('Seats Changed')
  await expect(cardOf(page, 'Seats')).toContainText('4 seats end on Dec 15, 2026, leaving 3.')
  expect(server.asked(changeSeats).map(({ body }) => body)).toEqual([
    { users: 7, chargeToday: 5.6, monthlyTotal: 374.6 },
    { users: 3, chargeToday: 0, monthlyTotal: 363.4 },
  ])
})

test('taken seats cannot be given up, and a higher tier that costs less is named', tagged('D95 D116'), async () => {
  serveBilling(server, { ...billing, seats: { paidUsers: 5, nextUsers: 5, minUsers: 2 } })
  server.answer(seatQuote, ({ query }) => quote(query.users ?? 5, 2))
  await openBilling(page)
  await expect(cardOf(page, 'Seats')).toContainText('2 of 5 taken')
  await askSeats(page, 1)
  await expect(dialog(page).getByText('2 seats are taken by members and open invitations.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Change Seats' })).toBeDisabled()
  await dialog(page).getByLabel('Seats', { exact: true }).fill('199')
  await expect(dialog(page).getByText('200 seats cost less: $500.00 a month.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Pay $504.40' })).toBeEnabled()
  await dialog(page).getByRole('button', { name: 'Keep 5 Seats' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(server.asked(changeSeats)).toEqual([])
})

test('a refused saved card changes nothing, and another card pays', tagged('D116'), async ({ provider }) => {
  const clientSecret = await provider.openPayment(280)
  server.refuse(changeSeats, 'card_declined', {
    details: { clientSecret },
    message: 'Your bank wants you to confirm this payment.',
  })
  server.answer(processPaymentSuccess, () => {
    server.answer(organizationBilling, { ...billing, seats: { paidUsers: 6, nextUsers: 6, minUsers: 1 } })
    return { creditsAdded: 0, monthlyCreditsAdded: 0 }
  })
  await openBilling(page)
  await askSeats(page, 6)
  await dialog(page).getByRole('button', { name: 'Pay $2.80' }).click()
  await expect(toastOf(page)).toContainText('Your bank wants you to confirm this payment.')
  await expect(dialog(page).getByRole('heading', { name: 'Pay with another card' })).toBeVisible()
  await expect(page.locator('main')).toContainText('1 of 5 taken')
  await closeToasts(page)
  await expect(dialog(page).getByRole('button', { name: 'Pay $2.80' })).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await dialog(page).getByRole('button', { name: 'Pay $2.80' }).click()
  await expect(toastOf(page)).toContainText('Seats Changed')
  await expect(cardOf(page, 'Seats')).toContainText('1 of 6 taken')
})
