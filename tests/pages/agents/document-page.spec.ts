import { changeDocument, readDocument, removeDocument } from '#contract/agents/documents.ts'
import * as luna from '#tests/pages.ts'
import { as, closeToasts, expect, ownerMe, page, press, server, tagged, test, toastOf } from '#tests/pages.ts'
import { coach } from './agents.ts'
import * as texts from './documents.ts'

const { documentOf, handbook, handbookText, openDocuments, rowOf, scanned, serveDocuments } = texts
const url = 'https://example.com/prices'
const prices = documentOf(3, { title: 'example.com/prices', kind: 'url', characters: 5900, url })

const dialog = () => page.getByRole('dialog')
const text = () => dialog().getByLabel(`Text that ${coach.name} reads`)
const bodies = () => server.asked(changeDocument).map(({ body }) => body)

test.beforeEach(() => as(ownerMe))

test('a document is read and corrected; only changes are sent, and nothing typed is lost', tagged('D183'), async () => {
  const kept = serveDocuments(server, [handbook, prices])
  await openDocuments()
  const release = server.hold(readDocument)
  await press(rowOf('example.com'), prices.title)
  await expect(dialog().getByText('Loading the document…')).toBeAttached()
  release()
  await expect(dialog().getByRole('link', { name: 'example.com' })).toHaveAttribute('href', url)
  await expect(text()).toHaveValue(handbookText)
  await text().fill('Three prices.')
  await page.keyboard.press('Escape')
  await press(page.getByRole('alertdialog', { name: 'Discard your changes?' }), 'Keep Editing')
  server.refuse(changeDocument, 'still_reading')
  await press(dialog(), 'Save Document')
  await expect(toastOf(page)).toContainText('This document is still being read. Please wait a moment.')
  await expect(text()).toHaveValue('Three prices.')
  await closeToasts(page)
  server.answer(changeDocument, () => {
    kept.all = [handbook, { ...prices, characters: 13, state: 'indexing' }]
    return prices
  })
  await press(dialog(), 'Save Document')
  await expect(toastOf(page)).toContainText(`${coach.name} will answer from it in a moment.`)
  await expect(rowOf('example.com')).toContainText('Making it searchable…')
  const sent = { text: 'Three prices.', before: { text: handbookText } }
  expect(bodies()).toEqual([sent, sent])

  // A text that is too long or empty is refused, and an unchanged one is not sent.
  await press(rowOf(handbook.title), handbook.title)
  await text().fill('x'.repeat(300_001))
  await expect(dialog().getByText('300,001 of 300,000 characters')).toBeVisible()
  await press(dialog(), 'Save Document')
  await expect(text()).toBeFocused()
  await expect(dialog().getByText('The text is longer than 300,000 characters.')).toBeVisible()
  await text().fill(' ')
  await expect(dialog().getByText('Please enter some text.')).toBeVisible()
  await dialog().getByLabel('Title').fill('')
  await press(dialog(), 'Save Document')
  await expect(dialog().getByText('Please enter a title.')).toBeVisible()
  await press(dialog(), 'Cancel')
  await press(page.getByRole('alertdialog'), 'Discard Changes')
  await press(rowOf(handbook.title), handbook.title)
  await expect(dialog().getByText('2 of 12 pages are pictures and were not read.')).toBeVisible()
  await press(dialog(), 'Save Document')
  expect(bodies()).toHaveLength(2)
})

test('an unread document is repaired by pasting its text, or removed after a question', tagged('D183'), async () => {
  const kept = serveDocuments(server, [scanned, handbook])
  await openDocuments()
  await press(rowOf(scanned.title), `Paste the Text: ${scanned.title}`)
  await expect(dialog().getByText(`${coach.name} does not have this document`)).toBeVisible()
  await text().fill('The contract ends in May.')
  await press(dialog(), 'Save Document')
  await expect(rowOf(scanned.title)).toContainText('Sending the text…')
  await closeToasts(page)

  await press(rowOf(handbook.title), `Remove: ${handbook.title}`)
  const question = page.getByRole('alertdialog', { name: `Remove “${handbook.title}”?` })
  await expect(question).toContainText(`${coach.name} will no longer answer from it, and its text will be deleted.`)
  await press(question, 'Keep Document')
  await expect(page.getByRole('button', { name: `Remove: ${handbook.title}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await press(question, 'Remove Document')
  await expect(rowOf(handbook.title)).toHaveCount(0)
  await expect(texts.counted()).toBeFocused()
  await expect(toastOf(page)).toContainText('Document Removed')
  expect(server.asked(removeDocument).map(({ params }) => params.id)).toEqual([handbook.id])

  // Somebody else removes the last one at the same time.
  await closeToasts(page)
  kept.all = []
  server.refuse(removeDocument, 'document_not_found')
  await press(rowOf(scanned.title), `Remove: ${scanned.title}`)
  await press(page.getByRole('alertdialog'), 'Remove Document')
  await expect(toastOf(page)).toContainText('This document no longer exists.')
  await expect(page.getByText(`${coach.name} has read nothing yet`)).toBeVisible()
})

test('a text that somebody else changed is not replaced unseen', tagged('D187'), async () => {
  as(luna.adminMe)
  serveDocuments(server, [handbook])
  await press(await openDocuments(), handbook.title)
  await text().fill('Mine.')
  server.refuse(changeDocument, 'changed_meanwhile', { details: { present: { text: 'Theirs.' } } })
  await press(dialog(), 'Save Document')
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Text' })).toContainText('Theirs.')
  server.answer(changeDocument, handbook)
  await press(question, 'Save Mine')
  await expect(toastOf(page)).toContainText(`${coach.name} will answer from it in a moment.`)
  await expect(dialog()).toHaveCount(0)
  expect(bodies()).toEqual([handbookText, 'Theirs.'].map((before) => ({ text: 'Mine.', before: { text: before } })))
})
