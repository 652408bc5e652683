import * as saved from '#contract/messages/saved-answers.ts'
import { apology, serveMessages } from '#tests/pages/admin/messages.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { expectSent } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('the team keeps its saved answers: adds, changes and deletes them', async () => {
  let answers: saved.SavedAnswer[] = []
  serveMessages(server, () => [])
  server.answer(saved.savedAnswers, () => answers)
  server.refuse(saved.createSavedAnswer, 'title_taken', { field: 'title' })
  await page.goto('/admin?tab=communications')
  await page.getByRole('button', { name: 'Saved Answers' }).click()
  await expect(page.getByText('No saved answers yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New Saved Answer' }).click()
  const form = page.getByRole('dialog', { name: 'New Saved Answer' })
  await form.getByLabel('Title').fill(apology.title)
  await form.getByLabel('Text').fill(apology.message)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Another saved answer has this title.')).toBeVisible()
  server.answer(saved.createSavedAnswer, () => {
    answers = [apology]
    return apology
  })
  await form.getByRole('button', { name: 'Save' }).click()
  const list = page.getByRole('list', { name: 'Saved answers' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  server.answer(saved.changeSavedAnswer, ({ body: { title = '' } }) => {
    answers = [{ ...apology, title }]
    return { ...apology, title }
  })
  await list.getByRole('button', { name: 'Edit: Minutes credited back' }).click()
  await page.getByLabel('Title').fill('Credited')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(list).toContainText('Credited')
  await expectSent(saved.changeSavedAnswer, { title: 'Credited', before: { title: apology.title } })
  server.answer(saved.deleteSavedAnswer, () => {
    answers = []
    return { success: true as const }
  })
  await list.getByRole('button', { name: 'Delete: Credited' }).click()
  await page.getByRole('button', { name: 'Delete Saved Answer' }).click()
  await expect(page.getByText('No saved answers yet.')).toBeVisible()
})

it('a text that a colleague has changed shows next to one’s own', tags('D187'), async () => {
  serveMessages(server, () => [])
  server.answer(saved.savedAnswers, [apology])
  server.refuse(saved.changeSavedAnswer, 'changed_meanwhile', { details: { present: { message: 'Theirs.' } } })
  await page.goto('/admin?tab=communications')
  await page.getByRole('button', { name: 'Saved Answers' }).click()
  await page.getByRole('button', { name: `Edit: ${apology.title}` }).click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Mine.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Text' })).toContainText('TheirsTheirs.YoursMine.')
  server.answer(saved.changeSavedAnswer, { ...apology, message: 'Mine.' })
  await question.getByRole('button', { name: 'Save Mine' }).click()
  await expect(page.getByRole('list', { name: 'Saved answers' })).toBeVisible()
  const mine = { message: 'Mine.', before: { message: 'Theirs.' } }
  expect(server.asked(saved.changeSavedAnswer).at(-1)?.body).toEqual(mine)
})
