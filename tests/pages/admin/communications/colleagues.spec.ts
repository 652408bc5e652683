import { sendTeamMessage, type TeamMessage } from '#contract/messages/admin-messages.ts'
import { findInboxThread } from '#contract/messages/inbox.ts'
import { expect, test } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { fromBen, grace, inboxOf, question, read, reply, sendButton, serveMessages } from '../messages.ts'

/** What colleagues do in an open conversation. */

test('an answer that another admin sent meanwhile is shown before one’s own is sent (D187)', async ({
  page,
  server,
  as,
}) => {
  let messages: TeamMessage[] = [read]
  as(adminMe)
  serveMessages(server, () => messages)
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await page.getByLabel('Your message').fill('On your account page.')
  const hers = { ...reply, id: grace.id, fromUserId: grace.id, isOwn: false, sender: grace, message: 'I sent it.' }
  server.refuse(sendTeamMessage, 'changed_meanwhile')
  messages = [read, { ...hers, createdAt: new Date().toISOString() }]
  await sendButton(page).click()
  await expect(page.getByText('Grace Hopper answered just now. Your answer was not sent.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('I sent it.')
  await expect(page.getByLabel('Your message')).toHaveValue('On your account page.')
  server.answer(sendTeamMessage, reply)
  await page.getByRole('button', { name: 'Answer and Close' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
  expect(server.asked(sendTeamMessage).map(({ body }) => [body.seenId, body.close])).toEqual([
    [question.id, false],
    [grace.id, true],
  ])
})

test('an open conversation follows what colleagues do: its answers, its state, and who has it', async ({
  page,
  server,
  as,
}) => {
  let messages: TeamMessage[] = [read]
  let row = fromBen as ReturnType<typeof inboxOf>[number]
  const hers = { ...reply, id: grace.id, fromUserId: grace.id, isOwn: false, sender: grace, message: 'I sent it.' }
  as(adminMe)
  serveMessages(server, () => messages)
  server.answer(findInboxThread, () => ({ thread: row, contact: null }))
  server.answer(sendTeamMessage, () => {
    messages = [...messages, { ...reply, createdAt: new Date().toISOString() }]
    return reply
  })
  await page.clock.install()
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Open')
  row = { ...row, state: 'waiting', assignee: grace }
  messages = [read, { ...hers, createdAt: new Date().toISOString() }]
  await page.clock.runFor(10_000)
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Waiting')
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toHaveText('Grace Hopper')
  await expect(page.getByText('Grace Hopper answered just now.')).toBeVisible()
  // One's own later answer makes that old news.
  await page.getByLabel('Your message').fill('On your account page.')
  await sendButton(page).click()
  await expect(page.getByText('Grace Hopper answered just now.')).toHaveCount(0)
})
