import { agentPage } from '#contract/agents/agents.ts'
import { listDocuments } from '#contract/agents/documents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { pressFor, tabTo } from '../../kit/browser/keyboard.ts'
import { pauseClock, tickUntil } from '../../kit/browser/page-clock.ts'
import { adminMe, as, expect, memberMe, ownerMe, page, type Page, server, tagged, test } from '#tests/pages.ts'
import { coach, pageOf } from './agents.ts'
import { documentOf, handbook, hours, openDocuments, scanned, serveDocuments } from './documents.ts'

const rowOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: title })
const counted = (page: Page) => page.locator('#list-count')

test('others see nothing of what an agent has read, and their page asks for nothing', tagged('D183'), async () => {
  server.answer(agentPage, pageOf(coach))
  server.answer(ratings, [])
  for (const me of [null, memberMe]) {
    as(me)
    await page.goto(`/agents/${coach.id}`)
    await expect(page.getByText('Sample conversation')).toBeVisible()
    await expect(page.getByText(me ? /to rate it/ : 'Sign Up to Talk')).toBeVisible()
    await expect(page.getByText(`What ${coach.name} has read`)).toHaveCount(0)
  }
  expect(server.asked(listDocuments)).toEqual([])
})

test('staff who only read see the documents and their texts, without what changes them', async () => {
  as({ ...adminMe, staffRole: 'read_only' })
  const kept = serveDocuments(server, [handbook, scanned], { managesDocuments: false })
  const part = await openDocuments(page)
  await expect(part.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(2)
  await expect(part.getByRole('button', { name: /Add|Remove|Paste|Correct/ })).toHaveCount(0)
  await part.getByRole('button', { name: handbook.title }).click()
  const dialog = page.getByRole('dialog', { name: handbook.title })
  await expect(dialog).toContainText('Parents take fourteen weeks of parental leave.')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /Save|Remove/ })).toHaveCount(0)
  kept.all = []
  await page.reload()
  await expect(part.getByText('Its documents will appear here.')).toBeVisible()
})

test.describe('when the server fails', () => {
  test.use({ expectedNoise: /500/ })

  test('the list says that it loads, what went wrong, and what documents are good for', tagged('D183'), async () => {
    as(ownerMe)
    const kept = serveDocuments(server, [])
    server.break(listDocuments)
    const release = server.hold(listDocuments)
    const part = await openDocuments(page)
    await expect(part.getByText('Loading the documents…')).toBeAttached()
    release()
    await expect(part.getByText('We could not load the documents')).toBeVisible()
    server.answer(listDocuments, () => [...kept.all])
    await part.getByRole('button', { name: 'Retry' }).click()
    await expect(part.getByText(`${coach.name} has read nothing yet`)).toBeVisible()
    await expect(part.getByText('Add a handbook, a price list or a page of your website.')).toBeVisible()
    await expect(part.getByRole('region', { name: 'Try a question' })).toHaveCount(0)
    await part.getByRole('button', { name: 'Add a Document' }).click()
    await expect(page.getByRole('dialog', { name: 'Add Documents' })).toBeVisible()
  })
})

test('each document says what it is, how long, and how far; the list is read only while one moves (D183)', async () => {
  const file = documentOf(10, { title: 'Playbook', kind: 'file', characters: 0, state: 'reading' })
  const site = documentOf(11, { title: 'example.com', kind: 'url', url: 'https://example.com', characters: 0 })
  as(adminMe)
  const kept = serveDocuments(server, [file, { ...site, state: 'sending' }, handbook, hours, scanned])
  await page.clock.install()
  await openDocuments(page)
  await pauseClock(page)
  await expect(counted(page)).toHaveText('5 of 30 documents · 2 on the way · 1 not read')
  await expect(rowOf(page, 'Playbook')).toContainText('Reading the file…')
  await expect(rowOf(page, 'Playbook')).toContainText('Step 1 of 3')
  await expect(rowOf(page, 'Playbook').getByRole('button', { name: 'Playbook', exact: true })).toHaveCount(0)
  await expect(rowOf(page, 'example.com')).toContainText('Reading the page…')
  await expect(rowOf(page, 'Handbook 2026')).toContainText('File · about 12 pages')
  await expect(rowOf(page, 'Handbook 2026')).toContainText('Ready')
  await expect(rowOf(page, 'Opening hours')).toContainText('Text · a few lines · always in mind')
  await expect(rowOf(page, 'Old contract')).toContainText('Not read')
  await expect(rowOf(page, 'Old contract')).toContainText('This PDF holds pictures of pages and no text.')

  const read = { ...file, characters: 2000 }
  kept.all = [
    { ...read, state: 'sending' },
    { ...site, characters: 900, state: 'indexing' },
  ]
  const pass = async (ms: number, title: string, words: string) => {
    await page.clock.runFor(ms)
    await tickUntil(page, () => expect(rowOf(page, title)).toContainText(words))
  }
  await pass(2000, 'Playbook', 'Sending the text…')
  await expect(rowOf(page, 'Playbook')).toContainText('Step 2 of 3')
  await expect(rowOf(page, 'example.com')).toContainText('Making it searchable…')
  await pass(60_000, 'Playbook', 'This takes longer than usual. We keep trying.')
  kept.all = [
    { ...read, state: 'ready' },
    { ...site, characters: 900, state: 'ready' },
  ]
  await pass(2000, 'Playbook', 'Ready')
  await expect(counted(page)).toHaveText('2 of 30 documents')
  const asked = server.asked(listDocuments).length
  await page.clock.runFor(60_000)
  expect(server.asked(listDocuments)).toHaveLength(asked)
})

test('many documents are searched by title, and the thirtieth is the last', tagged('D183'), async () => {
  as(adminMe)
  serveDocuments(
    server,
    Array.from({ length: 30 }, (_, n) => documentOf(n + 1)),
  )
  const part = await openDocuments(page)
  await expect(part.getByText('All 30 places are taken.')).toBeVisible()
  await expect(part.getByRole('button', { name: 'Add Documents' })).toHaveCount(0)
  const search = part.getByRole('searchbox', { name: 'Search documents' })
  await search.fill('document 17')
  await expect(counted(page)).toHaveText('1 of 30 documents')
  await expect(rowOf(page, 'Document 17')).toBeVisible()
  await search.fill('invoice')
  await expect(part.getByText('No title contains “invoice”.')).toBeVisible()
})

test('a document opens and closes by keyboard', tagged('D183'), async () => {
  as(adminMe)
  serveDocuments(server, [handbook, hours])
  await openDocuments(page)
  const title = page.getByRole('button', { name: handbook.title, exact: true })
  await tabTo(page, title)
  await pressFor(page, 'Enter', page.getByRole('dialog').getByLabel('Title'))
  await page.keyboard.press('Escape')
  await expect(title).toBeFocused()
})
