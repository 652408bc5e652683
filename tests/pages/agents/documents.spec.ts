import { listDocuments, searchDocuments } from '#contract/agents/documents.ts'
import { pauseClock, tickUntil } from '../../kit/browser/page-clock.ts'
import { adminMe, as, expect, expectWords, ownerMe, page, press, server, tagged, test } from '#tests/pages.ts'
import { coach } from './agents.ts'
import * as texts from './documents.ts'

const { counted, documentOf, handbook, hours, openDocuments, rowOf, scanned, serveDocuments } = texts

test('staff who only read see the documents and their texts, without what changes them', async () => {
  as({ ...adminMe, staffRole: 'read_only' })
  const kept = serveDocuments(server, [handbook, scanned], { managesDocuments: false })
  const part = await openDocuments()
  await expect(part.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(2)
  await expect(part.getByRole('button', { name: /Add|Remove|Paste|Correct/ })).toHaveCount(0)
  await press(part, handbook.title)
  const dialog = page.getByRole('dialog', { name: handbook.title })
  await expect(dialog).toContainText('Parents take fourteen weeks of parental leave.')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Save|Remove/ })).toHaveCount(0)
  kept.all = []
  await page.reload()
  await expect(part.getByText('Its documents will appear here.')).toBeVisible()
})

test('the list says that it loads, what went wrong, and what documents are good for', tagged('D183'), async () => {
  as(ownerMe)
  const kept = serveDocuments(server, [])
  server.break(listDocuments)
  const release = server.hold(listDocuments)
  const part = await openDocuments()
  await expect(part.getByText('Loading the documents…')).toBeAttached()
  release()
  await expect(part.getByText('We could not load the documents')).toBeVisible()
  server.answer(listDocuments, () => [...kept.all])
  await press(part, 'Retry')
  await expectWords(part, `${coach.name} has read nothing yet`, 'Add a handbook, a price list or a page of your')
  await press(part, 'Add a Document')
  await expect(page.getByRole('dialog', { name: 'Add Documents' })).toBeVisible()
  // Many are searched by title, and the thirtieth is the last.
  kept.all = Array.from({ length: 30 }, (_, n) => documentOf(n + 1))
  await page.reload()
  await expect(part.getByText('All 30 places are taken.')).toBeVisible()
  await expect(part.getByRole('button', { name: 'Add Documents' })).toHaveCount(0)
  await part.getByRole('searchbox', { name: 'Search documents' }).fill('document 17')
  await expect(counted()).toHaveText('1 of 30 documents')
})

test('each document says how far it is; the list is read only while one moves', tagged('D183'), async () => {
  const file = documentOf(10, { title: 'Playbook', kind: 'file', characters: 0, state: 'reading' })
  as(adminMe)
  const kept = serveDocuments(server, [file, handbook, hours, scanned])
  await page.clock.install()
  await openDocuments()
  await pauseClock(page)
  await expect(counted()).toHaveText('4 of 30 documents · 1 on the way · 1 not read')
  await expectWords(rowOf('Playbook'), 'Reading the file…', 'Step 1 of 3')
  await expect(rowOf('Playbook').getByRole('button', { name: 'Playbook', exact: true })).toHaveCount(0)
  await expectWords(rowOf('Handbook 2026'), 'File · about 12 pages', '2 of 12 pages are pictures', 'Ready')
  await expect(rowOf('Opening hours')).toContainText('Text · a few lines · always in mind')
  await expectWords(rowOf('Old contract'), 'Not read', 'This PDF holds pictures of pages and no text.')

  const read = { ...file, characters: 2000 }
  const pass = async (ms: number, words: string) => {
    await page.clock.runFor(ms)
    await tickUntil(page, () => expect(rowOf('Playbook')).toContainText(words))
  }
  kept.all = [{ ...read, state: 'sending' }]
  await pass(2000, 'Sending the text…')
  await pass(60_000, 'This takes longer than usual. We keep trying.')
  kept.all = [{ ...read, state: 'ready' }]
  await pass(2000, 'Ready')
  await expect(counted()).toHaveText('1 of 30 documents')
  const asked = server.asked(listDocuments).length
  await page.clock.runFor(60_000)
  expect(server.asked(listDocuments)).toHaveLength(asked)
})

test('a question shows the passages that the agent would get, or none', tagged('D183'), async () => {
  as(ownerMe)
  serveDocuments(server, [handbook, hours])
  await openDocuments()
  const part = page.getByRole('region', { name: 'Try a question' })
  const field = part.getByRole('textbox', { name: 'Question' })
  const ask = async (question: string) => {
    await field.fill(question)
    await field.press('Enter')
  }
  await press(part, 'Find Passages')
  await expect(part.getByText('Please enter a question.')).toBeVisible()
  const long = `${'Please speak with your manager early. '.repeat(20)}This is the end.`
  const of = { documentId: handbook.id, title: handbook.title }
  const passages = ['Parents take fourteen weeks.', long].map((text) => ({ ...of, text }))
  server.answer(searchDocuments, { passages })
  await ask('How long is parental leave?')
  const found = part.getByRole('list', { name: 'Passages' }).getByRole('listitem')
  await expect(found).toContainText(['Parents take fourteen weeks.', 'Please speak'])
  await expectWords(part, `${coach.name} would get 2 passages.`, 'Documents that are always in mind are not searched.')
  await press(found.nth(1), `Show all: ${handbook.title}`)
  const less = found.nth(1).getByRole('button', { name: `Show less: ${handbook.title}` })
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  await press(found.first(), handbook.title)
  await expect(page.getByRole('dialog').getByLabel(/^Text that/)).toHaveValue(texts.handbookText)
  await page.keyboard.press('Escape')

  server.answer(searchDocuments, { passages: [] })
  await ask('What is the weather like?')
  await expect(part.getByText('The agent would find nothing about this.')).toBeVisible()
  await expect(found).toHaveCount(0)
  server.refuse(searchDocuments, 'provider_away')
  await ask('And now?')
  await expect(part).toContainText('The voice provider does not answer at the moment. Please try again later.')
  await expect(part.getByText('The agent would find nothing about this.')).toHaveCount(0)
  await expect(field).toHaveValue('And now?')
})
