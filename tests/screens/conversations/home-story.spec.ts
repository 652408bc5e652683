import { addMessage } from '../../kit/messages/messages.ts'
import { chooseIn } from '../../kit/browser/choosing.ts'
import { comeBack } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { addPastSession } from './past-conversations.ts'
import { enter, makeAdmin, registered, sql, subscriber } from '../people.ts'

test('a conversation is found, read and deleted, and is in the statement down to its receipt (S107, D31, D58, D90)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  const texts = ['Hello. What keeps you busy?', 'I put off the budget.', 'Start with five minutes of the budget.']
  const id = await addPastSession(person, { agent: 'Mindset Coach', seconds: 151, texts })
  await addPastSession(person, { agent: 'Hiring Partner', seconds: 9, hoursAgo: 2 })
  await enter(context, person)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('Total Sessions').locator('..').getByRole('definition')).toHaveText('1')
  await expect(main.getByText('2.52 minutes in 1 session over the last 30 days.')).toBeVisible()
  await main.getByRole('link', { name: 'View All' }).click()
  await expect(page.locator('[data-session]')).toContainText(['Mindset Coach', 'Hiring Partner'])
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('BUDGET five')
  await expect(page.locator('[data-session] mark')).toHaveText(['five', 'budget'])
  await page.getByRole('link', { name: 'Mindset Coach' }).click()
  await expect(page.getByRole('list', { name: 'Transcript' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Delete Transcript' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Transcript' }).click()
  await expect(page.getByText('No transcript kept')).toBeVisible()
  expect(await sql('select * from session_transcript where session_id = $1', [id])).toEqual([])

  await page.goto('/account/minutes')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.filter({ hasText: 'Conversation with Hiring Partner' })).toContainText('under 10 seconds')
  await expect(rows.filter({ hasText: 'Conversation with Mindset Coach' })).toContainText('−2.52')
  await rows.filter({ hasText: 'Uplift package' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt L-/)
})

test('a person asks for an agent and writes to the team, whose answer arrives without a reload (S231, S233, D61, D64, D66)', async ({
  page,
  context,
}) => {
  const [person, admin] = [await subscriber('Ivy'), await registered('Boss')]
  await makeAdmin(admin)
  await enter(context, person)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Agent name').fill('Negotiation Coach')
  await dialog.getByLabel('Description').fill('Plays a hard buyer.')
  await chooseIn(dialog.getByRole('combobox', { name: 'Use case' }), 'Sales Training')
  await chooseIn(dialog.getByRole('combobox', { name: 'Priority' }), 'Medium')
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Negotiation Coach' })).toContainText('Received')

  await page.getByRole('button', { name: 'Contact Admin' }).click()
  await dialog.getByLabel('Subject').fill('Invoice')
  await dialog.getByLabel('Message').fill('Where is it?')
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Invoice' })
  await expect(row).toContainText('You')
  const [first] = await sql<{ id: string }>('select id from user_communication where from_user_id = $1', [person.id])
  const answer = { subject: 'Invoice', message: 'On your account page.', inReplyTo: first?.id ?? '', minutes: 1 }
  await addMessage(sql, { from: admin.id, to: person.id, ...answer })
  await comeBack(page)
  await expect(page.getByRole('button', { name: 'Ivy' })).toContainText('1 unread message')
  await row.filter({ hasText: 'On your account page.' }).getByRole('link').click()
  const messages = page.getByRole('main').getByRole('listitem')
  await expect(messages).toContainText(['Where is it?', 'On your account page.'])
  await expect(page.getByRole('button', { name: 'Ivy', exact: true })).toBeVisible()
  await page.getByLabel('Your message').fill('Found it, thank you.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(messages).toHaveCount(3)
  const [stored] = await sql('select audience, in_reply_to from user_communication where message like $1', ['Found%'])
  expect(stored).toEqual({ audience: 'admins', in_reply_to: first?.id })
})
