import { setUserStatus } from '#contract/admin/users.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { refusals } from '#server/kernel/problem.ts'
import { expectDelay, recordMoments } from '../../kit/browser/moments.ts'
import { adminMe, as, expect, ownerMe, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { watchRequests } from '#tests/pages.ts'
import { ben, serveUsers } from '../admin/users.ts'
import { serveGuardedScreens } from './frame.ts'

test('the code of a guarded screen loads while the page still finds out who is signed in', async () => {
  as(subscriberMe)
  serveGuardedScreens(server, subscriberMe)
  const release = server.hold(currentUser)
  const code = page.waitForRequest(/\/assets\/marketplace-/)
  await page.goto('/marketplace')
  await code
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the page asks once who is signed in, before the app has come', async () => {
  as(subscriberMe)
  serveGuardedScreens(server, subscriberMe)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!entry-).*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/marketplace', { waitUntil: 'commit' })
  const asked = () => [server.asked(currentUser).length, server.asked(publicConfig).length]
  await expect.poll(asked).toEqual([1, 1])
  held.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked()).toEqual([1, 1])
})

test('nobody else loads the code of the panel; visitors see the landing page', tagged('S332 S544 D142'), async () => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  for (const address of ['/admin', '/admin/settings']) {
    await page.goto(address)
    await expect(page.getByRole('link', { name: 'Sign in to continue' })).toBeVisible()
  }
  as(ownerMe)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(loaded.filter((name) => /call-list|users-tab/.test(name))).toEqual([])
})

test('a session that ends while acting leads to the sign-in page after 0.5 s', tagged('S681 S682'), async () => {
  as(adminMe)
  serveUsers(server, () => [ben])
  server.refuseWith(setUserStatus, refusals.signedOut())
  await recordMoments(page)
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('row', { name: ben.email })).toBeVisible()
  const seen = watchRequests(page)
  await page.getByRole('button', { name: 'Actions: Ben Reed' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(toastOf(page)).toContainText('You are logged out. Logging in again...')
  as(null)
  await expect(page).toHaveURL('/login?next=%2Fadmin%3Ftab%3Dusers')
  expect(seen.some(({ isDocument }) => isDocument)).toBe(false)
  await expectDelay(page, `answer 401 PATCH /api/admin/users/${ben.id}/status`, 'screen /login', 500)
})
