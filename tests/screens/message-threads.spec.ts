import { addMessage } from '../messages.ts'
import { checkerNoise, expectAccessible } from '../kit/accessible.ts'
import { expect, test, type Page } from './fixtures.ts'
import { callAs, enter, makeAdmin, registered, sql, subscriber, type Person } from './people.ts'
import { comeBack } from '../kit/watch.ts'

let admin: Person
test.beforeAll(async () => {
  admin = await registered('Boss')
  await makeAdmin(admin)
})

// What somebody sent to everybody would stand in every inbox.
test.beforeEach(async () => {
  await sql("update user_communication set withdrawn_at = now() where audience = 'broadcast'")
})

const rowOf = (page: Page, subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

test('an answer arrives without a reload; its thread is read, answered and shows what was seen (D66, D168)', async ({
  page,
  context,
}) => {
  const person = await subscriber('Ivy')
  await enter(context, person)
  const words = { subject: 'Invoice', message: 'Where is it?' }
  const { id } = await callAs<{ id: string }>(person, '/api/user/communications', words)
  await page.goto('/dashboard/messages')
  await rowOf(page, 'Invoice').getByRole('link', { name: 'Invoice' }).click()
  await expect(page).toHaveURL(`/dashboard/messages?thread=${id}`)
  const messages = page.getByRole('main').getByRole('listitem')
  await expect(messages).toHaveCount(1)
  await expect(messages).toContainText('Not read yet')
  await sql('insert into user_communication_state (communication_id, user_id, read_at) values ($1, $2, now())', [
    id,
    admin.id,
  ])
  await page.goBack()
  const answer = { from: admin.id, to: person.id, inReplyTo: id, subject: 'Invoice', message: 'On your account page.' }
  await addMessage(sql, { ...answer, minutes: 1 })
  await comeBack(page)
  await expect(rowOf(page, 'Invoice')).toContainText('2 messages')
  await expect(rowOf(page, 'Invoice')).toContainText('Unread')
  await rowOf(page, 'Invoice').getByRole('link').click()
  await expect(messages).toContainText(['Read on', 'On your account page.'])
  await expect(page.getByRole('button', { name: 'Ivy', exact: true })).toBeVisible()
  await send(page)
  await expect(page.getByText('Message is required')).toBeVisible()
  await page.getByLabel('Your message').fill('Found it, thank you.')
  await send(page)
  await expect(messages).toHaveCount(3)
  await expect(page.getByLabel('Your message')).toHaveValue('')
  const [stored] = await sql('select audience, in_reply_to from user_communication where message like $1', ['Found%'])
  expect(stored).toEqual({ audience: 'admins', in_reply_to: id })
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

test('threads stand twenty a page, the newest first (D58)', async ({ page, context }) => {
  const person = await subscriber()
  for (let n = 1; n <= 21; n++)
    await addMessage(sql, { from: admin.id, to: person.id, subject: `Letter ${n}.`, minutes: n })
  await enter(context, person)
  await page.goto('/dashboard/messages')
  const rows = rowOf(page, 'Letter')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('Letter 21.')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL('/dashboard/messages?page=2')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Letter 1.')
})

test.describe('looked at by a checker', () => {
  test.use({ expectedNoise: checkerNoise })

  test('a thread, the question before deleting, and the dialog', async ({ page, context }) => {
    const person = await subscriber()
    const { id } = await callAs<{ id: string }>(person, '/api/user/communications', {
      subject: 'Invoice',
      message: 'Where?',
    })
    await addMessage(sql, { from: admin.id, to: person.id, inReplyTo: id, subject: 'Invoice', minutes: 1 })
    await enter(context, person)
    await page.goto(`/dashboard/messages?thread=${id}`)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep Message' }).click()
    await page.getByRole('button', { name: 'Contact Admin' }).click()
    await expectAccessible(page)
  })
})
