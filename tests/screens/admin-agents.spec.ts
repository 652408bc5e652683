import fs from 'node:fs'
import sharp from 'sharp'
import { checkerNoise } from '../kit/accessible.ts'
import {
  choosePrivate,
  fillIn,
  find,
  freshName,
  freshOrganization,
  madeBy,
  marketplaceOf,
  openAgents,
  openCreate,
  optionsOf,
} from './admin-agents.ts'
import { act, platformAdmin, rowsOf } from './admin.ts'
import { choose } from '../kit/choosing.ts'
import { breakWrites } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { enter, sql, subscriber } from './people.ts'
import { expectRow, expectTitle } from '../kit/toasts.ts'
import { closeToasts, hold, toastOf } from '../kit/watch.ts'

test.use({ expectedNoise: checkerNoise })

const ofNew = [
  'CRM & Automation',
  'Sales & Marketing',
  'Operations',
  'Mindset & Growth',
  'Finance & Accounting',
  'Customer Service',
  'Systems',
]
const ofPresent = ['Business Strategy', 'Marketing', 'Sales', 'Operations', 'Finance', 'HR', 'Technology', 'Leadership']

test('a public agent is created with its picture, synced, listed and in the marketplace (S312, S426, S427, S477, S494, S652, S656, D57, D148)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  await enter(context, ada)
  await openAgents(page)
  const dialog = await openCreate(page)
  await expect(dialog.getByLabel('Price per minute')).toHaveAttribute('placeholder', '0.05')
  await expect(dialog.getByLabel('Rating')).toHaveAttribute('placeholder', '4.8')
  await expect(dialog.getByText('JPG, JPEG or PNG, up to 5 MB')).toBeVisible()
  const options = await optionsOf(page, 'Category')
  expect(options.slice(0, 7)).toEqual(ofNew)
  expect(options.toSorted()).toEqual([...new Set([...ofNew, ...ofPresent])].toSorted())

  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Please choose a category')).toBeVisible()
  const name = freshName()
  await fillIn(page, name)
  const png = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#0e7490' } })
    .png()
    .toBuffer()
  const release = await hold(page, '**/api/upload')
  await dialog.getByLabel('Picture of the agent').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
  await expect(dialog.getByText('Uploading…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Agent' })).toBeDisabled()
  await release()
  await expectRow(page, 'S656')
  const preview = dialog.getByRole('img', { name: 'Preview' })
  await expect(preview).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024)
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S652')
  await expect(dialog).toHaveCount(0)
  await find(page, name)
  await expect(rowsOf(page)).toContainText(['Synced'])
  const [row] = await sql('select image_url, price, rating_tenths, created_by from agent where name = $1', [name])
  expect(row).toMatchObject({ price: '0.00', rating_tenths: 50, created_by: ada.id })
  await page.goto(`/marketplace?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('article', { name })).toContainText('Plans the week with you')
})

test('an agent is edited: fields, switches and organizations, and only what changed is sent; a failure takes it back (S426, S428, S476, S492, S633, S653, D57, D161)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const firm = await freshOrganization(ada)
  const agent = await madeBy(ada, { category: 'Old Category', price: '0.25' })
  await enter(context, ada)
  await openAgents(page, agent.name)
  await act(page, agent.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(agent.name)
  await expect(dialog.getByLabel('Price per minute')).toHaveValue('0.25')
  const options = await optionsOf(page, 'Category')
  expect(options.slice(0, 8)).toEqual(ofPresent)
  expect(options).toContain('Old Category')
  expect(options).toHaveLength(15)
  await dialog.getByLabel('Rating').fill('5.5')
  await dialog.getByLabel('System prompt').fill('You plan the week.')
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expect(dialog.getByText('Please enter a rating from 0 to 5, with at most one decimal')).toBeVisible()
  await dialog.getByLabel('Rating').fill('4.8')
  await dialog.getByRole('checkbox', { name: 'Premium' }).check()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  expect((await sent).postDataJSON()).toEqual({ rating: 4.8, systemPrompt: 'You plan the week.', isPremium: true })
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText(['Premium'])
  await closeToasts(page)

  const mend = await breakWrites('agent', 'update', ada)
  await act(page, agent.name, 'Deactivate')
  await expectTitle(page, 'Failed to update agent')
  await expect(rowsOf(page)).not.toContainText('Inactive')
  await mend()
  await closeToasts(page)
  await act(page, agent.name, 'Deactivate')
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText(['Inactive'])
  const isSeen = async () => (await marketplaceOf(ben)).some(({ name }) => name === agent.name)
  expect(await isSeen()).toBe(false)
  await closeToasts(page)
  await act(page, agent.name, 'Activate')
  await expectRow(page, 'S653')
  expect(await isSeen()).toBe(true)
  await closeToasts(page)

  await act(page, agent.name, 'Edit')
  await choosePrivate(dialog, firm.name)
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText([`Private: ${firm.name}`])
  expect(await isSeen()).toBe(false)
})

test('deleting asks first; the agent is gone from list and marketplace; what cannot be deleted stays (S426, S633, S654, D146, D161)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  const mend = await breakWrites('agent', 'delete', ada)
  await act(page, agent.name, 'Delete')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It leaves the marketplace and every organization at once')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete agent')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page)).toContainText([agent.name])
  await mend()
  await closeToasts(page)
  await act(page, agent.name, 'Delete')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expectRow(page, 'S654')
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page.getByText('0 agents')).toBeFocused()
  expect(await sql('select id from agent where id = $1', [agent.id])).toEqual([])
})

test('the list is filtered, sorted and downloaded (D150)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const word = freshName()
  await madeBy(ada, { name: `${word} A`, isPremium: true, rating: 1.5 })
  await madeBy(ada, { name: `${word} B`, isActive: false, rating: 4.5 })
  await enter(context, ada)
  await openAgents(page)
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(word)
  await expect(rowsOf(page)).toContainText([`${word} A`, `${word} B`])
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await expect(rowsOf(page)).toContainText([`${word} B`, `${word} A`])
  await choose(page, 'Filter by status', 'Inactive')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.reload()
  await expect(rowsOf(page)).toContainText([`${word} B`])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const text = fs.readFileSync(await download.path(), 'utf8')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain(`${word} B`)
})
