import { sendTeamMessage, type TeamMessage } from '#contract/messages/admin-messages.ts'
import { apology, fromBen, grace, news, question, read, reply, serveMessages } from '#tests/pages/admin/messages.ts'
import { creditConversation, customerTimeline } from '#contract/admin/customers.ts'
import { talk } from '#tests/pages/admin/customers/customers.ts'
import { changeInboxThread, findInboxThread, inbox, inboxUnread } from '#contract/messages/inbox.ts'
import { ada } from '#tests/pages/admin/admin.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, expectQuery, expectSent, optionsOf, rowsOf, sendButton } from '#tests/components/admin/panel.ts'
import { toastOf } from '#tests/components/admin/panel.ts'
import * as saved from '#contract/messages/saved-answers.ts'

beforeEach(() => as(adminMe))

const pill = (name: string) => ({ name: new RegExp(`^${name}`) })

it('each box shows its count and lists its own: open, waiting, closed, all, notices', tags('D150'), async () => {
  serveMessages(server, () => [question, news])
  server.answer(inbox, ({ query: { state } }) => (state === 'closed' ? [] : [fromBen]))
  await page.goto('/admin?tab=communications')
  const boxes = page.getByRole('group', { name: 'Box' })
  await expect(boxes.getByRole('button')).toHaveText(['Open3', 'Waiting12', 'Closed240', 'All', 'Notices'])
  await expect(boxes.getByRole('button', pill('Open'))).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('main')).toContainText(
    'Median first responseLast 7 days:noneLast 30 days:1:15:00 (8 conversations)',
  )
  await expect(rowsOf()).toContainText(['My invoice'])
  await expect(rowsOf()).toContainText('OpenUnassigned')
  await boxes.getByRole('button', pill('Closed')).click()
  await expect(page).toHaveURL('/admin?tab=communications&state=closed')
  await expect(page.getByText('Conversations that are done will appear here.')).toBeVisible()
  await boxes.getByRole('button', pill('All')).click()
  await expect(rowsOf()).toHaveCount(1)
  await choose('Filter by assignee', 'Mine')
  await page.getByRole('button', { name: 'Unanswered since' }).click()
  await expectQuery(inbox, { assignee: 'mine', sort: 'waiting', limit: 50, offset: 0 })
  await boxes.getByRole('button', pill('Notices')).click()
  await expect(page).toHaveURL('/admin?tab=communications&state=notices')
  await expect(rowsOf()).toContainText(['News'])
})

it('a conversation is assigned and closed next to its messages; a colleague’s change shows', tags('D187'), async () => {
  let row = fromBen
  serveMessages(server, () => [read])
  server.answer(findInboxThread, () => ({ thread: row, contact: null }))
  server.answer(changeInboxThread, ({ body }) => {
    row = { ...row, ...(body.state && { state: body.state }), ...(body.assigneeId && { assignee: ada }) }
    return row
  })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(page.getByRole('main')).toContainText('PlanStarterBalance12:30')
  expect(await optionsOf('Assigned to')).toEqual(['Nobody', 'Ada Admin (you)', 'Grace Hopper'])
  await page.getByRole('button', { name: 'Assign to Me' }).click()
  const assignee = page.getByRole('combobox', { name: 'Assigned to' })
  await expect(assignee).toHaveText('Ada Admin (you)')
  await expect(page.getByRole('button', { name: 'Assign to Me' })).toHaveCount(0)
  await expect(assignee).toBeFocused()
  await choose('State', 'Closed')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Closed')
  await expectSent(
    changeInboxThread,
    { assigneeId: ada.id, before: { state: 'open', assigneeId: null } },
    { state: 'closed', before: { state: 'open', assigneeId: ada.id } },
  )
  await expect(page.getByRole('combobox', { name: 'State' })).toBeFocused()
  server.refuse(changeInboxThread, 'changed_meanwhile', { details: { present: { state: 'waiting' } } })
  row = { ...row, state: 'waiting', assignee: grace }
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Open' }).click()
  await expect(assignee).toHaveText('Grace Hopper')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveText('Waiting')
  await expect(page.getByText('Someone else has just changed this conversation.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'State' })).toBeFocused()
})

it('time is credited back next to the thread, and the reply names it in the saved words', async () => {
  serveMessages(server, () => [read])
  server.answer(saved.savedAnswers, [apology])
  server.answer(customerTimeline, { lines: [talk], next: null })
  server.answer(creditConversation, { success: true, creditBalance: 12.5 })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expectQuery(customerTimeline, { kinds: 'conversation,payment,decline', limit: 5 })
  await page.getByLabel('Your message').fill('One moment.')
  await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit Back' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('One moment.\n\nHi Ben, we credited 0:41 back.')
  // A saved answer that nobody completed is not sent.
  await page.getByLabel('Your message').fill('')
  await page.getByRole('button', { name: 'Insert Saved Answer' }).click()
  await page.getByRole('menuitem', { name: 'Minutes credited back' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('Hi Ben, we credited {minutes} back.')
  await sendButton().click()
  await expect(page.getByText('Please fill in {firstName} and {minutes} first')).toBeVisible()
  await expectSent(sendTeamMessage)
})

it('staff who only read are offered no answer, and see who handles a conversation', async () => {
  as({ ...adminMe, staffRole: 'read_only' })
  serveMessages(server, () => [read])
  server.answer(findInboxThread, { thread: { ...fromBen, assignee: grace }, contact: null })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(page.getByText('Assigned to Grace Hopper.')).toBeVisible()
  await expect(page.getByText('Your role can read messages but not answer them.')).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Assign to Me' })).toHaveCount(0)
})

it('the header counts unread conversations for staff who read messages, and leads to them', async () => {
  serveMessages(server, () => [question])
  server.answer(inboxUnread, { unread: 2 })
  await page.goto('/admin?tab=communications')
  const link = page.getByRole('banner').getByRole('link', { name: '2 unread conversations in the inbox' })
  await expect(link).toHaveAttribute('href', '/admin?tab=communications')
  await expect(link).toHaveText('2')
  server.answer(inboxUnread, { unread: 0 })
  await page.reload()
  await expect(rowsOf()).toHaveCount(1)
  await expect(link).toHaveCount(0)
  await expect(toastOf()).toHaveCount(0)
})

const free = {
  ...talk,
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000d1',
  facts: { ...talk.facts, charged: 0, fromMonth: 0, fromPurchased: 0, freeReason: 'short' },
} as const
const older = { ...talk, id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000d2' }

const explanation = ({ id }: { id: string }) =>
  page.locator(`#line-conversation-${id}`).getByText('The conversation was open for 1:02.')

it('next to a thread, a free or silent conversation is explained first, else the newest charge', async () => {
  serveMessages(server, () => [read])
  const silent = { ...older, facts: { ...older.facts, wasHeard: false } }
  for (const wrong of [free, silent]) {
    server.answer(customerTimeline, { lines: [talk, wrong], next: null })
    await page.goto(`/admin?tab=communications&message=${question.id}`)
    await expect(explanation(wrong)).toBeVisible()
    await expect(explanation(talk)).toBeHidden()
  }
  server.answer(customerTimeline, { lines: [talk, older], next: null })
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await expect(explanation(talk)).toBeVisible()
  await expect(explanation(older)).toBeHidden()
  await page.locator(`#line-conversation-${older.id}`).getByText('Explain this charge').click()
  await expect(explanation(older)).toBeVisible()
  await expect(explanation(talk)).toBeVisible()
})

it('an answer that another admin has sent shows before one’s own is sent', tags('D187'), async () => {
  let messages: TeamMessage[] = [read]
  serveMessages(server, () => messages)
  await page.goto(`/admin?tab=communications&message=${question.id}`)
  await page.getByLabel('Your message').fill('On your account page.')
  const hers = { ...reply, id: grace.id, fromUserId: grace.id, isOwn: false, sender: grace, message: 'I sent it.' }
  server.refuse(sendTeamMessage, 'changed_meanwhile')
  messages = [read, { ...hers, createdAt: new Date().toISOString() }]
  await sendButton().click()
  await expect(page.getByText('Grace Hopper answered just now. Your answer was not sent.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('I sent it.')
  await expect(page.getByLabel('Your message')).toHaveValue('On your account page.')
  server.answer(sendTeamMessage, reply)
  await page.getByRole('button', { name: 'Answer and Close' }).click()
  await expect(page.getByLabel('Your message')).toHaveValue('')
  await expect
    .poll(() => server.asked(sendTeamMessage).map(({ body }) => [body.seenId, body.close]))
    .toEqual([
      [question.id, false],
      [grace.id, true],
    ])
})
