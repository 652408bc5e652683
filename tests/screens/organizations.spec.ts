import { expectAccessible } from '../kit/accessible.ts'
import { expect, test, type Page } from './fixtures.ts'
import { chooseIn } from '../kit/choosing.ts'
import { tabTo } from '../kit/keyboard.ts'
import { assignAgent, organizationWith, putInto, unpaidOrganizationOf } from './organizations.ts'
import { callAs, enter, registered, sql } from './people.ts'
import { hold } from '../kit/watch.ts'

// Somebody has left an organization that they look at; and what the checker of accessibility itself makes the page log.
test.use({ expectedNoise: /status of 404|Applying inline style violates/ })

const list = (page: Page) => page.getByRole('navigation', { name: 'Your organizations' })
const figure = (page: Page, name: string) => page.getByRole('main').locator('dl > div').filter({ hasText: name })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('the own organizations stand beside the chosen one, which opens with its team (S417, S418, S419)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const [first, second] = [await organizationWith(owner), await organizationWith(owner, 'member')]
  for (const name of ['Ada', 'Ben']) await putInto(first.id, await registered(name))
  await assignAgent(first.id, owner, 'Mindset Coach')
  await sql("update organization set subscription_status = 'canceled' where id = $1", [second.id])
  await enter(context, owner)
  await page.goto('/organizations')
  const own = await callAs<{ organization: { name: string } }[]>(owner, '/api/organizations/user', {}, 'GET')
  await expect(list(page).getByRole('link')).toContainText(own.map(({ organization }) => organization.name))
  await expect(list(page).getByRole('link')).toContainText(['Admin', 'MemberCanceled'])

  await list(page).getByRole('link', { name: first.name }).click()
  await expect(page.getByRole('heading', { level: 2, name: first.name })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Overview', 'Team', 'Agents', 'Branding'])
  await expect(tab(page, 'Team')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('list', { name: 'Team' }).getByRole('listitem')).toContainText(['Ada', 'Ben', 'Olga'])
  await expect(figure(page, 'Team Members')).toContainText('3of 10 seats')
  await expect(figure(page, 'Private Agents')).toContainText('0of 1 assigned')
  await expect(figure(page, 'Credit Balance')).toContainText('42minutes')
  for (const name of ['Overview', 'Team', 'Agents', 'Branding']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  await list(page).getByRole('link', { name: second.name }).click()
  await expect(tab(page, 'Team')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText("Your organization's access has ended.")).toBeVisible()
})

test('on a phone a list chooses the organization, and the menu leads here', async ({ page, context }) => {
  const owner = await registered('Olga')
  const [first, second] = [await organizationWith(owner), await organizationWith(owner)]
  await enter(context, owner)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/organization-dashboard')
  await page.getByRole('button', { name: /^Open menu/ }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: first.name })).toBeVisible()
  await expect(list(page)).toBeHidden()
  await chooseIn(page.getByRole('combobox', { name: 'Organization' }), `${second.name} · Admin`)
  await expect(page.getByRole('heading', { level: 2, name: second.name })).toBeVisible()
})

test('the account menu leads here, and from here to the dashboard of each (D122)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const [, second] = [await organizationWith(owner), await organizationWith(owner)]
  await enter(context, owner)
  await page.goto('/organization-dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Olga' }).click()
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
  await list(page).getByRole('link', { name: second.name }).click()
  await page.getByRole('button', { name: 'Open Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: second.name })).toBeVisible()
})

test('a button opens the page of its own app beside this one, once that is published (S420)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const { id } = await organizationWith(owner)
  const [firm] = await sql<{ slug: string }>('select slug from organization where id = $1', [id])
  await enter(context, owner)
  await page.goto('/organizations')
  await expect(page.getByRole('button', { name: 'Open App Page' })).toBeDisabled()
  await expect(page.getByText('Not published yet')).toBeVisible()
  await sql(
    `insert into pwa_setting (organization_id, app_name, is_active, granted_at, created_at, updated_at)
     values ($1, 'Southwind', true, now(), now(), now())`,
    [id],
  )
  await page.reload()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open App Page' }).click()
  await expect(await opened).toHaveURL(`/o/${firm?.slug}/`)
  await expect(page).toHaveURL('/organizations')
})

test('one that waits for its package says so, with the way to pay for its admins (D130)', async ({ page, context }) => {
  const owner = await registered('Olga')
  const firm = await unpaidOrganizationOf(owner)
  const person = await registered('Ada')
  await putInto(firm.id, person)
  await enter(context, owner)
  await page.goto('/organizations')
  await expect(page.getByText('Nobody can talk here until a package is paid.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveAttribute(
    'href',
    `/package-builder?organizationId=${firm.id}`,
  )
  await expect(page.getByText('Confirm your e-mail address first')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { level: 1, name: `${firm.name} is not paid yet` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toBeVisible()
  await expectAccessible(page)

  await context.clearCookies()
  await enter(context, person)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { level: 1, name: `${firm.name} is not paid yet` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveCount(0)
  await page.goto('/organizations')
  await expect(page.getByText('Nobody can talk here until one of its admins has paid a package.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveCount(0)
})

test('members see names and their agents, guests no names, and neither can change anything (D123)', async ({
  page,
  context,
}) => {
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  const [ada, gil] = [await registered('Ada'), await registered('Gil')]
  await putInto(firm.id, ada)
  await putInto(firm.id, gil, 'guest')
  await assignAgent(firm.id, owner, 'Mindset Coach')
  await assignAgent(firm.id, owner, 'Hiring Partner', 'full')
  await enter(context, ada)
  await page.goto('/organizations')
  const team = page.getByRole('list', { name: 'Team' })
  await expect(team.getByRole('listitem')).toContainText(['Ada Reed', 'Gil Reed', 'Olga Reed'])
  await expect(team).not.toContainText('@')
  await expect(page.getByRole('form')).toHaveCount(0)
  await tab(page, 'Agents').click()
  const agents = page.getByRole('list', { name: 'Agents' })
  await expect(agents.getByRole('listitem')).toContainText(['Mindset Coach'])
  await expect(agents.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Agent' })).toHaveCount(0)
  await tab(page, 'Branding').click()
  await expect(page.getByText('#9334ea')).toBeVisible()
  await expect(page.getByRole('form')).toHaveCount(0)
  await expectAccessible(page)

  await context.clearCookies()
  await enter(context, gil)
  await page.goto('/organizations')
  await expect(page.getByText('The team is for members')).toBeVisible()
  await expect(page.getByText('Olga Reed')).toHaveCount(0)
})

test('waits, fails with a way to try again, and has something to say to who belongs nowhere', async ({
  page,
  context,
}) => {
  const nobody = await registered('Nora')
  await enter(context, nobody)
  await page.goto('/organizations')
  await expect(page.getByText('You belong to no organization yet')).toBeVisible()
  await expectAccessible(page)

  await context.clearCookies()
  const owner = await registered('Olga')
  const firm = await organizationWith(owner)
  await enter(context, owner)
  const release = await hold(page, '**/api/organizations/user')
  await page.goto('/organizations')
  await expect(page.getByText('Loading your organizations…')).toBeVisible()
  await release()
  await expect(page.getByRole('heading', { level: 2, name: firm.name })).toBeVisible()

  const other = await organizationWith(owner)
  await page.reload()
  const belongs = (isActive: boolean) =>
    sql('update organization_user set is_active = $1 where organization_id = $2', [isActive, other.id])
  await expect(list(page).getByRole('link', { name: other.name })).toBeVisible()
  await belongs(false)
  await list(page).getByRole('link', { name: other.name }).click()
  await expect(page.getByText('We could not load this organization')).toBeVisible()
  await expectAccessible(page)
  await belongs(true)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 2, name: other.name })).toBeVisible()
})

test('works by keyboard: from the list to a tab and a dialog and back', async ({ page, context }) => {
  const owner = await registered('Olga')
  const [, second] = [await organizationWith(owner), await organizationWith(owner)]
  await enter(context, owner)
  await page.goto('/organizations')
  await tabTo(page, list(page).getByRole('link', { name: second.name }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: second.name })).toBeVisible()
  await tabTo(page, tab(page, 'Team'))
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Agents')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Agents')).toHaveAttribute('aria-selected', 'true')
  const add = page.getByRole('tabpanel').getByRole('button', { name: 'Add Agent' })
  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Agent' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
})
