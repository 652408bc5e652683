import { type AdminRequest, setRequestStatus, undoRequestStatus } from '#contract/agents/admin-requests.ts'
import { rowsOf } from '../../../kit/browser/admin.ts'
import { expectTitle } from '../../../kit/browser/toasts.ts'
import { toastOf } from '../../../kit/browser/watch.ts'
import { expect, test } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { chooseStatus, openRequests, request, serveRequests, setStatus, statusOf, withStatus } from './requests.ts'

test('a new status asks first, because the person is notified (D188)', async ({ page, server, as }) => {
  as(adminMe)
  serveRequests(server, () => request)
  await openRequests(page)
  await chooseStatus(page, 'denied')
  const question = page.getByRole('alertdialog', { name: 'Set Hard Buyer to “denied”?' })
  await expect(question).toContainText('Ben Reed will get a message in ten seconds, saying that the request changed')
  await question.getByRole('button', { name: 'Keep Status' }).click()
  await expect(question).toHaveCount(0)
  await expect(statusOf(page)).toHaveText('received')
  expect(server.asked(setRequestStatus)).toEqual([])
})

test('a new status can be undone for ten seconds from its toast (D188)', async ({ page, server, as }) => {
  let shown: AdminRequest = request
  as(adminMe)
  serveRequests(server, () => shown)
  await openRequests(page)
  server.answer(setRequestStatus, ({ body }) => {
    shown = withStatus(body.status)
    return shown
  })
  server.answer(undoRequestStatus, () => {
    shown = request
    return shown
  })
  await chooseStatus(page, 'denied')
  await setStatus(page)
  await expect(statusOf(page)).toHaveText('denied')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expectTitle(page, 'Status Undone')
  await expect(toastOf(page)).toContainText('The request is “received” again. Ben Reed gets no message.')
  await expect(statusOf(page)).toHaveText('received')
  expect(server.asked(undoRequestStatus).map(({ params }) => params.id)).toEqual([request.id])
})

test('a change that fails is reverted with a message (S633, D161)', async ({ page, server, as }) => {
  as(adminMe)
  serveRequests(server, () => request)
  await openRequests(page)
  server.break(setRequestStatus)
  const release = server.hold(setRequestStatus)
  await chooseStatus(page, 'denied')
  await setStatus(page)
  await expect(rowsOf(page).getByText('denied', { exact: true }).first()).toBeVisible()
  release()
  await expect(toastOf(page)).toContainText('Failed to update agent request status')
  await expect(statusOf(page)).toHaveText('received')
})

test('a note does not revert the status that another admin has set meanwhile (D187)', async ({ page, server, as }) => {
  let shown: AdminRequest = request
  as(adminMe)
  serveRequests(server, () => shown)
  await openRequests(page)
  await page.getByRole('button', { name: 'Details: Hard Buyer' }).click()
  const note = page.getByLabel('Note (optional)')
  await note.fill('Thank you.')
  shown = withStatus('approved')
  server.refuse(setRequestStatus, 'changed_meanwhile', { details: { present: { status: 'approved' } } })
  const save = page.getByRole('button', { name: 'Save Status' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Status' })).toContainText('TheirsapprovedYoursreceived')
  await question.getByRole('button', { name: 'Use Theirs' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'New status' })).toHaveText('approved')
  await expect(note).toHaveValue('Thank you.')
  server.answer(setRequestStatus, () => withStatus('approved', 'Thank you.'))
  await save.click()
  await expect(toastOf(page)).toContainText('Agent request status updated successfully')
  expect(server.asked(setRequestStatus).map(({ body }) => body)).toEqual([
    { status: 'received', note: 'Thank you.', before: { status: 'received' } },
    { status: 'approved', note: 'Thank you.', before: { status: 'approved' } },
  ])
})
