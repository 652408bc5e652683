import fs from 'node:fs'
import sharp from 'sharp'
import { checkerNoise, expectAccessible, expectNoSidewaysScrolling } from './accessible.ts'
import { act, platformAdmin, rowsOf } from './admin.ts'
import { choose } from './choosing.ts'
import { breakWrites, setSwitches } from './faults.ts'
import { expect, test, type Page, url } from './fixtures.ts'
import { organizationWith } from './organizations.ts'
import { callAs, enter, type Person, sql, subscriber } from './people.ts'
import { closeToasts, hold, toastOf } from './watch.ts'

test.use({ expectedNoise: checkerNoise })

let count = 0
const freshName = () => `Zephyr ${process.pid}-${++count}-${Date.now()}`

/** An organization under a name that no other test gives. */
async function freshOrganization(by: Person) {
  const { id } = await organizationWith(by)
  const name = `Harbour ${process.pid}-${++count}-${Date.now()}`
  await sql('update organization set name = $1 where id = $2', [name, id])
  return { id, name }
}

/** An agent as an admin's call makes it. */
async function madeBy(admin: Person, more: object = {}): Promise<{ id: string; name: string }> {
  const fields = { name: freshName(), description: 'Helps in tests', category: 'Technology', systemPrompt: 'You help.' }
  return callAs<{ id: string; name: string }>(admin, '/api/admin/agents', { ...fields, ...more })
}

async function openAgents(page: Page, name?: string): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Agents' }).click()
  if (name) await find(page, name)
}

async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search agents' }).fill(name)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(name)
}

async function openCreate(page: Page) {
  await page.getByRole('button', { name: 'Create Agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Agent' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Plans the week with you')
  await choose(page, 'Category', 'Systems')
}

async function optionsOf(page: Page, label: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label }).click()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const names = await options.allTextContents()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  return names
}

async function marketplaceOf({ cookie }: Person): Promise<{ name: string }[]> {
  const answer = await fetch(`${url}/api/agents`, { headers: { cookie } })
  return (await answer.json()) as { name: string }[]
}

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
  await expect(toastOf(page)).toContainText('Image uploaded successfully')
  const preview = dialog.getByRole('img', { name: 'Preview of the picture' })
  await expect(preview).toHaveAttribute('src', /^\/images\/[\w-]{43}$/)
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1024)
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Agent created successfully')
  await expect(toastOf(page)).toContainText('Synced with the voice provider.')
  await expect(dialog).toHaveCount(0)
  await find(page, name)
  await expect(rowsOf(page)).toContainText(['Synced'])
  const [row] = await sql('select image_url, price, rating_tenths, created_by from agent where name = $1', [name])
  expect(row).toMatchObject({ price: '0.00', rating_tenths: 50, created_by: ada.id })
  await page.goto(`/marketplace?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('article', { name })).toContainText('Plans the week with you')
})

test('a private agent needs an organization, and is made with its access (S493, S494, S535, S655, D147)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
  const firm = await freshOrganization(ada)
  await enter(context, ada)
  await openAgents(page)
  const dialog = await openCreate(page)
  const name = freshName()
  await fillIn(page, name)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Please select at least one organization for private agent access')).toBeVisible()
  expect(await sql('select id from agent where name = $1', [name])).toEqual([])
  const search = dialog.getByRole('searchbox', { name: 'Search organizations' })
  if ((await search.count()) > 0) await search.fill(firm.name)
  await dialog.getByRole('checkbox', { name: firm.name }).check()
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/admin/'))
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  expect(new URL((await sent).url()).pathname).toBe('/api/admin/agents/with-access')
  await expect(toastOf(page)).toContainText('Private agent created successfully with organization access')
  await find(page, name)
  await expect(rowsOf(page)).toContainText([`Private: ${firm.name}`])
  expect((await marketplaceOf(ben)).map((agent) => agent.name)).not.toContain(name)
  const [link] = await sql(
    `select access_level, is_private from organization_agent join agent on agent.id = agent_id
     where agent.name = $1 and organization_id = $2`,
    [name, firm.id],
  )
  expect(link).toEqual({ access_level: 'standard', is_private: true })
})

test('an agent is edited: fields, switches and organizations, and only what changed is sent (S426, S428, S476, S492, S653, D57)', async ({
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
  await expect(toastOf(page)).toContainText('Agent updated successfully')
  await expect(rowsOf(page)).toContainText(['Premium'])
  await closeToasts(page)

  await act(page, agent.name, 'Deactivate')
  await expect(toastOf(page)).toContainText('Agent updated successfully')
  await expect(rowsOf(page)).toContainText(['Inactive'])
  const isSeen = async () => (await marketplaceOf(ben)).some(({ name }) => name === agent.name)
  expect(await isSeen()).toBe(false)
  await closeToasts(page)
  await act(page, agent.name, 'Activate')
  await expect(toastOf(page)).toContainText('Agent updated successfully')
  expect(await isSeen()).toBe(true)
  await closeToasts(page)

  await act(page, agent.name, 'Edit')
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  const search = dialog.getByRole('searchbox', { name: 'Search organizations' })
  if ((await search.count()) > 0) await search.fill(firm.name)
  await dialog.getByRole('checkbox', { name: firm.name }).check()
  await dialog.getByRole('button', { name: 'Save Agent' }).click()
  await expect(toastOf(page)).toContainText('Agent updated successfully')
  await expect(rowsOf(page)).toContainText([`Private: ${firm.name}`])
  expect(await isSeen()).toBe(false)
})

test('a picture that cannot be taken is refused in the stated words (S532, S533, S534, S630, D151)', async ({
  page,
  context,
}) => {
  await enter(context, await platformAdmin())
  await openAgents(page)
  const dialog = await openCreate(page)
  const wrongType = ['Invalid file type', 'Please select a JPG, JPEG, or PNG image']
  const plain = sharp({ create: { width: 60, height: 60, channels: 3, background: '#0e7490' } })
  const cases: [string, string, Buffer, string[]][] = [
    ['a.png', 'image/png', Buffer.alloc(5_347_738), ['File too large', 'Please select an image under 5MB']],
    ['a.gif', 'image/gif', await plain.clone().gif().toBuffer(), wrongType],
    ['a.webp', 'image/webp', await plain.clone().webp().toBuffer(), wrongType],
    // What it is called does not help: the server looks at the bytes.
    ['b.png', 'image/png', await plain.clone().webp().toBuffer(), wrongType],
    [
      'c.png',
      'image/png',
      (await plain.clone().png().toBuffer()).subarray(0, 60),
      ['Failed to upload image', 'damaged'],
    ],
  ]
  for (const [name, mimeType, buffer, [title = '', text = '']] of cases) {
    const input = dialog.getByLabel('Picture of the agent')
    await expect(input).toBeEnabled()
    await input.setInputFiles({ name, mimeType, buffer })
    await expect(toastOf(page)).toContainText(title)
    await expect(toastOf(page)).toContainText(text)
    await closeToasts(page)
  }
  await expect(dialog.getByRole('img', { name: 'Preview of the picture' })).toHaveCount(0)
})

test('what fails says so, and nothing typed is lost (S631, S632, D161)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const firm = await freshOrganization(ada)
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  const dialog = await openCreate(page)
  const name = freshName()
  await fillIn(page, agent.name)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to create agent')
  await expect(toastOf(page)).toContainText('There is an agent of this name already.')
  await expect(dialog.getByLabel('Description')).toHaveValue('Plans the week with you')
  await closeToasts(page)
  const mend = await breakWrites('agent', 'insert', ada)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Nothing was created. Please try again.')
  await closeToasts(page)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  const search = dialog.getByRole('searchbox', { name: 'Search organizations' })
  if ((await search.count()) > 0) await search.fill(firm.name)
  await dialog.getByRole('checkbox', { name: firm.name }).check()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to create private agent')
  await closeToasts(page)
  await mend()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(toastOf(page)).toContainText('Private agent created successfully with organization access')
  await closeToasts(page)

  const mendAccess = await breakWrites('organization_agent', 'insert', ada)
  await act(page, agent.name, 'Add to Organization')
  const access = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await choose(page, 'Organization', firm.name)
  await access.getByRole('button', { name: 'Add Agent' }).click()
  await expect(toastOf(page)).toContainText('Failed to add agent to organization')
  await mendAccess()
})

test('an agent is added to an organization with level and private flag (S435, S519)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const firm = await freshOrganization(ada)
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  await act(page, agent.name, 'Add to Organization')
  const dialog = page.getByRole('dialog', { name: 'Add Agent to Organization' })
  await expect(dialog.getByRole('combobox', { name: 'Agent' })).toContainText(agent.name)
  await expect(dialog.getByRole('combobox', { name: 'Access level' })).toContainText('Standard')
  await expect(dialog.getByRole('checkbox', { name: 'Private' })).not.toBeChecked()
  expect(await optionsOf(page, 'Access level')).toEqual([
    'Standard: all members',
    'Premium: premium members',
    'Full: members with full access',
  ])
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  await expect(dialog.getByText('Please choose an organization')).toBeVisible()
  await choose(page, 'Organization', firm.name)
  await choose(page, 'Access level', 'Full: members with full access')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: 'Add Agent' }).click()
  expect(new URL((await sent).url()).pathname).toBe(`/api/organizations/${firm.id}/agents`)
  await expect(toastOf(page)).toContainText(`${firm.name} has ${agent.name} now.`)
  expect(await sql('select access_level from organization_agent where agent_id = $1', [agent.id])).toEqual([
    { access_level: 'full' },
  ])
})

test('deleting asks first; the agent is gone from list and marketplace (S426, S654, D146)', async ({
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
  await expect(dialog).toBeVisible()
  await mend()
  await closeToasts(page)
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(toastOf(page)).toContainText('Agent deleted successfully')
  await expect(page.getByText('No agents found')).toBeVisible()
  expect(await sql('select id from agent where id = $1', [agent.id])).toEqual([])
})

test('a provider that is away does not stop saving; the error stands there until it is told (D148)', async ({
  page,
  context,
}) => {
  const ada = await platformAdmin()
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  await expect(rowsOf(page)).toContainText(['Synced'])
  await setSwitches({ apiFault: { elevenlabs: 'error' } })
  try {
    await act(page, agent.name, 'Make Premium')
    await expect(toastOf(page)).toContainText('Agent updated successfully')
    await expect(toastOf(page)).toContainText('Not synced: The voice provider did not answer.')
    await expect(rowsOf(page)).toContainText(['Not synced'])
  } finally {
    await setSwitches({ apiFault: { elevenlabs: null } })
  }
  await closeToasts(page)
  await act(page, agent.name, 'Sync with Provider')
  await expect(toastOf(page)).toContainText('The voice provider has it.')
  await expect(rowsOf(page)).not.toContainText('Not synced')
})

test('a test conversation needs no minutes and costs nothing (D56)', async ({ page, context }) => {
  const ada = await platformAdmin()
  const agent = await madeBy(ada, { isActive: false, firstMessage: 'Hello, what shall we plan?' })
  await enter(context, ada)
  await callAs(ada, '/api/account/voice-consent', {})
  await openAgents(page, agent.name)
  await act(page, agent.name, 'Test Conversation')
  const dialog = page.getByRole('dialog', { name: agent.name })
  await expect(dialog).toContainText('A test: nobody pays for it, and no figure counts it.')
  await expect(dialog.getByRole('link', { name: 'Buy Credits' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog).toContainText('Test, nobody pays')
  await expect(dialog).toContainText('Hello, what shall we plan?')
  await dialog.getByRole('button', { name: /End/ }).click()
  await expect(dialog).toContainText('Not charged: test conversation')
  const [session] = await sql('select is_test, charged_ms::integer from voice_session where user_id = $1', [ada.id])
  expect(session).toEqual({ is_test: true, charged_ms: 0 })
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

test('the agents tab and its dialogs are accessible, also at 320 px', async ({ page, context }) => {
  const ada = await platformAdmin()
  await freshOrganization(ada)
  const agent = await madeBy(ada)
  await enter(context, ada)
  await openAgents(page, agent.name)
  await expectAccessible(page)
  const dialog = await openCreate(page)
  await dialog.getByRole('checkbox', { name: 'Private' }).check()
  await expect(dialog.getByRole('group', { name: /^Organizations/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create Agent' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScrolling(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expectNoSidewaysScrolling(page)
  await expectAccessible(page)
  for (const [action, button] of [
    ['Edit', 'Cancel'],
    ['Add to Organization', 'Cancel'],
  ] as const) {
    await act(page, agent.name, action)
    const opened = page.getByRole('dialog')
    await expect(opened.getByRole('button', { name: button })).toBeVisible()
    await expectAccessible(page)
    await opened.getByRole('button', { name: button }).click()
    await expect(opened).toHaveCount(0)
  }
})
