import { sendContact } from '#contract/messages/contact.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import { changeSeats } from '#contract/organizations/seats.ts'
import { organizationSettings } from '#contract/organizations/settings.ts'
import { createPaymentIntent, firstTimeEligible } from '#contract/billing/purchases.ts'
import {
  as,
  expect,
  memberMe,
  ownerMe,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { open as openOrder } from '../organizations/orders/checkout.ts'
import { billingPath, serveBilling } from '../organizations/billing.ts'
import { overview, serveDashboard, settings } from '../organizations/organization.ts'
import { askSeats, serveSeats } from '../organizations/seats.ts'

/** The form of /contact, for everybody (D177). */

const form = (page: Page) => page.getByRole('form', { name: 'Write to us' })

test('a stranger writes to the team; a wrong or unsent message stays typed', tagged('D177'), async () => {
  await page.goto('/contact')
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await expect(form(page).getByText('Email is required')).toBeVisible()
  await expect(form(page).getByText('Message is required')).toBeVisible()
  await form(page).getByLabel('Name').fill('Sam Stranger')
  await form(page).getByLabel('Email').fill('sam@away.test')
  await form(page).getByLabel('Message').fill('I cannot sign in.')
  server.refuse(sendContact, 'too_many_messages')
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(form(page)).toContainText('Your message was not sent')
  await expect(form(page)).toContainText('You have sent too many messages.')
  await expect(form(page).getByLabel('Message')).toHaveValue('I cannot sign in.')
  server.answer(sendContact, { success: true })
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('We received your message')).toBeVisible()
  await expect(page.getByText("We'll reply by email to the address you gave us.")).toBeVisible()
  const sent = { name: 'Sam Stranger', email: 'sam@away.test', message: 'I cannot sign in.', website: '' }
  expect(server.asked(sendContact).map(({ body }) => body)).toEqual([sent, sent])
  await page.getByRole('button', { name: 'Write Another Message' }).click()
  await expect(form(page).getByLabel('Message')).toHaveValue('')
})

test('a signed-in person writes under their own name, even without access', tagged('D177 D178'), async () => {
  as({ ...memberMe, hasAccess: false, hasOrganizationAccess: false })
  server.answer(sendContact, { success: true })
  await page.goto('/contact')
  await expect(form(page).getByRole('textbox')).toHaveCount(1)
  await form(page).getByLabel('Message').fill('Please open us again.')
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status').getByRole('link', { name: 'your messages' })).toHaveAttribute(
    'href',
    '/dashboard/messages',
  )
  expect(server.asked(sendContact).map(({ body }) => body)).toEqual([
    { name: 'Mia Member', email: memberMe.email, message: 'Please open us again.', website: '' },
  ])
})

test('a toast that says to contact support leads there', tagged('D177'), async () => {
  as(subscriberMe)
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.refuse(createPaymentIntent, 'payment_unavailable')
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Uplift' }).click()
  await expect(toastOf(page)).toContainText('Please try again or contact support.')
  await expect(toastOf(page).getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/contact')
})

test('a screen that mentions support leads there, keeping what was begun', tagged('D177'), async () => {
  const expectLink = async (text: string, place = page.getByRole('main')) => {
    await expect(place).toContainText(text)
    const link = place.getByRole('link', { name: 'contact support', exact: true })
    await expect(link).toHaveAttribute('href', '/contact')
    await expect(link).toHaveAttribute('target', '_blank')
  }
  const tryAgain = 'Please try again or contact support.'
  server.refuse(createOrganizationPayment, 'payment_unavailable')
  await openOrder()
  await expectLink(tryAgain)
  server.refuse(invitationPage, 'invitation_revoked', { message: tryAgain })
  await page.goto('/join/open-day')
  await expectLink(tryAgain)

  as(ownerMe)
  serveBilling(server)
  serveSeats(server)
  server.refuse(changeSeats, 'payment_unavailable')
  await page.goto(billingPath)
  await askSeats(page, 6)
  const seats = page.getByRole('dialog', { name: 'Change seats', exact: true })
  await seats.getByRole('button', { name: 'Pay $2.80' }).click()
  await expectLink(tryAgain, seats)

  serveDashboard(server, { ...overview, isActive: false, givesAccess: false })
  server.answer(organizationSettings, settings)
  await page.goto('/organization-dashboard?tab=settings')
  await expect(page.getByText('This organization is archived')).toBeVisible()
  await expectLink('Please contact support to reopen it.')
})
