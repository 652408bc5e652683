import { searchDocuments } from '#contract/agents/documents.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, expect, ownerMe, page, server, tagged, test } from '#tests/pages.ts'
import { coach } from './agents.ts'
import { handbook, handbookText, hours, openDocuments, serveDocuments } from './documents.ts'

const longPassage = `${'Please speak with your manager early. '.repeat(20)}This is the end.`

test.use({ expectedNoise: /503|429/ })

test('a question shows the passages that the agent would get, or that there are none', tagged('D183'), async () => {
  as(ownerMe)
  serveDocuments(server, [handbook, hours])
  await openDocuments(page)
  const part = page.getByRole('region', { name: 'Try a question' })
  const field = part.getByRole('textbox', { name: 'Question' })
  const ask = async (question: string) => {
    await field.fill(question)
    await field.press('Enter')
  }
  await part.getByRole('button', { name: 'Find Passages' }).click()
  await expect(part.getByText('Please enter a question.')).toBeVisible()
  server.answer(searchDocuments, {
    passages: [
      { documentId: handbook.id, title: handbook.title, text: 'Parents take fourteen weeks.' },
      { documentId: handbook.id, title: handbook.title, text: longPassage },
    ],
  })
  const release = server.hold(searchDocuments)
  await ask('How long is parental leave?')
  await expect(part.getByText('Searching…')).toBeVisible()
  release()
  const passages = part.getByRole('list', { name: 'Passages' }).getByRole('listitem')
  await expect(passages).toHaveCount(2)
  await expect(part.getByText(`${coach.name} would get 2 passages.`)).toBeVisible()
  await expect(part.getByText('Documents that are always in mind are not searched.')).toBeVisible()
  await expect(passages.first()).toContainText('Parents take fourteen weeks.')
  const more = passages.nth(1).getByRole('button', { name: `Show all: ${handbook.title}` })
  await more.click()
  await expect(passages.nth(1).getByRole('button', { name: `Show less: ${handbook.title}` })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await passages.first().getByRole('button', { name: handbook.title }).click()
  await expect(page.getByRole('dialog').getByLabel(`Text that ${coach.name} reads`)).toHaveValue(handbookText)
  await page.keyboard.press('Escape')

  server.answer(searchDocuments, { passages: [] })
  await ask('What is the weather like?')
  await expect(part.getByText('The agent would find nothing about this.')).toBeVisible()
  await expect(passages).toHaveCount(0)
  server.refuse(searchDocuments, 'provider_away')
  await ask('And now?')
  await expect(
    part.getByText('The voice provider does not answer at the moment. Please try again later.'),
  ).toBeVisible()
  await expect(part.getByText('The agent would find nothing about this.')).toHaveCount(0)
  server.refuseWith(searchDocuments, refusals.tooMany(60))
  await ask('And now?')
  await expect(part.getByText('You can try 60 questions an hour. Please try again later.')).toBeVisible()
  server.cut(searchDocuments)
  await ask('And now?')
  await expect(part.getByText('The connection was lost. Please check it and try again.')).toBeVisible()
  await expect(field).toHaveValue('And now?')
})
