import * as luna from '#tests/screens.ts'
import { act, expect, type Page, page, sql, tagged, test, toastOf, url } from '#tests/screens.ts'
import * as firms from '../organizations/organizations.ts'
import { actsOf, openRow, platformAdmin } from './admin.ts'

const { closeToasts, enter, expectTitle, subscriber } = luna

test(
  'an admin manages a user: credits, refund, status, role, deletion and restoring',
  tagged('gate S423 S424 S425 D44 D143 D145 D153'),
  async () => {
    const [ada, ben] = [await platformAdmin(), await subscriber('Ben')]
    const [one, two] = [await firms.organizationWith(ada), await firms.organizationWith(ada)]
    await firms.putInto(one.id, ben)
    await firms.putInto(two.id, ben)
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
  },
)

/** Gives minutes and refunds five dollars. */
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

test('a refund of 500 dollars needs two people, and goes back once', tagged('gate D44 D153'), async ({ browser }) => {
  const [firm, grace, finn] = [
    await firms.paidOrganization(),
    await platformAdmin('Grace'),
    await platformAdmin('Finn'),
  ]
  await sql("update users set role = 'user', staff_role = 'finance' where id = $1", [finn.id])
  const moneyBack = () =>
    sql('select amount_cents::int as amount, status from money_back where stripe_payment_intent_id = $1', [
      firm.paymentId,
    ])
  await enter(finn)
  await openRow('organizations', firm.id, firm.name)
  await act(page, firm.name, 'Refund a Payment')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in dollars').fill('500')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Request Approval' }).click()
  await expect(toastOf(page)).toContainText('Approval Requested')
  await expect(toastOf(page)).toContainText('Someone else on the team must approve the refund of $500.00.')
  const asked = `$500.00 to ${firm.name}`
  await page.goto('/admin/payments?tab=approvals')
  await expect(page.getByRole('button', { name: `Withdraw: ${asked}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Approve: ${asked}` })).toHaveCount(0)
  expect(await moneyBack()).toEqual([])

  const others = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  await enter(grace, others)
  await approve(await others.newPage(), asked)
  expect(await moneyBack()).toEqual([{ amount: 50_000, status: 'succeeded' }])
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const given = await fetch(`${url}/standins/stripe/v1/refunds?payment_intent=${firm.paymentId}`, { headers })
  expect(((await given.json()) as { data: unknown }).data).toMatchObject([{ amount: 50_000, status: 'succeeded' }])
  expect([await actsOf(finn), await actsOf(grace)]).toEqual([['refund.request'], ['refund.approve']])
  const waiting = page.waitForResponse((answer) => answer.url().includes('/api/admin/refund-requests'))
  await page.reload()
  expect(await (await waiting).text()).not.toContain(firm.name)
  await expect(page.getByText(/^(No refund waits|Refunds waiting) for approval$/)).toBeVisible()
  await expect(page.getByText(asked)).toHaveCount(0)
})

/** Opens the panel as another person, who reads the request and approves it. */
async function approve(other: Page, asked: string): Promise<void> {
  await other.goto('/admin')
  await other.getByRole('link', { name: /refunds? waits? for approval$/ }).click()
  const request = other.getByRole('listitem').filter({ hasText: asked })
  await expect(request).toContainText('Requested by Finn Reed')
  await expect(request).toContainText('Asked by mail')
  await expect(other.getByRole('button', { name: `Withdraw: ${asked}` })).toHaveCount(0)
  await other.getByRole('button', { name: `Approve: ${asked}` }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve Refund' }).click()
  await expect(toastOf(other)).toContainText('Payment Refunded')
  await expect(request).toHaveCount(0)
}
