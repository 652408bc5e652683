import { sendTeamMessage, type TeamMessage, withdrawMessage } from '#contract/messages/admin-messages.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { inbox } from '#contract/messages/inbox.ts'
import { deleteMessage, markMessageRead } from '#contract/messages/messages.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'
import { news, question, read, reply, serveMessages } from '#tests/pages/admin/messages.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, closeToasts, compose, expectQuery, expectSent, expectTitle } from '#tests/components/admin/panel.ts'
import { optionsOf, rowsOf, sendButton, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('a message to everybody shows its number of people before it is sent', tags('S434 S478 S536 S657 D65'), async () => {
  let messages: TeamMessage[] = []
  serveMessages(server, () => messages)
  await page.goto('/admin?tab=communications')
  await page.getByRole('button', { name: 'New Message' }).click()
  await expect(page.getByText('1,234 people now, plus everyone who joins later.')).toBeVisible()
  await expect(sendButton()).toBeDisabled()
  await page.getByLabel('Subject').fill('News')
  await expect(sendButton()).toBeDisabled()
  await page.getByLabel('Message', { exact: true }).fill('   ')
  await expect(sendButton()).toBeDisabled()
  await page.getByLabel('Message', { exact: true }).fill('There is something new.')
  expect(await optionsOf('Type')).toEqual(['General', 'Announcement', 'Support'])
  expect(await optionsOf('Priority')).toEqual(['Low', 'Normal', 'High'])
  await choose('Type', 'Announcement')
  await choose('Priority', 'High')
  await sendButton().click()
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText('Send to 1,234 people?')
  await expect(asking.getByRole('region', { name: 'Preview' })).toContainText(
    'NewsAnnouncementHigh priorityThere is something new.',
  )
  await asking.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(asking).toHaveCount(0)
  await expectSent(sendTeamMessage)
  server.answer(sendTeamMessage, () => {
    messages = [news]
    return news
  })
  await sendButton().click()
  await asking.getByRole('button', { name: 'Send to Everyone' }).click()
  await expectTitle('Message Sent')
  await expect(toastOf()).toContainText('Everyone can read it now.')
  await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New Message' })).toBeFocused()
  await expect(rowsOf().filter({ hasText: 'News' })).toContainText('Everyone')
  await expectSent(sendTeamMessage, {
    subject: 'News',
    message: 'There is something new.',
    messageType: 'announcement',
    priority: 'high',
    toUserId: null,
    close: false,
  })
})

it('a message is withdrawn after a question, and its thread is then empty', tags('D65'), async () => {
  let messages: TeamMessage[] = [news]
  serveMessages(server, () => messages)
  await page.goto('/admin?tab=communications&state=notices')
  await page.getByRole('link', { name: 'News' }).click()
  await expect(page).toHaveURL(`/admin?tab=communications&state=notices&message=${news.id}`)
  const shown = page.getByRole('listitem').filter({ hasText: 'There is something new.' })
  await expect(shown).toContainText('Not read yet')
  await page.getByRole('button', { name: 'Withdraw: News, Ada Admin' }).click()
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText('“News” will disappear for everyone and for all admins')
  server.answer(withdrawMessage, () => {
    messages = []
    return { success: true as const }
  })
  await asking.getByRole('button', { name: 'Withdraw Message' }).click()
  await expect(toastOf()).toContainText('Message Withdrawn')
  await expect(page.getByText('There is nothing here')).toBeVisible()
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search notices' })).toBeVisible()
  await expect(page.getByText('No notices yet')).toBeVisible()
  await expect.poll(() => server.asked(withdrawMessage).map(({ params }) => params.id)).toEqual([news.id])
})

it('a message to one user: they are found by address and named before it is sent', tags('S434 S604'), async () => {
  serveUsers(server, () => [ben])
  serveMessages(server, () => [])
  await page.goto('/admin?tab=communications')
  await compose({ subject: 'Hello', message: 'How is it going?' })
  await page.getByRole('radio', { name: 'One user' }).click()
  await expect(sendButton()).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Find a user' }).fill('nobody')
  await expect(page.getByText('No one found.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(ben.email)
  await expect(page.getByText('1 user found')).toBeVisible()
  await expect.poll(() => server.asked(adminUsers).at(-1)?.query.search).toBe(ben.email)
  await page.getByRole('group', { name: 'User' }).getByRole('button').click()
  await expect(page.getByRole('button', { name: 'Choose Another' })).toBeFocused()
  await sendButton().click()
  const asking = page.getByRole('alertdialog')
  await expect(asking).toContainText('Send to Ben Reed?')
  await expect(asking).toContainText(`${ben.email} can read it right away.`)
  server.answer(sendTeamMessage, { ...reply, subject: 'Hello', message: 'How is it going?', inReplyTo: null })
  await asking.getByRole('button', { name: 'Send to One User' }).click()
  await expect(toastOf()).toContainText('Message Sent')
  await expect(toastOf()).toContainText('They can read it now.')
  await expect.poll(() => server.asked(sendTeamMessage).map(({ body }) => body.toUserId)).toEqual([ben.id])
})

it('a message that fails stays in its form with the stated words', tags('S629 D161'), async () => {
  serveMessages(server, () => [])
  await page.goto('/admin?tab=communications')
  server.break(sendTeamMessage)
  await compose({ subject: 'Lost', message: 'Does it arrive?' })
  const asking = page.getByRole('alertdialog')
  await sendButton().click()
  await asking.getByRole('button', { name: 'Send to Everyone' }).click()
  await expectTitle('Error')
  await expect(toastOf()).toContainText('Failed to send message')
  await expect(asking).toHaveCount(0)
  await expect(page.getByLabel('Subject')).toHaveValue('Lost')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Does it arrive?')
  server.answer(sendTeamMessage, { ...news, subject: 'Lost', message: 'Does it arrive?' })
  await closeToasts()
  await sendButton().click()
  await asking.getByRole('button', { name: 'Send to Everyone' }).click()
  await expect(toastOf()).toContainText('Message Sent')
  await expect(page.locator('[role=dialog]:not([data-toast])')).toHaveCount(0)
})

it("a user's message is read by opening it, and answered in its thread", tags('S603 D64 D65 D150'), async () => {
  let messages: TeamMessage[] = [question]
  serveMessages(server, () => messages)
  await page.goto('/admin?tab=communications')
  await page.getByRole('searchbox', { name: 'Search threads' }).fill('invoice')
  await choose('Filter by box', 'Unread')
  await expectQuery(inbox, { state: 'open', search: 'invoice', box: 'unread', limit: 50, offset: 0 })
  await expect(rowsOf()).toHaveCount(1)
  await expect(rowsOf()).toContainText('Unread:')
  await expect(rowsOf()).toContainText(ben.email)
  server.answer(markMessageRead, () => {
    messages = [read]
    return fakeOf(markMessageRead, { id: read.id })
  })
  await page.getByRole('link', { name: 'My invoice' }).click()
  await expect(page.getByRole('link', { name: 'All Communications' })).toBeFocused()
  const items = page.getByRole('main').getByRole('listitem')
  await expect(items).toHaveCount(1)
  await expect(items).toContainText('Ben Reed')
  await expect.poll(() => server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([question.id])
  server.answer(sendTeamMessage, () => {
    messages = [read, reply]
    return reply
  })
  await page.getByLabel('Your message').fill('On your account page.')
  await sendButton().click()
  await expect(toastOf()).toContainText('Message Sent')
  await expect(items).toHaveCount(2)
  await expect(page.getByLabel('Your message')).toHaveValue('')
  await expect
    .poll(() => server.asked(sendTeamMessage).map(({ body }) => body))
    .toMatchObject([{ subject: 'My invoice', messageType: 'support', toUserId: ben.id, inReplyTo: question.id }])
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(page.getByText('No threads found')).toBeVisible()
  // On the count, or above it while the list still loads.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
})

it('a thread is deleted for one admin, message by message', tags('D65'), async () => {
  let messages: TeamMessage[] = [read, reply]
  serveMessages(server, () => messages)
  server.answer(deleteMessage, ({ params }) => {
    messages = messages.filter(({ id }) => id !== params.id)
    return { success: true as const }
  })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  const items = page.getByRole('main').getByRole('listitem')
  for (const left of [1, 0]) {
    await items
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('button', { name: 'Delete Message' }).click()
    await expect(items).toHaveCount(left)
  }
  await expect(page.getByText('There is nothing here')).toBeVisible()
  await expect.poll(() => server.asked(deleteMessage).map(({ params }) => params.id)).toEqual([question.id, reply.id])
})
