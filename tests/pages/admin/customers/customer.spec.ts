import {
  addCustomerNote,
  creditConversation,
  customer,
  customerTimeline,
  deleteCustomerNote,
  endLiveConversation,
  resendMail,
  signOutCustomer,
} from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { toastOf } from '../../../kit/browser/watch.ts'
import { expect, test, type Page } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { benPage, everything, live, payment, receiptMail, serveCustomers, talk } from './customers.ts'
import { ben, serveUsers } from '../users.ts'

const address = `/admin/users/${ben.id}`
const lineOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const lines = (page: Page) => page.getByRole('list', { name: 'Timeline' }).locator('> li')

test('the name in the list of users leads to everything about one person', async ({ page, server, as }) => {
  as(adminMe)
  serveUsers(server, () => [ben])
  serveCustomers(server)
  server.answer(adminUsers, [ben])
  await page.goto('/admin?tab=users')
  await page.getByRole('link', { name: 'Ben Reed' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Reed' })).toBeVisible()
  await expect(page.getByText('ben.reed@example.com, confirmed')).toBeVisible()
  await expect(page.getByText('29:30 (29.50 minutes), until Dec 22, 2026')).toBeVisible()
  await expect(page.getByText('Renews on Dec 22, 2026 for $2.97')).toBeVisible()
  await expect(page.getByText('Buys 120 minutes for $25.00 at 9 minutes or less, up to $100.00 a month.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Acme Consulting' })).toHaveAttribute(
    'href',
    '/admin/organizations/100001',
  )
  await expect(lines(page)).toHaveCount(everything.length)
})

test('each charge is explained in sentences, and its cause can be found', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server)
  await page.goto(address)
  const conversation = page.locator(`#line-conversation-${talk.id}`)
  await expect(conversation).toContainText('Measured 0:41 · provider 0:43 · free 0:17 · charged 0:41')
  await conversation.getByText('Explain this charge').click()
  await expect(conversation).toContainText(
    'The conversation was open for 1:02. It ended because the connection to the voice provider failed. Charging began when the voice provider started it, 0:04 after it was opened. The line to the browser died 0:45 after the start and did not come back. 0:17 was free because the line to the browser was dead. 0:41 was charged: 0:30 from the month’s minutes and 0:11 from purchased minutes. The voice provider measured 0:43.',
  )
  const declined = lineOf(page, 'Payment declined')
  await declined.getByText('Explain this charge').click()
  await expect(declined).toContainText('not enough money on the card')
  await page.getByRole('link', { name: 'See the conversation' }).click()
  await expect(page).toHaveURL(
    `${address}?kinds=conversation&from=2026-11-26&to=2026-11-26&line=line-conversation-${talk.id}`,
  )
  await expect(lines(page)).toHaveCount(1)
  await expect(conversation).toBeFocused()
})

test('the timeline is filtered in the address and continued page by page', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server)
  server.answer(customerTimeline, ({ query: { after } }) =>
    after ? { lines: [payment], next: null } : { lines: [talk], next: '1_9c1d2c34-0001-4b11-8c22-000000000001' },
  )
  await page.goto(address)
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL(`${address}?kinds=conversation%2Cpayment`)
  await page.getByLabel('From').fill('2026-11-01')
  await expect(page).toHaveURL(`${address}?kinds=conversation%2Cpayment&from=2026-11-01`)
  await page.getByRole('button', { name: 'Show Earlier' }).click()
  await expect(lines(page)).toHaveCount(2)
  expect(server.asked(customerTimeline).at(-1)?.query).toEqual({
    kinds: 'conversation,payment',
    from: '2026-11-01',
    after: '1_9c1d2c34-0001-4b11-8c22-000000000001',
  })
  await expect(page.getByRole('button', { name: 'Show Earlier' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Everything' }).click()
  await expect(page).toHaveURL(`${address}?from=2026-11-01`)
  await page.getByLabel('To').fill('2026-10-01')
  await expect(page.getByText('The last day must not be before the first')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${address}?kinds=conversation%2Cpayment&from=2026-11-01`)
})

test('nobody is offered to give money or time to their own account', async ({ page, server, as }) => {
  as({ ...adminMe, id: ben.id })
  serveCustomers(server)
  await page.goto(address)
  await expect(lines(page)).toHaveCount(everything.length)
  await expect(page.getByRole('button', { name: 'Send Again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Credit 0:41 back' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
})

test('time of a conversation goes back with the time and the reason filled in (D153)', async ({ page, server, as }) => {
  as(adminMe)
  let given = 0
  serveCustomers(server, () => [{ ...talk, facts: { ...talk.facts, credited: given } }])
  server.answer(creditConversation, ({ body }) => {
    given = body.seconds
    return { success: true as const, creditBalance: 150 }
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit Time Back' })
  await expect(dialog.getByLabel('Time')).toHaveValue('0:41')
  await expect(dialog.getByLabel('Reason')).toHaveValue(
    /^Charged for the conversation with Customer Care Coach on Nov 26, 2026/,
  )
  await dialog.getByLabel('Time').fill('0:42')
  await dialog.getByRole('button', { name: 'Credit Back' }).click()
  await expect(dialog.getByText('At most 0:41 can go back')).toBeVisible()
  await dialog.getByLabel('Time').fill('0:30')
  await dialog.getByRole('button', { name: 'Credit Back' }).click()
  await expect(toastOf(page).filter({ hasText: 'Time Given Back' })).toContainText('0:30 went back to the balance.')
  expect(server.asked(creditConversation).at(-1)?.body).toMatchObject({ seconds: 30 })
  await expect(page.getByRole('button', { name: /^Credit/ })).toHaveCount(0)
})

test('a live conversation is ended after a question', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server, () => [live])
  const talking = { id: live.id, agentName: live.agentName, person: live.person, startedAt: live.at }
  server.answer(customer, { ...benPage, live: [talking] })
  server.answer(endLiveConversation, { success: true, chargedSeconds: 62 })
  await page.goto(address)
  await expect(page.getByText('Ben Reed has been talking with Customer Care Coach since')).toBeVisible()
  await page.getByRole('button', { name: 'End Conversation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Conversation' }).click()
  await expect(toastOf(page).filter({ hasText: 'Conversation Ended' })).toContainText('1:02 was charged.')
  expect(server.asked(endLiveConversation)).toHaveLength(1)
})

test('nobody talks any longer once a conversation ended by itself', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server)
  const talking = { id: live.id, agentName: live.agentName, person: live.person, startedAt: live.at }
  server.answer(customer, { ...benPage, live: [talking] })
  await page.clock.install()
  await page.goto(address)
  await expect(page.getByText('Live now')).toBeVisible()
  server.answer(customer, benPage)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Live now')).toHaveCount(0)
})

test('a mail is sent again from its line', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server)
  server.answer(resendMail, { success: true })
  await page.goto(address)
  await expect(page.getByText('This email can’t be sent again')).toHaveCount(1)
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect(toastOf(page).filter({ hasText: 'Email Sent' })).toContainText(ben.email)
  expect(server.asked(resendMail)[0]?.params).toEqual({ id: receiptMail.id })
})

test('notes are for the team: written, and deleted by who wrote them, after a question (D188)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveCustomers(server)
  const note = { id: '1', text: 'Prefers to be called', author: 'Ada Reed', isOwn: true, createdAt: talk.at }
  let notes = [{ ...note, id: '2', text: 'Pays late', author: 'Cleo Reed', isOwn: false }]
  server.answer(customer, () => ({ ...benPage, notes }))
  server.answer(addCustomerNote, () => {
    notes = [note, ...notes]
    return note
  })
  server.answer(deleteCustomerNote, () => {
    notes = notes.slice(1)
    return { success: true as const }
  })
  await page.goto(address)
  await page.getByLabel('New note').fill('Prefers to be called')
  await page.getByRole('button', { name: 'Add Note' }).click()
  const list = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(toastOf(page)).toContainText('Note Added')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await expect(page.getByLabel('New note')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Delete the note' })).toHaveCount(1)
  const remove = page.getByRole('button', { name: 'Delete the note: Prefers to be called' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete this note?' })
  await expect(question).toContainText('“Prefers to be called” will be gone for the whole team.')
  await question.getByRole('button', { name: 'Keep Note' }).click()
  await expect(remove).toBeFocused()
  expect(server.asked(deleteCustomerNote)).toEqual([])
  await remove.click()
  await question.getByRole('button', { name: 'Delete Note' }).click()
  await expect(list).toHaveCount(1)
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('New note')).toBeFocused()
})

test('somebody is signed out everywhere after a question', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server)
  server.answer(signOutCustomer, { success: true })
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastOf(page)).toContainText('Signed Out Everywhere')
  expect(server.asked(signOutCustomer)).toHaveLength(1)
})

test('staff who only read are offered no act, and others see what their role lacks', async ({ page, server, as }) => {
  as({ ...adminMe, staffRole: 'read_only' })
  serveCustomers(server)
  await page.goto(address)
  await expect(lines(page)).toHaveCount(everything.length)
  for (const name of ['Credit 0:41 back', 'Refund', 'Send Again', 'Sign Out Everywhere', 'Add Note']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  as({ ...adminMe, staffRole: 'content' })
  await page.goto(address)
  await expect(page.getByText('Your role doesn’t include customer pages')).toBeVisible()
})

test('an erased person, an unknown one and a failure each say so', async ({ page, server, as }) => {
  as(adminMe)
  serveCustomers(server, () => [])
  server.answer(customer, { ...benPage, user: null, erasedAt: '2026-11-20T08:00:00.000Z', devices: [] })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible()
  await expect(page.getByText('Erased on Nov 20, 2026')).toBeVisible()
  await expect(page.getByText('Nothing happened yet')).toBeVisible()
  server.refuse(customer, 'user_not_found')
  await page.reload()
  await expect(page.getByText('This user does not exist')).toBeVisible()
})
