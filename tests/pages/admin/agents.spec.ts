import sharp from 'sharp'
import {
  type AdminAgent,
  type AdminAgentPage,
  adminAgents,
  changeAgent,
  createAgent,
  deleteAgent,
} from '#contract/agents/admin-agents.ts'
import { uploadImage } from '#contract/images/uploads.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choosePrivate, fillIn, find, openCreate } from '../../kit/browser/admin-agents.ts'
import { choose, optionsOf } from '../../kit/browser/choosing.ts'
import { expectRow, expectTitle } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { downloadList } from './admin.ts'
import { acme, openAgents, pageOf, planner, serveAgents } from './agents.ts'

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

const png = sharp({ create: { width: 32, height: 18, channels: 3, background: '#0e7490' } }).png()
const kept = `/images/${'a'.repeat(43)}`

test('the form of a new agent has its placeholders and categories, and says what is missing (S426, S477, S494, D57)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveAgents(server, () => [planner])
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
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await expect(dialog.getByText('Please choose a category')).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  expect(server.asked(createAgent)).toEqual([])
})

test('a public agent is created with its picture, synced and listed (S312, S426, S427, S652, S656, D148)', async ({
  page,
  server,
  as,
}) => {
  const all: AdminAgent[] = []
  await page.route(kept, async (route) => route.fulfill({ body: await png.toBuffer(), contentType: 'image/png' }))
  as(adminMe)
  serveAgents(server, () => all)
  await page.goto('/admin?tab=agents')
  const dialog = await openCreate(page)
  await fillIn(page, 'Zephyr')
  server.answer(uploadImage, { url: kept, imageData: 'data:image/webp;base64,' })
  const release = server.hold(uploadImage)
  const buffer = await png.toBuffer()
  await dialog.getByLabel('Picture of the agent').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(dialog.getByText('Uploading…')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Create Agent' })).toBeDisabled()
  release()
  await expectRow(page, 'S656')
  const preview = dialog.getByRole('img', { name: 'Preview' })
  await expect(preview).toHaveAttribute('src', kept)
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(32)
  expect(server.asked(uploadImage)[0]?.body.image.size).toBe(buffer.length)
  await closeToasts(page)
  server.answer(createAgent, ({ body: { name, category } }) => {
    const made: AdminAgent = { ...planner, name, category, imageUrl: kept }
    all.push(made)
    return pageOf(made)
  })
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expectRow(page, 'S652')
  await expect(dialog).toHaveCount(0)
  expect(server.asked(createAgent).map(({ body }) => body)).toEqual([
    {
      name: 'Zephyr',
      description: 'Plans the week with you',
      category: 'Systems',
      imageUrl: kept,
      elevenLabsAgentId: '',
      voiceId: '',
      systemPrompt: '',
      firstMessage: '',
      isActive: true,
      isPremium: false,
      isPrivate: false,
      price: '0.00',
      rating: 5,
    },
  ])
  await find(page, 'Zephyr')
  await expect(rowsOf(page)).toContainText(['Synced'])
})

test('an agent is edited: fields and organizations, and only what changed is sent (S426, S476, S492, S653, D57)', async ({
  page,
  server,
  as,
}) => {
  let agent: AdminAgent = planner
  as(adminMe)
  serveAgents(server, () => [agent])
  await openAgents(page)
  await act(page, planner.name, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Agent' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(planner.name)
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
  server.answer(changeAgent, ({ body: { organizationIds } }): AdminAgentPage => {
    agent = { ...planner, isPremium: true, isPrivate: Boolean(organizationIds), organizations: [acme] }
    return pageOf(agent)
  })
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText(['Premium'])
  await closeToasts(page)
  await act(page, planner.name, 'Edit')
  await choosePrivate(dialog, acme.name)
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText([`Private: ${acme.name}`])
  expect(server.asked(changeAgent).map(({ body }) => body)).toEqual([
    {
      rating: 4.8,
      systemPrompt: 'You plan the week.',
      isPremium: true,
      before: { rating: 5, systemPrompt: pageOf(planner).systemPrompt, isPremium: false },
    },
    { isPrivate: true, organizationIds: [acme.id], before: { isPrivate: false } },
  ])
})

test('an agent is switched off and on in its row; a failure reverts it (S428, S633, S653, D161)', async ({
  page,
  server,
  as,
}) => {
  let agent: AdminAgent = planner
  as(adminMe)
  serveAgents(server, () => [agent])
  await openAgents(page)
  server.break(changeAgent)
  const release = server.hold(changeAgent)
  await act(page, planner.name, 'Deactivate')
  await expect(rowsOf(page)).toContainText('Inactive')
  release()
  await expectTitle(page, 'Failed to update agent')
  await expect(rowsOf(page)).not.toContainText('Inactive')
  server.answer(changeAgent, ({ body: { isActive = true } }) => {
    agent = { ...planner, isActive }
    return pageOf(agent)
  })
  await closeToasts(page)
  await act(page, planner.name, 'Deactivate')
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).toContainText(['Inactive'])
  await closeToasts(page)
  await act(page, planner.name, 'Activate')
  await expectRow(page, 'S653')
  await expect(rowsOf(page)).not.toContainText('Inactive')
  expect(server.asked(changeAgent).map(({ body }) => body)).toEqual([
    { isActive: false },
    { isActive: false },
    { isActive: true },
  ])
})

test('deleting asks first; the agent is gone from the list; what cannot be deleted stays (S426, S633, S654, D146, D161)', async ({
  page,
  server,
  as,
}) => {
  let all = [planner]
  as(adminMe)
  serveAgents(server, () => all)
  await openAgents(page)
  await find(page, planner.name)
  server.break(deleteAgent)
  await act(page, planner.name, 'Delete')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('It disappears from the marketplace and every organization right away')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to delete agent')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf(page)).toContainText([planner.name])
  server.answer(deleteAgent, () => {
    all = []
    return { success: true as const, isArchived: false }
  })
  await closeToasts(page)
  await act(page, planner.name, 'Delete')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expectRow(page, 'S654')
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(page.getByText('0 agents')).toBeFocused()
  expect(server.asked(deleteAgent).map(({ params }) => params.id)).toEqual([planner.id, planner.id])
})

test('the list is filtered, sorted and downloaded (D150)', async ({ page, server, as }) => {
  const one = { ...planner, name: 'Zephyr A', isPremium: true, shownRating: 1.5 }
  const other = { ...planner, id: '5b0c7a52-8f6a-4a0e-9f0a-000000000002', name: 'Zephyr B', isActive: false }
  as(adminMe)
  serveAgents(server, () => [one, other])
  await openAgents(page, 2)
  await expect(rowsOf(page)).toContainText(['Zephyr A', 'Zephyr B'])
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await page.getByRole('button', { name: 'Rating', exact: true }).click()
  await expect(rowsOf(page)).toContainText(['Zephyr B', 'Zephyr A'])
  expect(server.asked(adminAgents).at(-1)?.query).toEqual({ sort: '-rating', limit: 50, offset: 0 })
  await choose(page, 'Filter by status', 'Inactive')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.reload()
  await expect(rowsOf(page)).toContainText(['Zephyr B'])
  const lines = await downloadList(page)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Zephyr B,Old Category,Plans the week with you,Inactive,Public,Free,,0.25,5,0,0')
})
