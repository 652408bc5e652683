import { act, rowsOf } from '../kit/admin.ts'
import { findUser, platformAdmin } from './admin.ts'
import { expect, test } from './fixtures.ts'
import { expectDelay, recordMoments } from '../kit/moments.ts'
import { organizationWith } from './organizations.ts'
import { enter, registered, signIn, sql } from './people.ts'
import { hold, toastOf, watchRequests } from '../kit/watch.ts'

// The browser itself reports that the panel's pages are not found.
test.use({ expectedNoise: /status of 404/ })

const tabs = ['Users', 'Agents', 'Organizations', 'Agent Requests', 'Communications']

test('the panel opens with its title, its five tabs and the users (S422)', async ({ page, context }) => {
  await enter(context, await platformAdmin())
  await page.goto('/dashboard')
  await page.getByRole('banner').getByRole('link', { name: 'Admin Portal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel')
  await expect(page).toHaveTitle(/^Admin Panel/)
  // The last one may tell how many are unread.
  await expect(page.getByRole('tab')).toHaveText(tabs.map((name) => new RegExp(`^${name}(\\d+\\+? unread)?$`)))
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Users')
  await expect(rowsOf(page).first()).toBeVisible()
  for (const name of tabs) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expect(page.getByRole('tab', { selected: true })).toContainText(name)
  }
})

test('nobody else sees the panel or loads its code; visitors see the landing page (S332, S544, D142)', async ({
  page,
  context,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  for (const address of ['/admin', '/admin/settings']) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
    await expect(page.getByText('Admin Panel')).toHaveCount(0)
  }
  const person = await registered()
  const firm = await organizationWith(person)
  await sql("update users set role = 'organization_admin' where id = $1", [person.id])
  await enter(context, person)
  for (const address of ['/admin', '/admin/settings', `/admin?organizationId=${firm.id}`]) {
    const answer = await page.goto(address)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
  expect(loaded.filter((name) => /admin-list|users-tab|\/api\/admin/.test(name))).toEqual([])
})

test('nobody can act on themselves here; a demoted admin loses the panel (D142, D144)', async ({ page, context }) => {
  const ada = await platformAdmin()
  await enter(context, ada)
  await page.goto('/admin')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeVisible()
  // The page asks every ten seconds who is signed in, and would learn it before the act.
  const release = await hold(page, '**/api/auth/user')
  await findUser(page, ada)
  await page.getByRole('button', { name: 'Actions: Ada Reed' }).click()
  for (const name of ['Change Role', 'Deactivate', 'Delete']) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  await page.getByRole('menuitem', { name: 'Adjust Credits' }).click()
  await page.getByLabel('Minutes').fill('5')
  await page.getByLabel('Reason').fill('Mine')
  await sql("update users set role = 'user' where id = $1", [ada.id])
  const refused = page.waitForResponse(/\/credits$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust Credits' }).click()
  expect((await refused).ok()).toBe(false)
  await release()
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('who is signed out while acting is led to the sign-in page after half a second (S681, S682)', async ({
  page,
  context,
}) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  await enter(context, ada)
  await recordMoments(page)
  await page.goto('/admin')
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeVisible()
  // The page asks every ten seconds who is signed in, and would learn it before the act.
  const release = await hold(page, '**/api/auth/user')
  await findUser(page, ben)
  await sql('delete from session where user_id = $1', [ada.id])
  const seen = watchRequests(page)
  await act(page, 'Ben Reed', 'Deactivate')
  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...')
  await release()
  await expect(page).toHaveURL(/^[^?]*\/login\?next=/)
  expect(seen.some(({ isDocument }) => isDocument)).toBe(false)
  await expectDelay(page, `answer 401 PATCH /api/admin/users/${ben.id}/status`, 'screen /login', 500)
  await signIn(page, ada.email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel')
})
