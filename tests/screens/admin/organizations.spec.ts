import * as luna from '#tests/screens.ts'
import { act, choose, expect, page, rowsOf, sql, tagged, test, toastOf, url } from '#tests/screens.ts'
import * as firms from '../organizations/organizations.ts'
import { actsOf, openRow, platformAdmin } from './admin.ts'

const { closeToasts, enter, expectTitle, registered } = luna

test(
  'an admin manages an organization, with each act on record, and opens it',
  tagged('gate S429 S430 S431 S432 S435 D130 D140 D149 D153'),
  async () => {
    const [ada, olga] = [await platformAdmin(), await registered('Olga')]
    const firm = await firms.organizationWith(olga)
    await firms.putInto(firm.id, await registered('Ben'))
    await firms.assignAgent(firm.id, olga, 'Mindset Coach')
    await firms.addPoolSession(firm, olga, 'Mindset Coach', 90)
    await enter(ada)
    await openRow('organizations', firm.id, firm.name)
    await page.getByRole('button', { name: `Details: ${firm.name}` }).click()
    const dialog = page.getByRole('dialog', { name: firm.name })
    await expect(dialog.getByRole('region', { name: 'Users' })).toContainText(olga.email)
    await expect(dialog.getByRole('region', { name: 'Usage Analytics' })).toContainText('Mindset Coach')
    await choose(page, 'Agent', 'Hiring Partner')
    await choose(page, 'Access level', 'Premium: premium members')
    await dialog.getByRole('button', { name: 'Add Agent' }).click()
    await expect(toastOf(page)).toContainText(`${firm.name} can now use Hiring Partner.`)
    const added = `select link.access_level, link.is_private from organization_agent as link
      join agent on agent.id = agent_id where organization_id = $1 and agent.name = 'Hiring Partner'`
    expect(await sql(added, [firm.id])).toEqual([{ access_level: 'premium', is_private: false }])
    await closeToasts(page)
    await dialog.getByRole('button', { name: 'Grant App' }).click()
    await expect(toastOf(page)).toContainText('Branded App Granted')
    await expect(dialog.getByRole('button', { name: 'Withdraw App' })).toBeVisible()
    await closeToasts(page)
    await dialog.getByRole('button', { name: 'Done' }).click()

    await takeMinutes(firm.name)
    await act(page, firm.name, 'Set Canceled')
    const question = page.getByRole('alertdialog', { name: `Cancel ${firm.name}?` })
    await expect(question).toContainText('2 members lose access right away')
    await question.getByRole('button', { name: 'Cancel Organization' }).click()
    await expectTitle(page, 'Organization status updated successfully')
    const status = await sql('select subscription_status as status from organization where id = $1', [firm.id])
    expect(status).toEqual([{ status: 'canceled' }])
    await closeToasts(page)
    await act(page, firm.name, 'Set Active')
    await expectTitle(page, 'Organization status updated successfully')
    await closeToasts(page)

    await rowsOf(page).getByRole('link').press('Enter')
    await expect(page).toHaveURL(/^[^?]*\/organization-dashboard\?organizationId=\d+&adminMode=true$/)
    await expect(page.getByText('Platform Admin View')).toBeVisible()
    expect(await actsOf(ada)).toEqual([
      'organization.addAgentToOrganization',
      'organization.appGrant',
      'credits.adjust',
      'organization.status',
      'organization.status',
    ])
  },
)

async function takeMinutes(name: string): Promise<void> {
  await act(page, name, 'Adjust Credits')
  await choose(page, 'Change', 'Remove')
  await page.getByRole('dialog').getByLabel('Minutes').fill('12')
  await page.getByRole('dialog').getByLabel('Reason').fill('Booked twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The pool now has 28.50 credits.')
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
async function approve(other: luna.Page, asked: string): Promise<void> {
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
