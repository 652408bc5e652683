import fs from 'node:fs/promises'
import {
  bulkInvitations,
  bulkInvite,
  resendBulkInvitation,
  revokeBulkInvitation,
} from '#contract/organizations/bulk-invitations.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import {
  as,
  chooseIn,
  closeToasts,
  expect,
  type FakeServer,
  ownerMe,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { batches, batchOfTwo, figure, form, judged, openBulk, people, rows } from './bulk.ts'
import { serveOrganization } from './joined-organization.ts'

test.beforeEach(async () => {
  await page.clock.setFixedTime(new Date('2026-11-20T08:00:00Z'))
  as(ownerMe)
  serveOrganization(server, ownerMe)
  server.answer(bulkInvitations, [])
  server.answer(invitations, [])
})

const list = [
  'E-mail;First name',
  'ada@example.com;Ada',
  'alan@example.com;Alan',
  'ada@example.com',
  'mia.member@example.com',
  'pending@example.com',
  'nobody',
]

/** Checks that exactly the confirmed rows were sent. */
function expectSent(server: FakeServer): void {
  const sent = server.asked(bulkInvite).map(({ body }) => body)
  expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, true, false])
  expect(sent[2]).toMatchObject({
    batchName: 'Spring',
    note: 'See you on Monday.',
    userCategory: 'Employees',
    expiresInDays: 20,
    rows: [
      { email: 'ada@example.com', firstName: 'Ada' },
      { email: 'alan@example.com', firstName: 'Alan' },
      {},
      {},
      {},
      {},
    ],
  })
}

/** Checks that two of six rows can be invited, and that the others each say why not. */
async function expectJudged(page: Page): Promise<void> {
  await expect(rows(page).filter({ hasText: /Ready/ })).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Duplicate' })).toContainText('This address appears twice.')
  await expect(rows(page).filter({ hasText: 'mia.member' })).toContainText('This person is already a member.')
  await expect(rows(page).filter({ hasText: 'pending@' })).toContainText('This person already has an open invitation.')
  await expect(rows(page).filter({ hasText: /Invalid/ })).toContainText('nobody')
  await expect(figure(page, 'Will be invited')).toContainText('2')
  await expect(figure(page, 'Left out')).toContainText('4')
  await expect(figure(page, 'Seats left')).toContainText('7')
}

test('a list is checked row by row, and sent once the number of people is confirmed (S386, S387, D118)', async () => {
  server.answer(bulkInvite, ({ body: { dryRun } }) => {
    if (dryRun) return judged
    const spring = { ...batchOfTwo, batchName: 'Spring', userCategory: 'Employees' as const }
    server.answer(bulkInvitations, [spring])
    return { ...judged, seatsLeft: 5, sentCount: 2, bulkInvitation: spring }
  })
  await openBulk(page)
  await expect(page.getByRole('tab', { name: 'Bulk Invitations', selected: true })).toBeVisible()
  await expect(page.getByText('Nothing sent or shared yet')).toBeVisible()
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await expect(form(page).getByText('Please enter at least one person')).toBeVisible()

  await people(page).fill(list.join('\n'))
  await expect(form(page).getByText('6 of 500 rows')).toBeVisible()
  await form(page).getByLabel('Name (optional)').fill('Spring')
  await form(page).getByLabel('Note (optional)').fill('See you on Monday.')
  await chooseIn(form(page).getByRole('combobox', { name: 'Category' }), 'Employees')
  await form(page).getByLabel('Open for (days)').fill('0')
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await expect(form(page).getByText('Please enter a number from 1 to 90')).toBeVisible()
  await form(page).getByLabel('Open for (days)').fill('20')
  expect(server.asked(bulkInvite)).toEqual([])
  await form(page).getByRole('button', { name: 'Check the List' }).click()

  await expectJudged(page)
  await page.getByRole('button', { name: 'Problems 4' }).click()
  await expect(rows(page).filter({ hasText: /Ready/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Change the List' }).click()
  await expect(people(page)).toHaveValue(/nobody$/)
  await expect(form(page).getByLabel('Name (optional)')).toHaveValue('Spring')
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await page.getByRole('button', { name: 'Send 2 Invitations' }).click()
  await expect(page.getByText('2 people were invited')).toBeVisible()
  await expect(page.getByRole('heading', { name: '4 rows were left out' })).toBeVisible()
  await expect(batches(page)).toHaveCount(1)
  await expect(batches(page)).toContainText(['Spring'])
  await expect(batches(page)).toContainText(['2 invited · 0 joined · 2 open'])
  expectSent(server)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Rows Left Out' }).click(),
  ])
  const left = await fs.readFile(await download.path(), 'utf8')
  expect(left).toContain('mia.member@example.com')
  expect(left).toContain('This person is already a member.')
  await page.getByRole('button', { name: 'Invite More' }).click()
  await expect(people(page)).toHaveValue('')
})

test('a list comes as a file, chosen or dropped, like the example; too few seats send nothing (D116, D118)', async () => {
  server.answer(bulkInvite, { ...judged, rows: judged.rows.slice(0, 2), seatsLeft: 1 })
  await openBulk(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Example' }).click(),
  ])
  await page.getByLabel('CSV file').setInputFiles(await download.path())
  await expect(people(page)).toHaveValue(/Email,First name,Last name/)
  await expect(form(page).getByText('2 of 500 rows')).toBeVisible()

  // What Windows writes: its own encoding, in which an é is one byte.
  const bytes = Buffer.from('Email;Vorname;First name\r\nzoe@example.com;x;Zo\u00EB\r\n', 'latin1')
  await page.getByLabel('CSV file').setInputFiles({ name: 'team.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(people(page)).toHaveValue(/Zoë/)
  const workbook = { name: 'team.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\0\0') }
  await page.getByLabel('CSV file').setInputFiles(workbook)
  await expect(form(page).getByText("This isn't a CSV file.")).toBeVisible()
  await expect(people(page)).toHaveValue(/Zoë/)

  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'team.csv', { type: 'text/csv' }))
    return transfer
  }, 'ada@example.com\nalan@example.com\n')
  await people(page).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(people(page)).toHaveValue('ada@example.com\nalan@example.com\n')
  await expect(form(page).getByText("This isn't a CSV file.")).toHaveCount(0)
  await form(page).getByRole('button', { name: 'Check the List' }).click()
  await expect(page.getByText('1 more seat needed')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0)
})

test('a batch is sent again or revoked after a confirmation', tagged('D118'), async () => {
  server.answer(bulkInvitations, [batchOfTwo])
  server.answer(resendBulkInvitation, { sentCount: 2 })
  server.answer(revokeBulkInvitation, () => {
    const revoked = { ...batchOfTwo, isActive: false, pendingCount: 0 }
    server.answer(bulkInvitations, [revoked])
    return revoked
  })
  await openBulk(page)
  const row = batches(page).filter({ hasText: 'Batch of 2 people' })
  await expect(row).toContainText('Members · Member · Standard')
  await expect(row).toContainText('Sent Nov 20, 2026 · open until Dec 4, 2026')
  const question = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Resend: Batch of 2 people' }).click()
  await question.getByRole('button', { name: 'Not Now' }).click()
  await expect(question).toHaveCount(0)
  expect(server.asked(resendBulkInvitation)).toEqual([])
  await row.getByRole('button', { name: 'Resend: Batch of 2 people' }).click()
  await question.getByRole('button', { name: 'Send 2 Invitations' }).click()
  await expect(toastOf(page)).toContainText('2 new links are on the way')
  expect(server.asked(resendBulkInvitation).map(({ params }) => params)).toEqual([{ id: batchOfTwo.id }])
  await closeToasts(page)

  await row.getByRole('button', { name: 'Revoke: Batch of 2 people' }).click()
  await question.getByRole('button', { name: 'Revoke 2 Invitations' }).click()
  await expect(toastOf(page)).toContainText('Invitations Revoked')
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(server.asked(revokeBulkInvitation).map(({ params }) => params)).toEqual([{ id: batchOfTwo.id }])
})
