import { tagged } from '../../kit/tags.ts'
import type { Browser } from '@playwright/test'
import { act } from '../../kit/browser/admin.ts'
import { toastOf } from '../../kit/browser/watch.ts'
import { openOrganization, platformAdmin } from './admin.ts'
import { expect, test, url } from '../fixtures.ts'
import { paidOrganization } from '../organizations/paid-organizations.ts'
import { enter, makeAdmin, type Person, registered, sql } from '../people.ts'

/** A large refund, which two people make together in the panel. */

interface Refund {
  amount: number
  status: string
}

test(
  'a refund of 500 dollars needs two people, and the money goes back once',
  tagged('gate D44 D153'),
  async ({ page, context, browser }) => {
    const [firm, grace] = [await paidOrganization(), await platformAdmin('Grace')]
    const finn = await registered('Finn')
    await makeAdmin(finn)
    await sql("update users set role = 'user', staff_role = 'finance' where id = $1", [finn.id])
    const moneyBack = () =>
      sql<Refund>(
        'select amount_cents::int as amount, status from money_back where stripe_payment_intent_id = $1 order by created_at',
        [firm.paymentId],
      )
    await enter(context, finn)
    await openOrganization(page, firm)
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

    await approveAs(browser, grace, asked)
    expect(await moneyBack()).toEqual([{ amount: 50_000, status: 'succeeded' }])
    expect(await refundsAtProvider(firm.paymentId)).toEqual([{ amount: 50_000, status: 'succeeded' }])
    expect(
      await sql(
        `select action, admin_id as "adminId" from admin_act where admin_id = any($1) and action like 'refund.%' order by place`,
        [[finn.id, grace.id]],
      ),
    ).toEqual([
      { action: 'refund.request', adminId: finn.id },
      { action: 'refund.approve', adminId: grace.id },
    ])
    const waiting = page.waitForResponse((answer) => answer.url().includes('/api/admin/refund-requests'))
    await page.reload()
    expect(await (await waiting).text()).not.toContain(firm.name)
    await expect(page.getByText(/^(No refund waits|Refunds waiting) for approval$/)).toBeVisible()
    await expect(page.getByText(asked)).toHaveCount(0)
  },
)

/** Opens the panel as another person, who reads the request and approves it. */
async function approveAs(browser: Browser, person: Person, asked: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  await enter(context, person)
  const page = await context.newPage()
  await page.goto('/admin')
  await page.getByRole('link', { name: /refunds? waits? for approval$/ }).click()
  const request = page.getByRole('listitem').filter({ hasText: asked })
  await expect(request).toContainText('Requested by Finn Reed')
  await expect(request).toContainText('Asked by mail')
  await expect(page.getByRole('button', { name: `Withdraw: ${asked}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Approve: ${asked}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve Refund' }).click()
  await expect(toastOf(page)).toContainText('Payment Refunded')
  await expect(request).toHaveCount(0)
  await context.close()
}

/** Returns what the payment provider gave back of a payment. */
async function refundsAtProvider(paymentId: string): Promise<{ amount: number; status: string }[]> {
  const response = await fetch(`${url}/standins/stripe/v1/refunds?payment_intent=${paymentId}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await response.json()) as { data: { amount: number; status: string }[] }
  return data.map(({ amount, status }) => ({ amount, status }))
}
