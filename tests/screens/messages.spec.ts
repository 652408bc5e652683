import { addMessage } from '../messages.ts'
import { breakWrites } from './faults.ts'
import { expect, test, type Page } from './fixtures.ts'
import { enter, makeAdmin, registered, sql, subscriber, type Person } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { closeToasts, countOf, hold, watchRequests } from '../kit/watch.ts'

let admin: Person
test.beforeAll(async () => {
  admin = await registered('Boss')
  await makeAdmin(admin)
})

/** What goes to everybody would reach the people of other tests. */
test.afterEach(async () => {
  await sql("update user_communication set withdrawn_at = now() where audience = 'broadcast'")
})

/** Messages to this person, the last one the newest. */
async function addMessages(person: Person, subjects: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [minutes, subject] of subjects.entries())
    ids.push(await addMessage(sql, { from: admin.id, to: person.id, subject, minutes }))
  return ids
}

const rowOf = (page: Page, subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })

async function openContact(page: Page) {
  await page.getByRole('button', { name: 'Contact Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Admin' })
  await expect(dialog).toBeVisible()
  return dialog
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

test('the two newest messages, how many are unread, and how many more there are (S113, S305, D58, D66)', async ({
  page,
  context,
}) => {
  const person = await subscriber('Ivy')
  const [first = '', second = ''] = await addMessages(person, ['One', 'Two', 'Three', 'Four', 'Five'])
  for (const id of [first, second]) {
    await sql('insert into user_communication_state (communication_id, user_id, read_at) values ($1, $2, now())', [
      id,
      person.id,
    ])
  }
  await enter(context, person)
  const release = await hold(page, '**/api/user/communications')
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your messages…')).toBeAttached()
  await release()
  await expect(page.getByRole('main').getByText('3 unread')).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Luna team' })
  await expect(rows).toHaveCount(2)
  await expect(rows).toContainText(['Five', 'Four'])
  await expect(page.getByRole('button', { name: 'Ivy' })).toContainText('3 unread messages')
  await page.getByRole('link', { name: '+3 more messages' }).click()
  await expect(page).toHaveURL('/dashboard/messages')
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Ivy' }).click()
  await page.getByRole('menuitem', { name: '3 unread messages' }).click()
  await expect(page).toHaveURL('/dashboard/messages')
})

test('a message is marked as read, and stays it (S114, S178, S234, S278, S280)', async ({ page, context }) => {
  const person = await subscriber('Ivy')
  await addMessages(person, ['One', 'Two'])
  await enter(context, person)
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Mark as Read: Two' })
  const mend = await breakWrites('user_communication_state', 'insert', person)
  await button.click()
  await expectRow(page, 'S278')
  await expect(page.getByRole('main').getByText('2 unread')).toBeVisible()
  await mend()
  await button.press('Enter')
  await expectRow(page, 'S280')
  await expect(page.getByRole('main').getByText('1 unread')).toBeVisible()
  await expect(button).toHaveCount(0)
  await expect(rowOf(page, 'Two')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Ivy' })).toContainText('1 unread message')
  await page.reload()
  await expect(page.getByRole('main').getByText('1 unread')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as Read: One' }).click()
  await expect(page.getByRole('main').getByText(/unread/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ivy', exact: true })).toBeVisible()
})

test('a message is deleted after a question, for this person alone (S114, S178, S235, S279, S281, D65)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await addMessage(sql, { from: admin.id, subject: 'To everybody', minutes: 5 })
  await addMessages(person, ['One'])
  await enter(context, person)
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Delete: To everybody' })
  const mend = await breakWrites('user_communication_state', 'insert', person)
  await button.click()
  await page.getByRole('button', { name: 'Keep Message' }).click()
  await button.click()
  await page.getByRole('button', { name: 'Delete Message' }).click()
  await expectRow(page, 'S279')
  await expect(rowOf(page, 'To everybody')).toBeVisible()
  await mend()
  await button.click()
  await page.getByRole('button', { name: 'Delete Message' }).click()
  await expectRow(page, 'S281')
  await expect(rowOf(page, 'To everybody')).toHaveCount(0)
  await expect(rowOf(page, 'One').getByRole('link')).toBeFocused()
  await page.reload()
  await expect(rowOf(page, 'One')).toBeVisible()
  await expect(rowOf(page, 'To everybody')).toHaveCount(0)
})

test('a message to the admins: two fields, fixed type and priority, listed at once (S114, S115, S191, S233, S276)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/dashboard')
  await expect(page.getByText('No messages yet')).toBeVisible()
  const seen = watchRequests(page)
  const dialog = await openContact(page)
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(dialog.getByRole('combobox')).toHaveCount(0)
  for (const blank of ['', '   ']) {
    await dialog.getByLabel('Subject').fill(blank)
    await dialog.getByLabel('Message').fill('Where is my invoice?')
    await send(page)
    await expectRow(page, 'S191')
    await expect(dialog.getByLabel('Subject')).toBeFocused()
    await closeToasts(page)
  }
  await expect(dialog.getByLabel('Message')).toHaveValue('Where is my invoice?')
  expect(countOf(seen, 'POST /api/user/communications')).toBe(0)
  await dialog.getByLabel('Subject').fill('Invoice')
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await send(page)
  expect((await posted).postDataJSON()).toEqual({
    subject: 'Invoice',
    message: 'Where is my invoice?',
    messageType: 'general',
    priority: 'normal',
  })
  await expectRow(page, 'S276')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Invoice')).toContainText('You')
  await expect(page.getByRole('main').getByText(/unread/)).toHaveCount(0)
})

test('a failure to send is told and the dialog keeps the draft (S277)', async ({ page, context }) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/dashboard')
  const mend = await breakWrites('user_communication', 'insert', person)
  const dialog = await openContact(page)
  await dialog.getByLabel('Subject').fill('Invoice')
  await dialog.getByLabel('Message').fill('Where is it?')
  await send(page)
  await expectRow(page, 'S277')
  await expect(dialog.getByLabel('Subject')).toHaveValue('Invoice')
  await expect(dialog.getByLabel('Message')).toHaveValue('Where is it?')
  await mend()
  await send(page)
  await expectRow(page, 'S276')
})
