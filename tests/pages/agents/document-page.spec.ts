import { changeDocument, readDocument, removeDocument } from '#contract/agents/documents.ts'
import {
  adminMe,
  as,
  closeToasts,
  expect,
  ownerMe,
  page,
  type Page,
  server,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { coach } from './agents.ts'
import { handbook, handbookText, openDocuments, prices, scanned, serveDocuments } from './documents.ts'

const rowOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: title })
const counted = (page: Page) => page.locator('#list-count')

test('a document is read and corrected; only what changed is sent, and nothing typed is lost by a slip (D183)', async () => {
  as(ownerMe)
  const kept = serveDocuments(server, [handbook, prices])
  await openDocuments(page)
  const release = server.hold(readDocument)
  await rowOf(page, 'example.com').getByRole('button', { name: 'example.com/prices', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Loading the document…')).toBeAttached()
  release()
  await expect(dialog.getByRole('link', { name: 'example.com' })).toHaveAttribute('href', 'https://example.com/prices')
  const text = dialog.getByLabel(`Text that ${coach.name} reads`)
  await expect(text).toHaveValue(handbookText)
  await expect(dialog.getByText('85 of 300,000 characters')).toBeVisible()
  await text.fill('Three prices.')
  await expect(dialog.getByText('13 of 300,000 characters')).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(text).toHaveValue('Three prices.')
  server.refuse(changeDocument, 'still_reading')
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(toastOf(page)).toContainText('This document is still being read. Please wait a moment.')
  await expect(text).toHaveValue('Three prices.')
  await closeToasts(page)
  server.answer(changeDocument, () => {
    kept.all = [handbook, { ...prices, characters: 13, state: 'indexing' }]
    return prices
  })
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(toastOf(page)).toContainText(`${coach.name} will answer from it in a moment.`)
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'example.com')).toContainText('Making it searchable…')
  expect(server.asked(changeDocument).map(({ body }) => body)).toEqual([
    { text: 'Three prices.', before: { text: handbookText } },
    { text: 'Three prices.', before: { text: handbookText } },
  ])
})

test('a text that is too long or empty is refused beside its field, and an unchanged one is not sent (D183)', async () => {
  as(adminMe)
  serveDocuments(server, [handbook])
  await openDocuments(page)
  const open = () => page.getByRole('button', { name: handbook.title, exact: true }).click()
  await open()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel(`Text that ${coach.name} reads`)
  await text.fill('x'.repeat(300_001))
  await expect(dialog.getByText('300,001 of 300,000 characters')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(text).toBeFocused()
  await expect(dialog.getByText('The text is longer than 300,000 characters.')).toBeVisible()
  await text.fill(' ')
  await expect(dialog.getByText('Please enter some text.')).toBeVisible()
  await dialog.getByLabel('Title').fill('')
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(dialog.getByText('Please enter a title.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard Changes' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(dialog).toBeHidden()
  expect(server.asked(changeDocument)).toEqual([])
})

test('a document that was not read is mended by pasting its text, or removed with a word of warning (D183)', async () => {
  as(ownerMe)
  const kept = serveDocuments(server, [scanned, handbook])
  await openDocuments(page)
  await rowOf(page, scanned.title)
    .getByRole('button', { name: `Paste the Text: ${scanned.title}` })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${coach.name} does not have this document`)).toBeVisible()
  await dialog.getByLabel(`Text that ${coach.name} reads`).fill('The contract ends in May.')
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  await expect(rowOf(page, scanned.title)).toContainText('Sending the text…')
  await closeToasts(page)

  await rowOf(page, handbook.title)
    .getByRole('button', { name: `Remove: ${handbook.title}` })
    .click()
  const question = page.getByRole('alertdialog', { name: `Remove “${handbook.title}”?` })
  await expect(question).toContainText(`${coach.name} will no longer answer from it, and its text will be deleted.`)
  await question.getByRole('button', { name: 'Keep Document' }).click()
  await expect(page.getByRole('button', { name: `Remove: ${handbook.title}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove Document' }).click()
  await expect(rowOf(page, handbook.title)).toHaveCount(0)
  await expect(counted(page)).toBeFocused()
  await expect(toastOf(page)).toContainText('Document Removed')
  expect(server.asked(removeDocument).map(({ params }) => params.id)).toEqual([handbook.id])

  // Somebody else removes the last one meanwhile.
  await closeToasts(page)
  kept.all = []
  server.refuse(removeDocument, 'document_not_found')
  await rowOf(page, scanned.title)
    .getByRole('button', { name: `Remove: ${scanned.title}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Document' }).click()
  await expect(toastOf(page)).toContainText('This document no longer exists.')
  await expect(page.getByText(`${coach.name} has read nothing yet`)).toBeVisible()
})

test('a text that somebody else changed meanwhile is not replaced unseen', tagged('D187'), async () => {
  as(adminMe)
  serveDocuments(server, [handbook])
  await openDocuments(page)
  await rowOf(page, handbook.title).getByRole('button', { name: handbook.title, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Text that ${coach.name} reads`).fill('Mine.')
  server.refuse(changeDocument, 'changed_meanwhile', { details: { present: { text: 'Theirs.' } } })
  await dialog.getByRole('button', { name: 'Save Document' }).click()
  const question = page.getByRole('dialog', { name: 'Someone else changed this in the meantime' })
  await expect(question.getByRole('region', { name: 'Text' })).toContainText('Theirs.')
  server.answer(changeDocument, handbook)
  await question.getByRole('button', { name: 'Save Mine' }).click()
  await expect(toastOf(page)).toContainText(`${coach.name} will answer from it in a moment.`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(server.asked(changeDocument).map(({ body }) => body)).toEqual([
    { text: 'Mine.', before: { text: handbookText } },
    { text: 'Mine.', before: { text: 'Theirs.' } },
  ])
})
