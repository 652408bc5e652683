import { addDocument, documentLimits } from '#contract/agents/documents.ts'
import { Problem, refusals } from '#server/kernel/problem.ts'
import { pauseClock } from '../../kit/browser/page-clock.ts'
import { as, expect, ownerMe, page, type Page, server, tagged, test } from '#tests/pages.ts'
import { coach } from './agents.ts'
import { documentOf, handbook, type Kept, openDocuments, serveDocuments } from './documents.ts'

const file = (name: string, size = 60) => ({ name, mimeType: '', buffer: Buffer.alloc(size, 1) })

let kept: Kept
test.beforeEach(() => {
  as(ownerMe)
  kept = serveDocuments(server, [handbook])
  let added = 20
  server.answer(addDocument, ({ body: { file: sent, kind, title, url } }) => {
    added += 1
    const name = title ?? url ?? sent?.name ?? ''
    const document = documentOf(added, {
      title: name,
      kind: sent ? 'file' : (kind ?? 'text'),
      url: url ?? null,
      state: sent ? 'reading' : 'ready',
      characters: sent ? 0 : 900,
    })
    kept.all = [document, ...kept.all]
    return document
  })
})

async function openAdding(page: Page) {
  const part = await openDocuments(page)
  await part.getByRole('button', { name: 'Add Documents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Documents' })
  await expect(dialog.getByRole('button', { name: 'Choose Files' })).toBeVisible()
  return dialog
}

const uploadOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
const documentRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: title })

test('several files are sent one after the other, also while their dialog is closed; what cannot be read is refused at once (B1, B2)', async () => {
  const dialog = await openAdding(page)
  await expect(
    dialog.getByText('PDF, Word (.docx), EPUB, web pages (.html), Markdown and plain text, up to 20 MB each.'),
  ).toBeVisible()
  await expect(dialog.getByText('the file itself is not kept')).toBeVisible()
  const release = server.hold(addDocument)
  await dialog
    .getByLabel('Files to upload')
    .setInputFiles([
      file('Travel.docx'),
      file('photo.png'),
      file('old.doc'),
      file('empty.md', 0),
      file('large.txt', documentLimits.fileBytes + 1),
      file('Rules.pdf'),
    ])
  await expect(uploadOf(page, 'Travel.docx')).toContainText('Uploading… 50%')
  await expect(uploadOf(page, 'Rules.pdf')).toContainText('Waiting…')
  await expect(uploadOf(page, 'photo.png')).toContainText('This kind of file cannot be read. Use PDF, Word (.docx)')
  await expect(uploadOf(page, 'old.doc')).toContainText('This is an old Word file. Save it as .docx first.')
  await expect(uploadOf(page, 'empty.md')).toContainText('This file is empty.')
  await expect(uploadOf(page, 'large.txt')).toContainText('This file is larger than 20 MB.')
  await expect(dialog.getByText('0 of 2 files uploaded. You can close this window; they continue.')).toBeVisible()
  expect(server.asked(addDocument)).toHaveLength(1)
  for (const name of ['photo.png', 'old.doc', 'empty.md'])
    await dialog.getByRole('button', { name: `Dismiss: ${name}` }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(uploadOf(page, 'Travel.docx')).toContainText('Uploading… 50%')
  await expect(uploadOf(page, 'large.txt')).toBeVisible()
  release()
  await expect(documentRow(page, 'Travel.docx')).toContainText('Reading the file…')
  await expect(documentRow(page, 'Rules.pdf')).toContainText('Reading the file…')
  await expect(uploadOf(page, 'Rules.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss: large.txt' }).click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  expect(server.asked(addDocument).map(({ body }) => [body.file?.name, body.file?.size])).toEqual([
    ['Travel.docx', 60],
    ['Rules.pdf', 60],
  ])
})

test('files are also dropped, beside the field without leaving the page, and an upload can be stopped (D183)', async () => {
  const dialog = await openAdding(page)
  const drop = (target: string) =>
    page.evaluate((text) => {
      const all = [...document.querySelectorAll('[role=dialog] *')]
      const element = all.find((node) => node.children.length === 0 && node.textContent === text)
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['Words'], 'Dropped.txt'))
      const given = { dataTransfer, bubbles: true, cancelable: true }
      element?.dispatchEvent(new DragEvent('dragover', given))
      const event = new DragEvent('drop', given)
      element?.dispatchEvent(event)
      return event.defaultPrevented
    }, target)
  expect(await drop('Add Documents')).toBe(true)
  await expect(uploadOf(page, 'Dropped.txt')).toHaveCount(0)
  server.hold(addDocument)
  expect(await drop('Choose Files')).toBe(true)
  await expect(uploadOf(page, 'Dropped.txt')).toContainText('Uploading… 50%')
  await dialog.getByRole('button', { name: 'Cancel: Dropped.txt' }).click()
  await expect(uploadOf(page, 'Dropped.txt')).toHaveCount(0)
})

test.describe('when the server refuses a file', () => {
  test.use({ expectedNoise: /40\d|41\d|429|500/ })

  test('the row says why in the words of the server, and what may pass is tried again', tagged('B2'), async () => {
    const dialog = await openAdding(page)
    const send = (name: string) => dialog.getByLabel('Files to upload').setInputFiles([file(name)])
    server.refuse(addDocument, 'too_many_documents')
    await send('one.txt')
    await expect(uploadOf(page, 'one.txt')).toContainText('An agent can have 30 documents. Please remove one')
    server.refuseWith(addDocument, new Problem(413, 'too_large', 'The file is larger than 20 MB.'))
    await send('two.txt')
    await expect(uploadOf(page, 'two.txt')).toContainText('The file is larger than 20 MB.')
    await expect(uploadOf(page, 'two.txt').getByRole('button', { name: /^Try again/ })).toHaveCount(0)
    server.refuseWith(addDocument, refusals.tooMany(60))
    await send('three.txt')
    await expect(uploadOf(page, 'three.txt')).toContainText('You can add 60 documents an hour. Please try again later.')
    server.break(addDocument)
    await send('four.txt')
    await expect(uploadOf(page, 'four.txt')).toContainText('Something went wrong on our side. Please try again.')
    server.cut(addDocument)
    await send('five.txt')
    await expect(uploadOf(page, 'five.txt')).toContainText('The connection was lost. Please check it and try again.')
    server.answer(addDocument, () => {
      const document = documentOf(30, { title: 'five', kind: 'file', state: 'reading', characters: 0 })
      kept.all = [document, ...kept.all]
      return document
    })
    await uploadOf(page, 'five.txt').getByRole('button', { name: 'Try again: five.txt' }).click()
    await expect(uploadOf(page, 'five.txt')).toContainText('Uploaded. It is being read.')
  })

  test('a file waits while the server reads others', tagged('B2'), async () => {
    await page.clock.install()
    const dialog = await openAdding(page)
    await pauseClock(page)
    server.refuse(addDocument, 'busy_reading')
    await dialog.getByLabel('Files to upload').setInputFiles([file('Travel.docx')])
    await expect(uploadOf(page, 'Travel.docx')).toContainText('Waiting until other files have been read…')
    server.answer(addDocument, documentOf(21, { kind: 'file', state: 'reading' }))
    await page.clock.runFor(5000)
    await expect(uploadOf(page, 'Travel.docx')).toContainText('Uploaded. It is being read.')
    expect(server.asked(addDocument)).toHaveLength(2)
  })
})

test('a text is written or pasted; what is missing is said beside its field, and a slip loses nothing (D183)', async () => {
  const dialog = await openAdding(page)
  await dialog.getByRole('radio', { name: 'Text' }).check()
  await expect(dialog.getByText(`Write or paste what ${coach.name} should know.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add Text' }).click()
  await expect(dialog.getByText('Please enter a title.')).toBeVisible()
  await expect(dialog.getByText('Please enter some text.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Tone of voice')
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('We are short, warm and exact.')
  // What was typed stays while another way is looked at.
  await dialog.getByRole('radio', { name: 'Web page' }).check()
  await dialog.getByRole('radio', { name: 'Text' }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Editing' }).click()
  server.refuse(addDocument, 'too_many_documents')
  await dialog.getByRole('button', { name: 'Add Text' }).click()
  await expect(dialog.getByRole('alert')).toContainText('An agent can have 30 documents.')
  server.answer(addDocument, ({ body: { title = '' } }) => {
    const document = documentOf(21, { title, state: 'sending' })
    kept.all = [document, ...kept.all]
    return document
  })
  await dialog.getByRole('button', { name: 'Add Text' }).click()
  await expect(dialog).toBeHidden()
  await expect(documentRow(page, 'Tone of voice')).toContainText('Sending the text…')
  await expect(page.getByRole('button', { name: 'Add Documents' })).toBeFocused()
  expect(server.asked(addDocument).at(-1)?.body).toEqual({
    kind: 'text',
    title: 'Tone of voice',
    text: 'We are short, warm and exact.',
  })
})

test('a web page is added by its address, as people write it; others than public pages are refused (D183)', async () => {
  const dialog = await openAdding(page)
  await dialog.getByRole('radio', { name: 'Web page' }).check()
  const address = dialog.getByLabel('Address')
  for (const wrong of ['', 'our handbook', 'ftp://example.com/a', 'http://127.0.0.1/secret', 'localhost']) {
    await address.fill(wrong)
    await dialog.getByRole('button', { name: 'Add Web Page' }).click()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByText('Please enter the address of a public web page.')).toBeVisible()
  }
  expect(server.asked(addDocument)).toEqual([])
  await address.fill(' example.com/prices ')
  await address.press('Enter')
  await expect(documentRow(page, 'https://example.com/prices')).toContainText('Web page')
  expect(server.asked(addDocument).map(({ body }) => body)).toEqual([
    { kind: 'url', url: 'https://example.com/prices' },
  ])
})
