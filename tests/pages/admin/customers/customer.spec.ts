import { addCustomerNote, customer, deleteCustomerNote } from '#contract/admin/customers.ts'
import { adminMe, as, expect, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { benPage, live, serveCustomers, talk } from './customers.ts'
import { ben } from '../users.ts'

const address = `/admin/users/${ben.id}`
test('nobody talks any longer once a conversation ended by itself', async () => {
  as(adminMe)
  serveCustomers(server)
  const talking = { id: live.id, agentName: live.agentName, person: live.person, startedAt: live.at }
  server.answer(customer, { ...benPage, live: [talking] })
  await page.clock.install()
  await page.goto(address)
  await expect(page.getByText('Live now')).toBeVisible()
  server.answer(customer, benPage)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Live now')).toHaveCount(0)
})

test('notes are for the team: written, and deleted by who wrote them, after a question', tagged('D188'), async () => {
  as(adminMe)
  serveCustomers(server)
  const note = { id: '1', text: 'Prefers to be called', author: 'Ada Reed', isOwn: true, createdAt: talk.at }
  let notes = [{ ...note, id: '2', text: 'Pays late', author: 'Cleo Reed', isOwn: false }]
  server.answer(customer, () => ({ ...benPage, notes }))
  server.answer(addCustomerNote, () => {
    notes = [note, ...notes]
    return note
  })
  server.answer(deleteCustomerNote, () => {
    notes = notes.slice(1)
    return { success: true as const }
  })
  await page.goto(address)
  await page.getByLabel('New note').fill('Prefers to be called')
  await page.getByRole('button', { name: 'Add Note' }).click()
  const list = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(toastOf(page)).toContainText('Note Added')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await expect(page.getByLabel('New note')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Delete the note' })).toHaveCount(1)
  const remove = page.getByRole('button', { name: 'Delete the note: Prefers to be called' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete this note?' })
  await expect(question).toContainText('“Prefers to be called” will be gone for the whole team.')
  await question.getByRole('button', { name: 'Keep Note' }).click()
  await expect(remove).toBeFocused()
  expect(server.asked(deleteCustomerNote)).toEqual([])
  await remove.click()
  await question.getByRole('button', { name: 'Delete Note' }).click()
  await expect(list).toHaveCount(1)
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('New note')).toBeFocused()
})
