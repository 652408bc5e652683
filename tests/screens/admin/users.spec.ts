import { tagged } from '../../kit/tags.ts'
import { act, deactivate } from '../../kit/browser/admin.ts'
import { findAndChoose } from '../../kit/browser/choosing.ts'
import { expectTitle } from '../../kit/browser/toasts.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { findUser, platformAdmin } from './admin.ts'
import { expect, test, type Page } from '../fixtures.ts'
import { organizationWith, putInto } from '../organizations/organizations.ts'
import { enter, sql, subscriber } from '../people.ts'

test(
  'an admin manages a user: credits, refund, status, role, deletion and restoring',
  tagged('gate S423 S424 S425 D44 D143 D145 D153'),
  async ({ page, context }) => {
    const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
    const [one, two] = [await organizationWith(ada), await organizationWith(ada)]
    await putInto(one.id, ben)
    await putInto(two.id, ben)
    const person = () =>
      sql('select role, is_active, removed_at is not null as is_removed from users where id = $1', [ben.id])
    await enter(context, ada)
    await page.goto('/admin?tab=users')
    await findUser(page, ben)
    await giveAndRefund(page)
    const dialog = page.getByRole('dialog')
    await act(page, 'Ben Reed', 'Change Role')
    await dialog.getByRole('radio', { name: 'Organization Admin' }).click()
    await findAndChoose(page, 'Organization', `${two.name} (member)`)
    await dialog.getByRole('button', { name: 'Save Role' }).click()
    await expectTitle(page, 'User role updated successfully')
    expect(
      await sql('select organization_id::integer as id from organization_user where user_id = $1 and role = $2', [
        ben.id,
        'admin',
      ]),
    ).toEqual([{ id: two.id }])
    await closeToasts(page)

    await deactivate(page, 'Ben Reed')
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
    const acts = await sql<{ action: string }>('select action from admin_act where admin_id = $1 order by at', [ada.id])
    expect(acts.map(({ action }) => action)).toEqual([
      'credits.adjust',
      'payment.refund',
      'user.role',
      'user.status',
      'user.status',
      'user.delete',
      'user.restore',
    ])
  },
)

/** Gives minutes and refunds five dollars. */
async function giveAndRefund(page: Page): Promise<void> {
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
