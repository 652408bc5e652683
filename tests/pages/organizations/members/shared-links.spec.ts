import {
  bulkInvitations,
  createInvitationLink,
  revokeBulkInvitation,
} from '#contract/organizations/bulk-invitations.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { as, closeToasts, expect, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { batches, openBulk, openDay } from './bulk.ts'
import { serveOrganization } from './joined-organization.ts'

const address = 'https://luna.test/join/k3J9xQ2mV7sT1bWc8Zr4Yn6Lp0HdGfEaUiOoRtKq5Me'

test.beforeEach(async () => {
  await page.clock.setFixedTime(new Date('2026-11-20T08:00:00Z'))
  as(ownerMe)
  serveOrganization(server, ownerMe)
  server.answer(bulkInvitations, [])
  server.answer(invitations, [])
})

test('a link is created for members or guests, and its address is shown and copied only once (S387, S446, D119)', async ({
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  server.answer(createInvitationLink, () => {
    server.answer(bulkInvitations, [{ ...openDay, maxUses: 1 }])
    return { ...openDay, maxUses: 1, url: address }
  })
  await openBulk(page)
  await page.getByRole('button', { name: 'Create a Shared Link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shared Link' })
  await expect(async () => {
    if ((await page.getByRole('option').count()) === 0) await dialog.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option')).toHaveText(['Member', 'Guest'], { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Name (optional)').fill('Open day')
  await dialog.getByLabel('Maximum uses').fill('1001')
  await dialog.getByLabel('Only for this domain').fill('nonsense')
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  await expect(dialog.getByText('Please enter a number from 1 to 1,000')).toBeVisible()
  await expect(dialog.getByText('Please enter a domain such as example.com')).toBeVisible()
  expect(server.asked(createInvitationLink)).toEqual([])
  await dialog.getByLabel('Maximum uses').fill('1')
  await dialog.getByLabel('Only for this domain').fill('')
  await dialog.getByRole('button', { name: 'Create Link' }).click()
  await expect(dialog.getByLabel('Address of the link')).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toastOf(page)).toContainText('Link Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(batches(page).filter({ hasText: 'Open day' })).toContainText('0 of 1 uses')
  await expect(page.getByText(address)).toHaveCount(0)
  expect(server.asked(createInvitationLink).map(({ body }) => body)).toEqual([
    {
      batchName: 'Open day',
      note: '',
      role: 'member',
      accessLevel: 'standard',
      userCategory: 'Members',
      maxUses: 1,
      expiresInDays: 30,
      emailDomain: null,
    },
  ])
})

test('a link that is used up, expired or revoked says so and offers nothing', tagged('S446 D119'), async () => {
  server.answer(bulkInvitations, [
    { ...openDay, id: '1', batchName: 'Full', currentUses: 5, acceptedCount: 5 },
    { ...openDay, id: '2', batchName: 'Old', expiresAt: '2026-11-20T07:59:00.000Z' },
    { ...openDay, id: '3', batchName: 'Gone', isActive: false },
    { ...openDay, id: '4', batchName: 'For friends', emailDomain: 'example.com' },
  ])
  await openBulk(page)
  for (const [name, state] of [
    ['Full', 'Used up'],
    ['Old', 'Expired'],
    ['Gone', 'Revoked'],
  ] as const) {
    const row = batches(page).filter({ hasText: name })
    await expect(row).toContainText(state)
    await expect(row.getByRole('button')).toHaveCount(0)
  }
  await expect(batches(page).filter({ hasText: 'Full' })).toContainText('5 of 5 uses')
  const open = batches(page).filter({ hasText: 'For friends' })
  await expect(open).toContainText('only @example.com')
  await expect(open.getByRole('button')).toHaveText(['Revoke'])
})

test('a link is revoked after a confirmation', tagged('D119'), async () => {
  server.answer(bulkInvitations, [openDay])
  server.answer(revokeBulkInvitation, () => {
    server.answer(bulkInvitations, [{ ...openDay, isActive: false }])
    return { ...openDay, isActive: false }
  })
  await openBulk(page)
  const row = batches(page).filter({ hasText: 'Open day' })
  await expect(row).toContainText('0 of 5 uses')
  await row.getByRole('button', { name: 'Revoke: Open day' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep Link' }).click()
  await expect(question).toHaveCount(0)
  expect(server.asked(revokeBulkInvitation)).toEqual([])
  await row.getByRole('button', { name: 'Revoke: Open day' }).click()
  await question.getByRole('button', { name: 'Revoke Link' }).click()
  await expect(toastOf(page)).toContainText('Link Revoked')
  await expect(row).toContainText('Revoked')
  expect(server.asked(revokeBulkInvitation).map(({ params }) => params)).toEqual([{ id: openDay.id }])
})
