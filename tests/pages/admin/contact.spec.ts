import { answerContact, type ContactMessage, contactMessages } from '#contract/messages/contact.ts'
import { checkerNoise, expectAccessible } from '../../kit/browser/accessible.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { serveMessages } from './messages.ts'

test.use({ expectedNoise: checkerNoise })

const waiting = {
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000c1',
  name: 'Sam Stranger',
  email: 'sam@away.test',
  message: 'I cannot sign in.\nWhat now?',
  createdAt: '2026-11-20T08:00:00.000Z',
  answer: null,
  answeredAt: null,
} satisfies ContactMessage

test("a stranger's message from the contact page is read and answered by email in the panel (D177)", async ({
  page,
  server,
  as,
}) => {
  let messages: ContactMessage[] = []
  as(adminMe)
  serveMessages(server, () => [])
  server.answer(contactMessages, () => messages)
  await page.goto('/admin?tab=communications')
  await page.getByRole('link', { name: 'Contact Messages' }).click()
  await expect(page.getByText('Messages from people without an account will appear here.')).toBeVisible()
  messages = [waiting]
  await page.reload()
  const item = page.getByRole('list', { name: 'Messages from the contact page' }).getByRole('listitem')
  await expect(item).toContainText('sam@away.test')
  await expect(item).toContainText('I cannot sign in.')
  await expect(item.getByText('Waiting')).toBeVisible()
  await item.getByRole('button', { name: 'Answer Sam Stranger' }).click()
  await item.getByRole('button', { name: 'Send by Email' }).click()
  await expect(item.getByText('Answer is required')).toBeVisible()
  await expectAccessible(page)
  await item.getByLabel('Your answer').fill('Try a new password.')
  server.answer(answerContact, ({ body }) => {
    const answered = { ...waiting, answer: body.message, answeredAt: '2026-11-21T08:00:00.000Z' }
    messages = [answered]
    return answered
  })
  await item.getByRole('button', { name: 'Send by Email' }).click()
  await expectTitle(page, 'Answer Sent')
  await expect(toastOf(page)).toContainText('We are sending it to sam@away.test.')
  await expect(item.getByText('Answered', { exact: true })).toBeVisible()
  await expect(item).toContainText('Try a new password.')
  await expect(item.getByRole('button')).toHaveCount(0)
  expect(server.asked(answerContact)).toMatchObject([
    { params: { id: waiting.id }, body: { message: 'Try a new password.' } },
  ])
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(page.getByRole('button', { name: 'New Message' })).toBeVisible()
})
