import { answerContact, type ContactMessage } from '#contract/messages/contact.ts'
import { findInboxThread, inbox, type InboxThread } from '#contract/messages/inbox.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'
import { ben } from '#tests/pages/admin/admin.ts'
import { fromBen, serveMessages } from '#tests/pages/admin/messages.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { expectQuery, expectTitle, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

const waiting = fakeOf(answerContact, {
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000c1',
  name: 'Sam Stranger',
  email: 'sam@away.test',
  message: 'I cannot sign in.\nWhat now?',
})

const row: InboxThread = {
  ...fromBen,
  messageId: null,
  contactId: waiting.id,
  person: null,
  name: waiting.name,
  email: waiting.email,
  accountId: ben.id,
  subject: 'From the contact page',
}

it("a stranger's message is in the inbox like any other, and is answered by email", tags('D177'), async () => {
  let message: ContactMessage = waiting
  serveMessages(server, () => [])
  server.answer(inbox, [row])
  server.answer(findInboxThread, () => ({ thread: row, contact: message }))
  // A mail to the team leads to what strangers wrote.
  await page.goto('/admin?tab=communications&contact=open')
  await expect(rowsOf()).toContainText(['From the contact page: Sam Stranger'])
  await expectQuery(inbox, expect.objectContaining({ box: 'contact' }))
  await page.getByRole('link', { name: 'Sam Stranger' }).click()
  await expect(page).toHaveURL(`/admin?tab=communications&contact=${waiting.id}&box=contact&state=all`)
  const main = page.getByRole('main')
  await expect(main).toContainText('I cannot sign in.')
  await expect(page.getByRole('link', { name: 'Has an account with this address' })).toHaveAttribute(
    'href',
    `/admin/users/${ben.id}`,
  )
  await page.getByRole('button', { name: 'Send by Email' }).click()
  await expect(page.getByText('Answer is required')).toBeVisible()
  await page.getByLabel('Your answer').fill('Try a new password.')
  server.answer(answerContact, ({ body }) => {
    message = { ...waiting, answer: body.message, answeredAt: '2026-11-21T08:00:00.000Z' }
    return message
  })
  await page.getByRole('button', { name: 'Send by Email' }).click()
  await expectTitle('Answer Sent')
  await expect(toastOf()).toContainText('We are sending it to sam@away.test.')
  await expect(main).toContainText('Answered by email on')
  await expect(main).toContainText('Try a new password.')
  await expect(page.getByLabel('Your answer')).toHaveCount(0)
  await expect(main.locator(':focus')).toContainText('Answered by email on')
  await expect
    .poll(() => server.asked(answerContact))
    .toMatchObject([{ params: { id: waiting.id }, body: { message: 'Try a new password.', close: false } }])
  // The way back leads to what strangers wrote, as before.
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(rowsOf()).toContainText(['From the contact page: Sam Stranger'])
  await expectQuery(inbox, expect.objectContaining({ box: 'contact' }))
  await expect.poll(() => server.asked(inbox).at(-1)?.query).not.toHaveProperty('state')
})

it('an unknown message of a stranger leads to words, never to an empty page', async () => {
  serveMessages(server, () => [])
  server.refuse(findInboxThread, 'message_not_found')
  await page.goto(`/admin?tab=communications&contact=${waiting.id}`)
  await expect(page.getByText('There is nothing here')).toBeVisible()
  server.answer(findInboxThread, { thread: null, contact: null })
  await page.reload()
  await expect(page.getByText('There is nothing here')).toBeVisible()
})
