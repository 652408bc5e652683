import { createPaymentIntent, firstTimeEligible } from '#contract/billing/purchases.ts'
import { sendContact } from '#contract/messages/contact.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import { createOrganizationPayment } from '#contract/organizations/payment.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, expectWords, main, memberMe, page, press, server, tagged, test } from '#tests/pages.ts'
import { open as openOrder } from '../organizations/orders/checkout.ts'

/** The form of /contact, for everybody (D177). */

const form = () => page.getByRole('form', { name: 'Write to us' })
const bodies = () => server.asked(sendContact).map(({ body }) => body)

test('a stranger writes to the team; a wrong or unsent message stays typed', tagged('D177'), async () => {
  await page.goto('/contact')
  await press(form(), 'Send Message')
  await expectWords(form(), 'Name is required', 'Email is required', 'Message is required')
  const typed = { name: 'Sam Stranger', email: 'sam@away.test', message: 'I cannot sign in.' }
  await form().getByLabel('Name').fill(typed.name)
  await form().getByLabel('Email').fill(typed.email)
  await form().getByLabel('Message').fill(typed.message)
  server.refuse(sendContact, 'too_many_messages')
  await press(form(), 'Send Message')
  await expectWords(form(), 'Your message was not sent', 'You have sent too many messages.')
  await expect(form().getByLabel('Message')).toHaveValue(typed.message)
  server.answer(sendContact, { success: true })
  await press(form(), 'Send Message')
  await expectWords(main(), 'We received your message', "We'll reply by email to the address you gave us.")
  const sent = { ...typed, website: '' }
  expect(bodies()).toEqual([sent, sent])
  await press(main(), 'Write Another Message')
  await expect(form().getByLabel('Message')).toHaveValue('')
})

test('a signed-in person writes under their own name, even without access', tagged('D177 D178'), async () => {
  as({ ...memberMe, hasAccess: false, hasOrganizationAccess: false })
  server.answer(sendContact, { success: true })
  await page.goto('/contact')
  await expect(form().getByRole('textbox')).toHaveCount(1)
  await form().getByLabel('Message').fill('Please open us again.')
  await press(form(), 'Send Message')
  const own = page.getByRole('status').getByRole('link', { name: 'your messages' })
  await expect(own).toHaveAttribute('href', '/dashboard/messages')
  const sent = { name: 'Mia Member', email: memberMe.email, message: 'Please open us again.', website: '' }
  expect(bodies()).toEqual([sent])
})

test('a toast or screen that mentions support leads there, keeping what was begun', tagged('D177'), async () => {
  const tryAgain = 'Please try again or contact support.'
  const expectLink = async (text: string, place = main()) => {
    await expect(place).toContainText(text)
    const link = place.getByRole('link', { name: 'contact support', exact: true })
    await expect(link).toHaveAttribute('href', '/contact')
    await expect(link).toHaveAttribute('target', '_blank')
  }
  server.refuse(createOrganizationPayment, 'payment_unavailable')
  await openOrder()
  await expectLink(tryAgain)
  server.refuse(invitationPage, 'invitation_revoked', { message: tryAgain })
  await page.goto('/join/open-day')
  await expectLink(tryAgain)

  as(luna.subscriberMe)
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.refuse(createPaymentIntent, 'payment_unavailable')
  await page.goto('/checkout')
  await press(main(), 'Choose Uplift')
  const toast = luna.toastOf(page)
  await expect(toast).toContainText(tryAgain)
  await expect(toast.getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/contact')
})
