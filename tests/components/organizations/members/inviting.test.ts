import { invitations, inviteMember, resendInvitation, revokeInvitation } from '#contract/organizations/invitations.ts'
import * as bulk from '#contract/organizations/bulk-invitations.ts'
import { chooseIn, optionsOf } from '#tests/components/admin/panel.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { batchOfTwo, dora, judged, openDay } from '#tests/pages/organizations/members/bulk.ts'
import { serveMembers, usersTab } from '#tests/pages/organizations/members/members.ts'
import { olga, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { ownerMe } from '#tests/pages/people.ts'
import * as acme from '../organization.ts'
import { openPerson, rowOf } from './people.ts'

const { bodies, button, confirm, dialog, expectFault, expectTexts, expectToast, list, main, press, question, valueOf } =
  acme

const form = page.getByRole('form', { name: 'Invite a member' })
const many = page.getByRole('form', { name: 'Invite many by email' })
const people = many.getByLabel('People')
const judgedRows = page.getByRole('table', { name: 'Rows of the list' }).getByRole('row')
const batches = acme.itemsOf('Batches and shared links')
const batch = (name: string) => batches.filter({ hasText: name })
const check = () => button('Review List', many).click()
const openBulk = () => page.goto('/organization-dashboard?tab=bulk')
const send = () => button('Send Invitation', form).click()

async function fillForm(): Promise<void> {
  await form.getByLabel('Email').fill(dora.email)
  await form.getByLabel('First name').fill('Dora')
  await form.getByLabel('Last name').fill('Dill')
}

beforeEach(() => {
  as(ownerMe)
  serveDashboard(server)
  server.answer(bulk.bulkInvitations, [])
  serveMembers(server, olga)
})

const inviting = 'S394 S396 S466 S468 S511 S512 S513 S514 S515 S516 S641 D114 D117'
it('invites one person, again, and revokes it', tags(inviting), async () => {
  server.answer(inviteMember, () => {
    server.answer(invitations, [dora])
    return dora
  })
  server.answer(resendInvitation, dora)
  server.answer(revokeInvitation, () => {
    server.answer(invitations, [{ ...dora, status: 'revoked' }])
    return { ...dora, status: 'revoked' as const }
  })
  await page.goto(usersTab)
  await form.getByLabel('Email').fill('x')
  await send()
  await expectTexts(form, 'Please enter a first name', 'Please enter a last name')
  await expectFault(form, 'Email', 'Please enter a valid email address')
  const choices = { Role: 'Admin', Category: 'Employees', 'Access level': 'Premium' }
  await fillForm()
  expect(await optionsOf('Role')).toEqual(['Choose…', 'Member', 'Admin'])
  for (const name of Object.keys(choices)) await chooseIn(list(name), 'Choose…')
  await send()
  await expectTexts(form, 'Please select a role', 'Please select a category', 'Please select an access level')
  expect(bodies(inviteMember)).toEqual([])
  for (const [name, option] of Object.entries(choices)) await chooseIn(list(name), option)
  await send()
  await expectToast('Invitation Sent')
  const named = { email: dora.email, firstName: 'Dora', lastName: 'Dill' }
  const chosen = { role: 'admin', userCategory: 'Employees', accessLevel: 'premium' }
  expect(bodies(inviteMember)).toMatchObject([{ ...named, ...chosen }])
  await expect(form.getByLabel('Email')).toHaveValue('')
  await expectTexts(rowOf('Dora Dill'), 'Invited', 'Pending', 'Employees')
  const details = await openPerson('Dora Dill')
  await expect(details).toContainText('Employees · Member · Standard')
  await press(button('Resend: Dora Dill', details), 'Invitation Sent')
  await press(button('Revoke: Dora Dill', details), 'Invitation Revoked')
  await expect(rowOf('Dora Dill')).toHaveCount(0)
  expect(server.asked(revokeInvitation).map(({ params }) => params.id)).toEqual([dora.id])
})

it('a list is checked row by row, and sent once the number is confirmed', tags('S386 S387 D118 D200'), async () => {
  const spring = { ...batchOfTwo, batchName: 'Spring', userCategory: 'Employees' as const }
  server.answer(bulk.bulkInvite, ({ body: { dryRun } }) => {
    if (dryRun) return judged
    server.answer(bulk.bulkInvitations, [spring])
    return { ...judged, seatsLeft: 5, sentCount: 2, bulkInvitation: spring }
  })
  await openBulk()
  await expect(page.getByText('Nothing sent or shared yet')).toBeVisible()
  await check()
  await expect(many.getByText('Please enter at least one person')).toBeVisible()
  // A stray byte in a file spoils one character, and the page says so.
  const bytes = Buffer.from('ada@example.com,Zoë,Zo\u00EB', 'utf8').subarray(0, -1)
  await many.getByLabel('CSV file').setInputFiles({ name: 'team.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(many).toContainText("We couldn't read 1 character in this file")
  const { rows } = judged
  await people.fill(['E-mail;First name', ...rows.map(({ email, firstName }) => `${email};${firstName}`)].join('\n'))
  await expect(many.getByText('6 of 500 rows')).toBeVisible()
  await many.getByLabel('Name (optional)').fill('Spring')
  await many.getByLabel('Note (optional)').fill('See you on Monday.')
  await chooseIn(many.getByRole('combobox', { name: 'Category' }), 'Employees')
  await many.getByLabel('Expires after (days)').fill('0')
  await check()
  await expect(many.getByText('Please enter a number from 1 to 90')).toBeVisible()
  await many.getByLabel('Expires after (days)').fill('20')
  expect(bodies(bulk.bulkInvite)).toEqual([])
  await check()

  await expect(judgedRows.filter({ hasText: /Ready/ })).toHaveCount(2)
  for (const { email, state, message } of rows.slice(2)) {
    const row = judgedRows.filter({ hasText: email }).filter({ hasText: message ?? '' })
    await expect(row).toContainText(state === 'duplicate' ? 'Duplicate' : email)
  }
  await expect(valueOf('Will be invited')).toHaveText('2')
  await expect(valueOf('Left out')).toHaveText('4')
  await expect(valueOf('Seats left')).toHaveText('7')
  await main.getByRole('button', { name: /^Problems/ }).click()
  await expect(judgedRows.filter({ hasText: /Ready/ })).toHaveCount(0)
  await button('Change the List').click()
  await expect(people).toHaveValue(/nobody;$/)
  await expect(many.getByLabel('Name (optional)')).toHaveValue('Spring')
  await check()
  await button('Send 2 Invitations').click()
  await expect(page.getByText('2 people were invited')).toBeVisible()
  await expect(page.getByRole('heading', { name: '4 rows were left out' })).toBeVisible()
  await expect(batches).toHaveText([/Spring.*2 invited · 0 joined · 2 open/])
  const sent = bodies(bulk.bulkInvite)
  expect(sent.map(({ dryRun }) => dryRun)).toEqual([true, true, false])
  expect(sent[2]).toMatchObject({
    batchName: 'Spring',
    note: 'See you on Monday.',
    userCategory: 'Employees',
    expiresInDays: 20,
    rows: rows.map(({ email, firstName }) => (firstName ? { email, firstName } : { email })),
  })
  await button('Download Rows Left Out').click()
  expect(await page.savedText()).toMatch(/mia\.member@example\.com.*This person is already a member\./)
  await button('Invite More').click()
  await expect(people).toHaveValue('')
})

it('a batch is sent again or revoked, and a link is revoked, after a question', tags('D118 D119'), async () => {
  server.answer(bulk.bulkInvitations, [batchOfTwo, openDay])
  server.answer(bulk.resendBulkInvitation, { sentCount: 2 })
  server.answer(bulk.revokeBulkInvitation, ({ params: { id } }) => {
    const all = [batchOfTwo, openDay].map((one) => (one.id === id ? { ...one, isActive: false, pendingCount: 0 } : one))
    server.answer(bulk.bulkInvitations, all)
    return all.find((one) => one.id === id) ?? openDay
  })
  await openBulk()
  await expectTexts(batch('Batch of 2'), 'Members · Member · Standard', 'Sent Nov 20, 2026 · expires Dec 4, 2026')
  await expect(batch('Open day')).toContainText('0 of 5 uses')
  for (const [act, name, no, yes, toast] of [
    ['Resend', 'Batch of 2 people', 'Not Now', 'Send 2 Invitations', '2 new links are on the way'],
    ['Revoke', 'Batch of 2 people', 'Keep Invitations', 'Revoke 2 Invitations', 'Invitations Revoked'],
    ['Revoke', 'Open day', 'Keep Link', 'Revoke Link', 'Link Revoked'],
  ] as const) {
    const before = server.calls.filter((call) => call.startsWith('POST')).length
    await button(`${act}: ${name}`).click()
    await confirm(no)
    await expect(question).toHaveCount(0)
    expect(server.calls.filter((call) => call.startsWith('POST'))).toHaveLength(before)
    await button(`${act}: ${name}`).click()
    await confirm(yes, toast)
    if (act === 'Resend') continue
    await expect(batch(name)).toContainText('Revoked')
    await expect(batch(name).getByRole('button')).toHaveCount(0)
  }
  expect(server.asked(bulk.resendBulkInvitation).map(({ params }) => params)).toEqual([{ id: batchOfTwo.id }])
  const revoked = server.asked(bulk.revokeBulkInvitation).map(({ params }) => params.id)
  expect(revoked).toContain(batchOfTwo.id)
  expect(revoked.at(-1)).toBe(openDay.id)
})

it('a link is created, copied once, and says how it ended', tags('S387 S446 D119'), async () => {
  const address = 'https://luna.test/join/k3J9xQ2mV7sT1bWc8Zr4Yn6Lp0HdGfEaUiOoRtKq5Me'
  const once = { ...openDay, maxUses: 1 }
  server.answer(bulk.createInvitationLink, () => {
    server.answer(bulk.bulkInvitations, [once])
    return { ...once, url: address }
  })
  await openBulk()
  await button('Create a Shared Link').click()
  await expect(dialog.getByLabel('Role')).toBeVisible()
  expect(await optionsOf('Role')).toEqual(['Member', 'Guest'])
  await dialog.getByLabel('Name (optional)').fill('Open day')
  await dialog.getByLabel('Maximum uses').fill('1001')
  await dialog.getByLabel('Only for this domain').fill('nonsense')
  await button('Create Link', dialog).click()
  await expectTexts(dialog, 'Please enter a number from 1 to 1,000', 'Please enter a domain such as example.com')
  expect(bodies(bulk.createInvitationLink)).toEqual([])
  await dialog.getByLabel('Maximum uses').fill('1')
  await dialog.getByLabel('Only for this domain').fill('')
  await button('Create Link', dialog).click()
  await expect(dialog.getByLabel('Address of the link')).toHaveValue(address)
  await press(button('Copy Link', dialog), 'Link Copied')
  expect(await page.window.navigator.clipboard.readText()).toBe(address)
  await button('Done', dialog).click()
  await expect(batch('Open day')).toContainText('0 of 1 uses')
  await expect(page.getByText(address)).toHaveCount(0)
  const defaults = { note: '', role: 'member', accessLevel: 'standard', userCategory: 'Members', expiresInDays: 30 }
  const sent = { ...defaults, batchName: 'Open day', maxUses: 1, emailDomain: null }
  expect(bodies(bulk.createInvitationLink)).toEqual([sent])

  server.answer(bulk.bulkInvitations, [
    { ...openDay, id: '1', batchName: 'Full', currentUses: 5, acceptedCount: 5, expiresAt: '2999-12-04T08:00:00.000Z' },
    { ...openDay, id: '2', batchName: 'Old', expiresAt: new Date(Date.now() - 1000).toISOString() },
    { ...openDay, id: '3', batchName: 'Gone', isActive: false },
    {
      ...openDay,
      id: '4',
      batchName: 'For friends',
      emailDomain: 'example.com',
      expiresAt: '2999-12-04T08:00:00.000Z',
    },
  ])
  await openBulk()
  for (const [name, state] of [
    ['Full', 'Used up'],
    ['Old', 'Expired'],
    ['Gone', 'Revoked'],
  ] as const) {
    await expect(batch(name)).toContainText(state)
    await expect(batch(name).getByRole('button')).toHaveCount(0)
  }
  await expect(batch('Full')).toContainText('5 of 5 uses')
  await expect(batch('For friends')).toContainText('only @example.com')
  await expect(batch('For friends').getByRole('button')).toHaveText(['Revoke'])
})
