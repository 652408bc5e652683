import { markMessageRead, sendMessage } from '#contract/messages/messages.ts'
import { as, comeBack, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { hoursBefore } from '../conversations/home.ts'
import { fromMe, fromTeam, serveInbox } from './inbox.ts'

const ivy = { ...subscriberMe, firstName: 'Ivy' }
const question = fromMe('Invoice', 'Where is it?', 3)
const answer = { ...fromTeam('Invoice', 1), message: 'On your account page.', inReplyTo: question.id }

const rowOf = (page: Page, subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

test.beforeEach(() => as(ivy))

test('an answer arrives without a reload; its thread is read, answered and shows what was seen (D66, D168)', async () => {
  serveInbox(server, ivy, [question])
  await page.goto('/dashboard/messages')
  await rowOf(page, 'Invoice').getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(`/dashboard/messages?thread=${question.id}`)
  const messages = page.getByRole('main').getByRole('listitem')
  await expect(messages).toHaveCount(1)
  await expect(messages).toContainText('Not read yet')
  await page.goBack()
  serveInbox(server, ivy, [{ ...question, seenAt: hoursBefore(2) }, answer])
  await comeBack(page)
  await expect(rowOf(page, 'Invoice')).toContainText('2 messages')
  await expect(rowOf(page, 'Invoice')).toContainText('Unread')
  await rowOf(page, 'Invoice').getByRole('link').click()
  await expect(messages).toContainText(['Read on', 'On your account page.'])
  await expect(page.getByRole('button', { name: 'Ivy', exact: true })).toBeVisible()
  expect(server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([answer.id])
  await send(page)
  await expect(page.getByText('Message is required')).toBeVisible()
  await page.getByLabel('Your message').fill('Found it, thank you.')
  await send(page)
  await expect(messages).toHaveCount(3)
  await expect(page.getByLabel('Your message')).toHaveValue('')
  expect(server.asked(sendMessage).map(({ body }) => body)).toEqual([
    {
      subject: 'Invoice',
      message: 'Found it, thank you.',
      messageType: 'general',
      priority: 'normal',
      audience: 'admins',
      inReplyTo: question.id,
    },
  ])
  for (let left = 2; left >= 0; left--) {
    await messages
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('button', { name: 'Delete Message' }).click()
    await expect(messages).toHaveCount(left)
  }
  await expect(page.getByText('There is nothing here')).toBeVisible()
  await page.getByRole('link', { name: 'All Messages' }).click()
  await expect(page.getByText('No messages yet')).toBeVisible()
})

test('threads are listed twenty a page, newest first', tagged('D58'), async () => {
  const messages = Array.from({ length: 21 }, (_, index) => fromTeam(`Letter ${index + 1}.`, 21 - index))
  serveInbox(server, ivy, messages)
  await page.goto('/dashboard/messages')
  const rows = rowOf(page, 'Letter')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('Letter 21.')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/messages?page=2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Letter 1.')
})
