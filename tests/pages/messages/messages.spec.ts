import { communications, deleteMessage, markMessageRead, sendMessage } from '#contract/messages/messages.ts'
import {
  as,
  closeToasts,
  expect,
  expectRow,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { serveDashboard } from '../conversations/home.ts'
import { fromTeam, serveInbox } from './inbox.ts'

const ivy = { ...subscriberMe, firstName: 'Ivy' }

const rowOf = (page: Page, subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })

async function openContact(page: Page) {
  await page.getByRole('button', { name: 'Contact Admin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Admin' })
  await expect(dialog).toBeVisible()
  return dialog
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click()

test.beforeEach(() => {
  as(ivy)
  serveDashboard(server)
})

test('the two newest messages, how many are unread, and how many more there are (S113, S305, D58, D66)', async () => {
  const isRead = { isRead: true, isUnread: false }
  const [one, two] = [
    { ...fromTeam('One', 5), ...isRead },
    { ...fromTeam('Two', 4), ...isRead },
  ]
  serveInbox(server, ivy, [one, two, fromTeam('Three', 3), fromTeam('Four', 2), fromTeam('Five', 1)])
  const release = server.hold(communications)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your messages…')).toBeAttached()
  release()
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

test('a message is marked as read and stays read', tagged('S114 S178 S234 S278 S280'), async () => {
  const [one, two] = [fromTeam('One', 2), fromTeam('Two', 1)]
  serveInbox(server, ivy, [one, two])
  server.break(markMessageRead)
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Mark as Read: Two' })
  await button.click()
  await expectRow(page, 'S278')
  await expect(page.getByRole('main').getByText('2 unread')).toBeVisible()
  serveInbox(server, ivy, [one, two])
  await button.press('Enter')
  await expectRow(page, 'S280')
  expect(server.asked(markMessageRead).map(({ params }) => params.id)).toEqual([two.id, two.id])
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

test('a message is deleted after a question, only for this person (S114, S178, S235, S279, S281, D65)', async () => {
  const all = { ...fromTeam('To everybody', 1), audience: 'broadcast' as const, toUserId: null }
  serveInbox(server, ivy, [fromTeam('One', 2), all])
  server.break(deleteMessage)
  await page.goto('/dashboard')
  const button = page.getByRole('button', { name: 'Delete: To everybody' })
  await button.click()
  await page.getByRole('button', { name: 'Keep Message' }).click()
  expect(server.asked(deleteMessage)).toEqual([])
  await button.click()
  await page.getByRole('button', { name: 'Delete Message' }).click()
  await expectRow(page, 'S279')
  await expect(rowOf(page, 'To everybody')).toBeVisible()
  serveInbox(server, ivy, [fromTeam('One', 2), all])
  await button.click()
  await page.getByRole('button', { name: 'Delete Message' }).click()
  await expectRow(page, 'S281')
  expect(server.asked(deleteMessage).at(-1)?.params).toEqual({ id: all.id })
  await expect(rowOf(page, 'To everybody')).toHaveCount(0)
  await expect(rowOf(page, 'One').getByRole('link')).toBeFocused()
  await page.reload()
  await expect(rowOf(page, 'One')).toBeVisible()
  await expect(rowOf(page, 'To everybody')).toHaveCount(0)
})

test('a message to the admins: two fields, fixed type and priority, listed at once (S114, S115, S191, S233, S276)', async () => {
  serveInbox(server, ivy, [])
  await page.goto('/dashboard')
  await expect(page.getByText('No messages yet')).toBeVisible()
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
  expect(server.asked(sendMessage)).toEqual([])
  await dialog.getByLabel('Subject').fill('Invoice')
  const posted = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { fetch } = window
        window.fetch = (input, init) => {
          if (init?.method === 'POST' && typeof init.body === 'string') resolve(init.body)
          return fetch(input, init)
        }
      }),
  )
  await send(page)
  // As it is sent, before the server fills anything in.
  expect(JSON.parse(await posted)).toEqual({
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

test('a failed sending is shown and the dialog keeps the draft', tagged('S277'), async () => {
  serveInbox(server, ivy, [])
  server.break(sendMessage)
  await page.goto('/dashboard')
  const dialog = await openContact(page)
  await dialog.getByLabel('Subject').fill('Invoice')
  await dialog.getByLabel('Message').fill('Where is it?')
  await send(page)
  await expectRow(page, 'S277')
  await expect(dialog.getByLabel('Subject')).toHaveValue('Invoice')
  await expect(dialog.getByLabel('Message')).toHaveValue('Where is it?')
  serveInbox(server, ivy, [])
  await send(page)
  await expectRow(page, 'S276')
  expect(server.asked(sendMessage)).toHaveLength(2)
})
