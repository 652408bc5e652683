import sharp from 'sharp'
import * as agents from '../../kit/browser/admin-agents.ts'
import * as luna from '#tests/screens.ts'
import { act, expect, page, type Person, rowsOf, tagged, test } from '#tests/screens.ts'
import { organizationWith, putInto } from '../organizations/organizations.ts'
import { actsOf, openRow, platformAdmin } from './admin.ts'

const { callAs, choose, closeToasts, enter, expectRow, expectTitle, sql, subscriber, toastOf } = luna

const ofUsers = 'gate S423 S424 S425 D44 D143 D145 D153'
test('an admin manages a user: credits, refund, status, role, deletion and restoring', tagged(ofUsers), async () => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const [one, two] = [await organizationWith(ada), await organizationWith(ada)]
  await putInto(one.id, ben)
  await putInto(two.id, ben)
  const person = () =>
    sql('select role, is_active, removed_at is not null as is_removed from users where id = $1', [ben.id])
  await enter(ada)
  await openRow('users', ben.email)
  await giveAndRefund()
  const dialog = page.getByRole('dialog')
  await act(page, 'Ben Reed', 'Change Role')
  await dialog.getByRole('radio', { name: 'Organization Admin' }).click()
  await luna.findAndChoose(page, 'Organization', `${two.name} (member)`)
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expectTitle(page, 'User role updated successfully')
  const runBy = "select organization_id::integer as id from organization_user where user_id = $1 and role = 'admin'"
  expect(await sql(runBy, [ben.id])).toEqual([{ id: two.id }])
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate User' }).click()
  await expectTitle(page, 'User status updated successfully')
  expect(await person()).toEqual([{ role: 'organization_admin', is_active: false, is_removed: false }])
  await closeToasts(page)
  await act(page, 'Ben Reed', 'Activate')
  await expectTitle(page, 'User status updated successfully')
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Delete')
  await dialog.getByLabel('Email of this user').fill(ben.email)
  await dialog.getByRole('button', { name: 'Delete User' }).click()
  await expectTitle(page, 'User deleted successfully')
  expect(await person()).toMatchObject([{ is_removed: true }])
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page).filter({ hasText: 'User Restored' })).toBeVisible()
  expect(await person()).toMatchObject([{ is_active: true, is_removed: false }])
  const own = ['role', 'status', 'status', 'delete', 'restore'].map((action) => `user.${action}`)
  expect(await actsOf(ada)).toEqual(['credits.adjust', 'payment.refund', ...own])
})

async function giveAndRefund(): Promise<void> {
  const dialog = page.getByRole('dialog')
  await act(page, 'Ben Reed', 'Adjust Credits')
  await dialog.getByLabel('Minutes').fill('12')
  await dialog.getByLabel('Reason').fill('Good will')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The balance is now 162 credits.')
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Refund a Payment')
  await dialog.getByRole('radio', { name: /Uplift/ }).click()
  await dialog.getByLabel('Amount in dollars').fill('5')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf(page)).toContainText('$5.00 will go back to the card.')
  await closeToasts(page)
}

const ofAgents = 'gate S312 S426 S427 S428 S492 S494 D57 D146 D147 D148'
test('an agent is created, found, deactivated, made private and deleted', tagged(ofAgents), async () => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const firm = await organizationWith(ada)
  const name = `Zephyr ${Date.now()}`
  const isSeen = async () => (await callAs<{ name: string }[]>(ben, '/api/agents')).some((one) => one.name === name)
  await enter(ada)
  await page.goto('/admin?tab=agents')
  const made = await agents.openCreate(page)
  await agents.fillIn(page, name)
  const picture = sharp({ create: { width: 320, height: 180, channels: 3, background: '#0e7490' } })
  const image = { name: 'a.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() }
  await made.getByLabel('Picture of the agent').setInputFiles(image)
  await expectRow(page, 'S656')
  const preview = made.getByRole('img', { name: 'Preview' })
  await expect.poll(() => preview.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1024)
  await closeToasts(page)
  await made.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S652')
  await agents.find(page, name)
  await expect(rowsOf(page)).toContainText(['Synced'])
  const [row] = await sql('select image_url, price, rating_tenths, created_by from agent where name = $1', [name])
  expect(row).toMatchObject({ price: '0.00', rating_tenths: 50, created_by: ada.id })
  expect(await isSeen()).toBe(true)
  await closeToasts(page)
  for (const [action, seen] of Object.entries({ Deactivate: false, Activate: true })) {
    await act(page, name, action)
    await expectRow(page, 'S653')
    expect(await isSeen()).toBe(seen)
    await closeToasts(page)
  }
  await act(page, name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await expect(
    dialog
      .getByRole('group', { name: /^Organizations/ })
      .getByRole('checkbox')
      .first(),
  ).toBeVisible()
  // The search field appears only above a long list.
  const search = dialog.getByRole('searchbox', { name: 'Search organizations' })
  if ((await search.count()) > 0) await search.fill(firm.name)
  await dialog.getByRole('checkbox', { name: firm.name }).check()
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText([`Private: ${firm.name}`])
  expect(await isSeen()).toBe(false)
  await closeToasts(page)
  await act(page, name, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Agent' }).click()
  await expectRow(page, 'S654')
  await expect(page.getByText('No agents found')).toBeVisible()
  expect(await sql('select id from agent where name = $1', [name])).toEqual([])
})

interface Message {
  id: string
  subject: string
  message: string
  seenAt: string | null
}

const mailOf = (person: Person) => callAs<Message[]>(person, '/api/user/communications')

const ofMessages = 'gate S434 S603 S604 D64 D65'
test('an admin answers one and writes to all, and people lose what is withdrawn', tagged(ofMessages), async () => {
  const [ada, bob, ben] = [await platformAdmin(), await platformAdmin('Bob'), await luna.registered('Ben')]
  const subject = `Invoice of ${Date.now()}`
  const { id } = await callAs<Message>(ben, '/api/user/communications', { subject, message: 'Where is it?' })
  await enter(ada)
  await page.goto('/admin?tab=communications')
  await page.getByRole('searchbox', { name: 'Search threads' }).fill(subject)
  await choose(page, 'Filter by box', 'Unread')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('link', { name: subject }).click()
  await page.getByLabel('Your message').fill('On your account page.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(toastOf(page)).toContainText('Message Sent')
  const answer = (await mailOf(ben)).find(({ message }) => message === 'On your account page.')
  expect(answer).toMatchObject({ inReplyTo: id })
  await expect.poll(async () => (await mailOf(ben)).find((one) => one.id === id)?.seenAt).toMatch(/Z$/)
  // It is no longer unread for this admin, but still for the other one.
  await page.getByRole('link', { name: 'All Communications' }).click()
  await expect(page.getByText('No threads found')).toBeVisible()
  const unread = `/api/admin/communications?box=unread&search=${encodeURIComponent(subject)}`
  expect(await callAs(bob, unread)).toHaveLength(1)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await closeToasts(page)

  const news = `News of ${Date.now()}`
  await page.getByRole('button', { name: 'New Message' }).click()
  await page.getByLabel('Subject').fill(news)
  await page.getByLabel('Message', { exact: true }).fill('There is something new.')
  await choose(page, 'Priority', 'High')
  await page.getByRole('button', { name: 'Send Message' }).click()
  const asking = page.getByRole('alertdialog')
  await asking.getByRole('button', { name: 'Send to Everyone' }).click()
  await expectTitle(page, 'Message Sent')
  expect((await mailOf(ben))[0]).toMatchObject({ subject: news, priority: 'high' })
  await page.getByRole('link', { name: news }).click()
  await page.getByRole('button', { name: `Withdraw: ${news}, Ada Reed` }).click()
  await asking.getByRole('button', { name: 'Withdraw Message' }).click()
  await expect(page.getByText('There is nothing here')).toBeVisible()
  expect((await mailOf(ben)).map((one) => one.subject)).not.toContain(news)
})
