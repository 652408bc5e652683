import * as calls from '#contract/admin/customers.ts'
import { acmePage, benPage, everything, payment, receiptMail } from '#tests/pages/admin/customers/customers.ts'
import { serveCustomers, talk } from '#tests/pages/admin/customers/customers.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { expectQuery, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as(adminMe)
  serveCustomers(server)
})

const address = `/admin/users/${ben.id}`
const lineOf = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const lines = () => page.getByRole('list', { name: 'Timeline' }).locator(':scope > li')

it('the name in the list of users leads to everything about one person', async () => {
  serveUsers(server, () => [ben])
  server.answer(adminUsers, [ben])
  await page.goto('/admin?tab=users')
  await page.getByRole('link', { name: 'Ben Reed' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Reed' })).toBeVisible()
  await expect(page.getByText('ben.reed@example.com, confirmed')).toBeVisible()
  await expect(page.getByText('29.50 minutes (29:30), until Dec 22, 2026')).toBeVisible()
  await expect(page.getByText('Renews on Dec 22, 2026 for $2.97')).toBeVisible()
  await expect(page.getByText('Buys 120 minutes for $25.00 at 9 minutes or less, up to $100.00 a month.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Acme Consulting' })).toHaveAttribute(
    'href',
    '/admin/organizations/100001',
  )
  await expect(lines()).toHaveCount(everything.length)
})

it('each charge is explained in sentences, and its cause can be found', async () => {
  await page.goto(address)
  const conversation = page.locator(`#line-conversation-${talk.id}`)
  await expect(conversation).toContainText('Measured 0:41 · provider 0:43 · free 0:17 · charged 0:41')
  await conversation.getByText('Explain this charge').click()
  await expect(conversation).toContainText(
    'The conversation was open for 1:02. It ended because the connection to the voice provider failed. Charging began when the voice provider started it, 0:04 after it was opened. The agent first spoke 0:06 after the start. The line to the browser died 0:45 after the start and did not come back. 0:17 was free because the line to the browser was dead. 0:41 was charged: 0:30 from the month’s minutes and 0:11 from purchased minutes. The voice provider measured 0:43.',
  )
  const declined = lineOf('Payment declined')
  await declined.getByText('Explain this charge').click()
  await expect(declined).toContainText('not enough money on the card')
  await page.getByRole('link', { name: 'See the conversation' }).click()
  await expect(page).toHaveURL(
    `${address}?kinds=conversation&from=2026-11-26&to=2026-11-26&line=line-conversation-${talk.id}`,
  )
  await expect(lines()).toHaveCount(1)
  await expect(conversation).toBeFocused()
})

it('the timeline is filtered in the address and continued page by page', async () => {
  server.answer(calls.customerTimeline, ({ query: { after } }) =>
    after ? { lines: [payment], next: null } : { lines: [talk], next: '1_9c1d2c34-0001-4b11-8c22-000000000001' },
  )
  await page.goto(address)
  await page.getByRole('button', { name: 'Conversations', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Conversations', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await expect(page).toHaveURL(`${address}?kinds=conversation%2Cpayment`)
  await page.getByLabel('From').fill('2026-11-01')
  await expect(page).toHaveURL(`${address}?kinds=conversation%2Cpayment&from=2026-11-01`)
  await page.getByRole('button', { name: 'Show Earlier' }).click()
  await expect(lines()).toHaveCount(2)
  await expectQuery(calls.customerTimeline, {
    kinds: 'conversation,payment',
    from: '2026-11-01',
    after: '1_9c1d2c34-0001-4b11-8c22-000000000001',
  })
  await expect(page.getByRole('button', { name: 'Show Earlier' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Everything' }).click()
  await expect(page).toHaveURL(`${address}?from=2026-11-01`)
  await page.getByLabel('To').fill('2026-10-01')
  await expect(page.getByText('The last day must not be before the first')).toBeVisible()
  page.goBack()
  await expect(page).toHaveURL(`${address}?kinds=conversation%2Cpayment&from=2026-11-01`)
})

it('time of a conversation goes back with the time and the reason filled in', tags('D153'), async () => {
  let given = 0
  serveCustomers(server, () => [{ ...talk, facts: { ...talk.facts, credited: given } }])
  server.answer(calls.creditConversation, ({ body }) => {
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
  await expect(toastOf().filter({ hasText: 'Time Given Back' })).toContainText('0:30 went back to the balance.')
  await expect.poll(() => server.asked(calls.creditConversation).at(-1)?.body).toMatchObject({ seconds: 30 })
  await expect(page.getByRole('button', { name: /^Credit/ })).toHaveCount(0)
})

it('a mail is sent again from its line, and somebody is signed out everywhere', async () => {
  server.answer(calls.resendMail, { success: true })
  server.answer(calls.signOutCustomer, { success: true })
  await page.goto(address)
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect(toastOf().filter({ hasText: 'Email Sent' })).toContainText(ben.email)
  await expect.poll(() => server.asked(calls.resendMail).map(({ params }) => params)).toEqual([{ id: receiptMail.id }])
  server.refuse(calls.resendMail, 'no_longer_needed')
  await page.getByRole('button', { name: 'Send Again' }).click()
  const failed = toastOf().filter({ hasText: 'Failed to send the email' })
  await expect(failed).toContainText('This is already done, so there is nothing to send.')
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastOf().filter({ hasText: 'Signed Out Everywhere' })).toBeVisible()
  await expect.poll(() => server.asked(calls.signOutCustomer)).toHaveLength(1)
})

it('staff are offered what their role does, and nobody money for their own account', async () => {
  as({ ...adminMe, id: ben.id })
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Send Again' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Credit 0:41 back$|^Refund$/ })).toHaveCount(0)
  as({ ...adminMe, staffRole: 'read_only' })
  await page.goto(address)
  await expect(lines()).toHaveCount(everything.length)
  for (const name of ['Credit 0:41 back', 'Refund', 'Send Again', 'Sign Out Everywhere', 'Add Note']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  as({ ...adminMe, staffRole: 'content' })
  await page.goto(address)
  await expect(page.getByText('Your role doesn’t include customer pages')).toBeVisible()
})

it('an erased person, an unknown one and a failure each say so', async () => {
  serveCustomers(server, () => [])
  server.answer(calls.customer, { ...benPage, user: null, erasedAt: '2026-11-20T08:00:00.000Z', devices: [] })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible()
  await expect(page.getByText('Erased on Nov 20, 2026')).toBeVisible()
  await expect(page.getByText('Nothing happened yet')).toBeVisible()
  server.refuse(calls.customer, 'user_not_found')
  await page.reload()
  await expect(page.getByText('This user does not exist')).toBeVisible()
})

beforeEach(() => as(adminMe))

const organizationAddress = `/admin/organizations/${acmePage.organization.id}`

it('an organization has one page for plan, pool, members and everything that happened', async () => {
  serveCustomers(server, () => [talk])
  await page.goto(organizationAddress)
  await expect(page.getByRole('heading', { level: 1, name: acmePage.organization.name })).toBeVisible()
  await expect(page.getByText('Canceled, ends on Dec 22, 2026')).toBeVisible()
  await expect(page.getByText('$12.50 since Nov 1, 2026')).toBeVisible()
  const members = page.getByRole('list', { name: 'Members' })
  await expect(members.getByRole('link')).toHaveText(['Ben Reed', 'mia@example.com'])
  await expect(members.getByRole('link').first()).toHaveAttribute('href', `/admin/users/${ben.id}`)
  const kinds = page.getByRole('group', { name: 'Show' })
  await expect(kinds.getByRole('button', { name: 'Declines' })).toBeVisible()
  // Only a person writes messages and signs in.
  await expect(kinds.getByRole('button', { name: /Messages|Security/ })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('link', { name: 'Ben Reed' })).toBeVisible()
  // Its menu does not lead to the page itself.
  await page.getByRole('button', { name: `Actions: ${acmePage.organization.name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Open Dashboard' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Customer Page' })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

it('time of a conversation in a pool goes back to the pool, and the page says so', async () => {
  const { id, name } = acmePage.organization
  serveCustomers(server, () => [{ ...talk, organization: { id, name } }])
  server.answer(calls.creditConversation, { success: true, creditBalance: 150 })
  await page.goto(organizationAddress)
  await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit Back' }).click()
  await expect(toastOf()).toContainText(`0:41 went back to the pool of ${name}.`)
})

it('an unknown organization says so', async () => {
  serveCustomers(server)
  server.refuse(calls.organizationCustomer, 'organization_not_found')
  await page.goto(organizationAddress)
  await expect(page.getByText('This organization does not exist')).toBeVisible()
})
