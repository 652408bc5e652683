import { sendContact } from '#contract/contact.ts'
import { createPaymentIntent, firstTimeEligible } from '#contract/purchases.ts'
import { checkerNoise, expectAccessible } from '../../kit/accessible.ts'
import { toastOf } from '../../kit/watch.ts'
import { expect, type Page, test } from '../fixtures.ts'
import { memberMe, subscriberMe } from '../people.ts'

/** The form of /contact, for everybody (D177). */

test.use({ expectedNoise: checkerNoise })

const form = (page: Page) => page.getByRole('form', { name: 'Write to us' })

test('a stranger writes to the team; what is wrong or not sent stays typed (D177)', async ({ page, server }) => {
  await page.goto('/contact')
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await expect(form(page).getByText('Email is required')).toBeVisible()
  await expect(form(page).getByText('Message is required')).toBeVisible()
  await expectAccessible(page)
  await form(page).getByLabel('Name').fill('Sam Stranger')
  await form(page).getByLabel('Email').fill('sam@away.test')
  await form(page).getByLabel('Message').fill('I cannot sign in.')
  server.refuse(sendContact, 'too_many_messages')
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(form(page)).toContainText('Your message was not sent')
  await expect(form(page)).toContainText('You have sent several messages within an hour.')
  await expect(form(page).getByLabel('Message')).toHaveValue('I cannot sign in.')
  server.answer(sendContact, { success: true })
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('We received your message')).toBeVisible()
  await expect(page.getByText('We will reply by email to the address you gave.')).toBeVisible()
  await expectAccessible(page)
  const sent = { name: 'Sam Stranger', email: 'sam@away.test', message: 'I cannot sign in.', website: '' }
  expect(server.asked(sendContact).map(({ body }) => body)).toEqual([sent, sent])
  await page.getByRole('button', { name: 'Write Another Message' }).click()
  await expect(form(page).getByLabel('Message')).toHaveValue('')
})

test('who is signed in writes under the own name, also without access (D177, D178)', async ({ page, server, as }) => {
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

test('a toast that says to contact support leads there (D177)', async ({ page, server, as }) => {
  as(subscriberMe)
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  server.refuse(createPaymentIntent, 'payment_unavailable')
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Uplift' }).click()
  await expect(toastOf(page)).toContainText('Please try again or contact support.')
  await expect(toastOf(page).getByRole('link', { name: 'contact support' })).toHaveAttribute('href', '/contact')
})
