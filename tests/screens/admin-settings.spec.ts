import { checkerNoise, expectAccessible } from './accessible.ts'
import { platformAdmin, rowsOf } from './admin.ts'
import { choose } from './choosing.ts'
import { expect, test } from './fixtures.ts'
import { callAs, enter, registered } from './people.ts'

test.use({ expectedNoise: checkerNoise })

test('what admins did is read under Settings, found by words and kind (D153)', async ({ page, context }) => {
  const [ada, ben] = [await platformAdmin(), await registered('Ben')]
  await callAs(ada, `/api/admin/users/${ben.id}/credits`, { minutes: 12, reason: 'Good will' })
  await callAs(ada, `/api/admin/users/${ben.id}/role`, { role: 'organization_admin' }, 'PATCH')
  await enter(context, ada)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platform Settings')
  await page.getByRole('searchbox', { name: 'Search acts' }).fill(ben.email)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).nth(0)).toContainText(/Changed role.*Role: user → organization_admin/)
  await expect(rowsOf(page).nth(1)).toContainText(/Adjusted credits.*Minutes: 0 → 12.*“Good will”/)
  await expect(rowsOf(page).nth(1)).toContainText(ada.email)
  await expectAccessible(page)
  await choose(page, 'Filter by what was changed', 'Organization')
  await expect(page.getByText('No acts found')).toBeVisible()
})
