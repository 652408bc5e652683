import { mailStop, stopMails } from '#contract/messages/mail-stops.ts'
import { communications, deleteMessage, markMessageRead, sendMessage } from '#contract/messages/messages.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { button, click, closeToasts, expectRow, field, fill, main } from '#tests/components/words.ts'
import { hoursBefore, serveDashboard } from '#tests/pages/conversations/home.ts'
import { fromMe, fromTeam, serveInbox } from '#tests/pages/messages/inbox.ts'
import { subscriberMe } from '#tests/pages/people.ts'

const ivy = { ...subscriberMe, firstName: 'Ivy' }
const question = fromMe('Invoice', 'Where is it?', 3)
const answer = { ...fromTeam('Invoice', 1), message: 'On your account page.', inReplyTo: question.id }
const [one, two] = [fromTeam('One', 2), fromTeam('Two', 1)]

const rows = () => main().getByRole('listitem')
const rowOf = (subject: string) => rows().filter({ hasText: subject })
const account = (name: string) => page.getByRole('button', { name })

beforeEach(() => {
  as(ivy)
  serveDashboard(server)
})

it('the dashboard shows the newest two and what is unread', tags('S113 S305 D58 D66'), async () => {
  const isRead = { isRead: true, isUnread: false }
  const read = [fromTeam('One', 5), fromTeam('Two', 4)].map((message) => ({ ...message, ...isRead }))
  serveInbox(server, ivy, [...read, fromTeam('Three', 3), fromTeam('Four', 2), fromTeam('Five', 1)])
  const release = server.hold(communications)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your messages…')).toBeVisible()
  release()
  await expect(main().getByText('3 unread')).toBeVisible()
  await expect(rowOf('Luna team')).toHaveCount(2)
  await expect(rowOf('Luna team')).toContainText(['Five', 'Four'])
  await page.getByRole('link', { name: '+3 more messages' }).click()
  await expect(page).toHaveURL('/dashboard/messages')
  await expect(rowOf('Luna team')).toHaveCount(5)
  await account('Ivy').click()
  await page.getByRole('menuitem', { name: '3 unread messages' }).click()
  await expect(page).toHaveURL('/dashboard/messages')
})

it('a message is marked as read and stays read', tags('S114 S178 S234 S278 S280'), async () => {
  serveInbox(server, ivy, [one, two])
  server.break(markMessageRead)
  await page.goto('/dashboard')
  await click('Mark as Read: Two')
  await expectRow('S278')
  await expect(main().getByText('2 unread')).toBeVisible()
  await closeToasts()
  serveInbox(server, ivy, [one, two])
  await button('Mark as Read: Two').press('Enter')
  await expectRow('S280')
  expect(server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([two.id, two.id])
  await expect(main().getByText('1 unread')).toBeVisible()
  await expect(button('Mark as Read: Two')).toHaveCount(0)
  await expect(rowOf('Two')).toBeFocused()
  await expect(account('Ivy')).toContainText('1 unread message')
  await page.reload()
  await click('Mark as Read: One')
  await expect(main().getByText(/unread/)).toHaveCount(0)
  await expect(button('Ivy')).toBeVisible()
})

it('a message is deleted after a question, for this person only', tags('S114 S235 S279 S281 D65'), async () => {
  const all = { ...fromTeam('To everybody', 1), audience: 'broadcast' as const, toUserId: null }
  serveInbox(server, ivy, [one, all])
  server.break(deleteMessage)
  await page.goto('/dashboard')
  await click('Delete: To everybody')
  await click('Keep Message')
  expect(server.asked(deleteMessage)).toEqual([])
  await click('Delete: To everybody')
  await click('Delete Message')
  await expectRow('S279')
  await expect(rowOf('To everybody')).toBeVisible()
  await closeToasts()
  serveInbox(server, ivy, [one, all])
  await click('Delete: To everybody')
  await click('Delete Message')
  await expectRow('S281')
  expect(server.asked(deleteMessage).at(-1)?.params).toEqual({ id: all.id })
  await expect(rowOf('To everybody')).toHaveCount(0)
})

it('a message to the admins has two fields and is listed at once', tags('S114 S115 S191 S233 S276 S277'), async () => {
  serveInbox(server, ivy, [])
  await page.goto('/dashboard')
  await expect(page.getByText('No messages yet')).toBeVisible()
  await click('Contact Admin')
  const dialog = page.getByRole('dialog', { name: 'Contact Admin' })
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(dialog.getByRole('combobox')).toHaveCount(0)
  const values = { Subject: 'Invoice', Message: 'Where is my invoice?' }
  await fill({ ...values, Subject: '   ' })
  await click('Send Message')
  await expectRow('S191')
  expect(server.asked(sendMessage)).toEqual([])
  await closeToasts()
  server.break(sendMessage)
  await fill(values)
  await click('Send Message')
  await expectRow('S277')
  for (const [label, value] of Object.entries(values)) await expect(field(label)).toHaveValue(value)
  await closeToasts()
  serveInbox(server, ivy, [])
  await click('Send Message')
  await expectRow('S276')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf('Invoice')).toContainText('You')
  await expect(main().getByText(/unread/)).toHaveCount(0)
  const body = { subject: 'Invoice', message: 'Where is my invoice?', messageType: 'general', priority: 'normal' }
  expect(server.asked(sendMessage).at(-1)?.body).toMatchObject(body)
})

it('a thread is read, answered, and shows what was seen', tags('S178 D66 D168'), async () => {
  serveInbox(server, ivy, [question])
  await page.goto('/dashboard/messages')
  await rowOf('Invoice').getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(`/dashboard/messages?thread=${question.id}`)
  await expect(rows()).toHaveText(/Not read yet/)
  page.goBack()
  await expect(page).toHaveURL('/dashboard/messages')
  serveInbox(server, ivy, [{ ...question, seenAt: hoursBefore(2) }, answer])
  // As when a person returns to the window: the answer arrives without a reload.
  page.window.dispatchEvent(new page.window.Event('focus'))
  await expect(rowOf('Invoice')).toContainText('2 messages')
  await expect(rowOf('Invoice')).toContainText('Unread')
  await rowOf('Invoice').getByRole('link').click()
  await expect(rows()).toContainText(['Read on', 'On your account page.'])
  await expect(button('Ivy')).toBeVisible()
  expect(server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([answer.id])
  await click('Send Message')
  await expect(page.getByText('Message is required')).toBeVisible()
  await field('Your message').fill('Found it, thank you.')
  await button('Send Message').press('Enter')
  await expect(rows()).toHaveCount(3)
  await expect(field('Your message')).toHaveValue('')
  await expect(field('Your message')).toBeFocused()
  const { id: inReplyTo } = question
  const sent = { subject: 'Invoice', message: 'Found it, thank you.', audience: 'admins', inReplyTo }
  expect(server.asked(sendMessage).map(({ body }) => body)).toEqual([
    { ...sent, messageType: 'general', priority: 'normal' },
  ])
  for (let left = 2; left >= 0; left--) {
    await rows()
      .first()
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await button('Delete Message').press('Enter')
    await expect(rows()).toHaveCount(left)
  }
  await expect(page.getByText('There is nothing here')).toBeVisible()
  await page.getByRole('link', { name: 'All Messages' }).click()
  await expect(page.getByText('No messages yet')).toBeVisible()
})

it('threads are listed twenty a page, newest first', tags('D58'), async () => {
  const messages = Array.from({ length: 21 }, (_, index) => fromTeam(`Letter ${index + 1}.`, 21 - index))
  serveInbox(server, ivy, messages)
  await page.goto('/dashboard/messages')
  await expect(rowOf('Letter')).toHaveCount(20)
  await expect(rowOf('Letter').first()).toContainText('Letter 21.')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/messages?page=2')
  await expect(rowOf('Letter')).toHaveCount(1)
  await expect(rowOf('Letter')).toContainText('Letter 1.')
})

it('the link of a mail stops its kind with one press, and says so later', tags('D193 D201'), async () => {
  as(null)
  server.break(mailStop)
  await page.goto('/mails/stop?token=secret')
  await expect(page.getByRole('alert')).toContainText('We could not load this link')
  let isStopped = false
  server.answer(mailStop, () => ({ kind: 'steps_due' as const, isStopped }))
  server.answer(stopMails, ({ body }) => {
    isStopped = body.isStopped
    return { kind: 'steps_due' as const, isStopped }
  })
  await click('Retry')
  await expect(main().getByText('We send you reminders of next steps.')).toBeVisible()
  await expect(page).toHaveURL('/mails/stop')
  await expect(main().getByRole('button')).toHaveCount(1)
  expect(server.asked(stopMails)).toEqual([])
  await click('Stop Emails')
  await expect(main().getByText('You no longer get reminders of next steps.')).toBeVisible()
  await page.goto('/mails/stop?token=secret')
  await expect(main().getByText('You have already stopped reminders of next steps.')).toBeVisible()
  await click('Send Them Again')
  await expect(main().getByText('We send you reminders of next steps.')).toBeVisible()
  const sent = [true, false].map((wanted) => ({ token: 'secret', isStopped: wanted }))
  expect(server.asked(stopMails).map(({ body }) => body)).toEqual(sent)
  server.refuse(mailStop, 'invalid_token')
  await page.goto('/mails/stop?token=old')
  await expect(main().getByRole('link', { name: 'Continue to Luna' })).toHaveAttribute('href', '/')
})
