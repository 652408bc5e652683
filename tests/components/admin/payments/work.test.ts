import { waitingWork } from '#contract/admin/waiting.ts'
import { adminDebts } from '#contract/admin/debts.ts'
import { addEvidenceFile, type DisputePage, readDispute, saveEvidence } from '#contract/admin/disputes.ts'
import { acceptFinding, type Finding, findings, reopenFinding } from '#contract/admin/findings.ts'
import { forgiveDebt, refundUnknownCustomer } from '#contract/billing/refunds.ts'
import { disputed, found, owed, servePayments } from '#tests/pages/admin/payments/payments.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { choose, closeToasts, expectAsked, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as(adminMe)
  servePayments(server)
})

it('a debt says who owes what and why, and is forgiven with a reason', tags('D44'), async () => {
  await page.goto('/admin/payments')
  await page.getByRole('tab', { name: 'Debts 1 open' }).click()
  await expect(rowsOf()).toHaveCount(1)
  await expect(rowsOf()).toContainText(/Ben Reed.*The cardholder did not make this payment.*\$15\.47/)
  await page.getByRole('button', { name: 'Forgive: Ben Reed, $15.47' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgive $15.47?' })
  await dialog.getByRole('button', { name: 'Forgive Debt' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Goodwill')
  server.answer(forgiveDebt, { id: owed.id, status: 'forgiven' })
  server.answer(adminDebts, [{ ...owed, state: 'forgiven', reason: 'Goodwill' }])
  await dialog.getByRole('button', { name: 'Forgive Debt' }).click()
  await expect(toastOf()).toContainText('Ben Reed no longer owes $15.47.')
  await expect(rowsOf()).toContainText('Forgiven: Goodwill')
  await expectAsked(forgiveDebt, [{ id: owed.id }, { reason: 'Goodwill' }])
})

/** What was saved: whether it was submitted, and the statement. */
const saved = () => server.asked(saveEvidence).map(({ body }) => [body.submit, body.evidence.statement])

it('evidence is filled in, saved as a draft, given a file, and submitted after a question', async () => {
  let now: DisputePage = disputed
  server.answer(readDispute, () => now)
  server.answer(saveEvidence, ({ body }) => {
    now = { ...now, evidence: body.evidence, isDraft: true }
    if (body.submit) now = { ...now, state: 'under_review', submissions: 1 }
    return now
  })
  await page.goto('/admin/payments?tab=disputes')
  await expect(rowsOf()).toContainText(/Nothing was received.*Needs evidence.*days left/)
  await page.getByRole('link', { name: 'Nothing was received' }).click()
  await expect(page.getByLabel('Customer name')).toHaveValue('Ben Reed')
  await expect(page.getByLabel('Activity')).toHaveValue(/Sign-ins since the payment/)
  await page.getByLabel('Your statement').fill('They talked for an hour.')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(toastOf()).toContainText('Draft Saved')
  await closeToasts()
  server.answer(addEvidenceFile, () => {
    now = { ...now, file: { name: 'proof.pdf', bytes: 9 } }
    return now
  })
  const file = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await expect(toastOf()).toContainText('proof.pdf is part of the draft.')
  await closeToasts()
  await page.getByRole('button', { name: 'Submit to the Bank' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await page.getByRole('button', { name: 'Submit to the Bank' }).click()
  await question.getByRole('button', { name: 'Submit Evidence' }).click()
  await expect(page.getByText('It can no longer be changed.')).toBeVisible()
  await expect(page.getByText('They talked for an hour.')).toBeVisible()
  await expect.poll(saved).toEqual([
    [false, 'They talked for an hour.'],
    [true, 'They talked for an hour.'],
  ])
})

it('evidence that a colleague has saved shows before it is overwritten or submitted', tags('D187'), async () => {
  const theirs = { ...disputed.evidence, statement: 'Theirs.' }
  server.refuse(saveEvidence, 'changed_meanwhile', { details: { present: { statement: 'Theirs.' } } })
  await page.goto(`/admin/payments/disputes/${disputed.id}`)
  const statement = page.getByRole('textbox', { name: 'Your statement' })
  const name = page.getByRole('textbox', { name: 'Customer name' })
  await name.fill('Benjamin Reed')
  await statement.fill('Mine.')
  await page.getByRole('button', { name: 'Submit to the Bank' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit Evidence' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Your statement' })).toContainText('TheirsTheirs.YoursMine.')
  await expect(question).toContainText('Nothing was sent to the bank. Submit again after you have chosen.')
  await question.getByRole('button', { name: 'Keep Mine' }).click()
  await expect(statement).toHaveValue('Mine.')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(statement).toHaveValue('Theirs.')
  await expect(name).toHaveValue('Benjamin Reed')
  // Nothing was sent yet.
  await expect.poll(saved).toEqual([
    [true, 'Mine.'],
    [false, 'Mine.'],
  ])
  server.answer(saveEvidence, ({ body }) => ({ ...disputed, isDraft: true, evidence: body.evidence }))
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(toastOf()).toContainText('Draft Saved')
  await expect
    .poll(() => server.asked(saveEvidence).at(-1)?.body)
    .toEqual({ evidence: { ...theirs, customerName: 'Benjamin Reed' }, submit: false, before: theirs, file: null })
})

it('a file that a colleague changed is shown before evidence is submitted', async () => {
  let now: DisputePage = disputed
  server.answer(readDispute, () => now)
  server.refuse(saveEvidence, 'file_changed')
  await page.goto(`/admin/payments/disputes/${disputed.id}`)
  await page.getByLabel('Your statement').fill('Kept words')
  now = { ...now, file: { name: 'theirs.pdf', bytes: 9 } }
  await page.getByRole('button', { name: 'Submit to the Bank' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit Evidence' }).click()
  await expect(toastOf()).toContainText('A colleague has changed the file. Please look at it, and submit again.')
  await expect(page.getByText('theirs.pdf')).toBeVisible()
  await expect(page.getByLabel('Your statement')).toHaveValue('Kept words')
  server.answer(saveEvidence, ({ body: { evidence } }) => {
    now = { ...now, evidence, isDraft: true, state: 'under_review', submissions: 1 }
    return now
  })
  await page.getByRole('button', { name: 'Submit to the Bank' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit Evidence' }).click()
  await expect(page.getByText('It can no longer be changed.')).toBeVisible()
  await expect.poll(() => server.asked(saveEvidence).map(({ body }) => body.file)).toEqual([null, now.file])
})

it('a refused save keeps the words, and staff who only read see the evidence', async () => {
  server.refuse(saveEvidence, 'payment_unavailable')
  await page.goto(`/admin/payments/disputes/${disputed.id}`)
  await page.getByLabel('Your statement').fill('Kept words')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(toastOf()).toContainText('Stripe cannot be reached. Please try again in a minute')
  await expect(page.getByLabel('Your statement')).toHaveValue('Kept words')
  as({ ...adminMe, staffRole: 'read_only' })
  await page.reload()
  await expect(page.getByText('No evidence was saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Draft' })).toHaveCount(0)
})

it('a finding is announced in the panel, explained, accepted with a reason and reopened', async () => {
  let all: Finding[] = [found]
  server.answer(findings, ({ query }) => all.filter(({ state }) => state === (query.state ?? 'open')))
  server.answer(waitingWork, [{ kind: 'findings', count: 1, at: found.foundAt }])
  await page.goto('/admin')
  await page.getByRole('link', { name: '1 open finding' }).click()
  await expect(page).toHaveURL('/admin/payments?tab=findings')
  await expect(rowsOf()).toContainText(/Paid, not credited.*Press Check Now/)
  await expect(page.getByRole('link', { name: 'Open the payment' })).toHaveAttribute('href', '/admin/payments/pi_lost')
  await page.getByRole('button', { name: 'Accept: pi_lost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept this finding?' })
  await dialog.getByLabel('Reason').fill('Refunded by hand')
  server.answer(acceptFinding, ({ body }) => {
    const accepted = { ...found, state: 'accepted' as const, accepted: body.reason }
    all = [accepted]
    return accepted
  })
  await dialog.getByRole('button', { name: 'Accept Finding' }).click()
  await expect(toastOf()).toContainText('Finding Accepted')
  await expect(page.getByText('No findings yet')).toBeVisible()
  await closeToasts()
  await choose('Filter by state', 'Accepted')
  await expect(rowsOf()).toContainText('“Refunded by hand”')
  server.answer(reopenFinding, () => {
    all = [found]
    return found
  })
  await page.getByRole('button', { name: 'Reopen: pi_lost' }).click()
  await expect(toastOf()).toContainText('Finding Reopened')
})

it('the payment of a customer who is unknown here is refunded from its finding', async () => {
  const customer = { userId: null, organizationId: null, name: 'lost@example.com' }
  const unknown: Finding = { ...found, kind: 'customer_unknown', customer }
  let all = [unknown]
  server.answer(findings, () => all)
  await page.goto('/admin/payments?tab=findings')
  await expect(rowsOf()).toContainText(/Customer unknown here.*lost@example\.com/)
  await expect(page.getByRole('link', { name: 'Open the payment' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Refund: pi_lost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
  await expect(dialog).toContainText('lost@example.com')
  await dialog.getByLabel('Reason').fill('Lost in the restore')
  server.answer(refundUnknownCustomer, () => {
    all = []
    return { id: 'refund', amount: 12.34, status: 'made', state: 'made' as const }
  })
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$12.34 will go back to the card.')
  await expect(page.getByText('No findings yet')).toBeVisible()
})
