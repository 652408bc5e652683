import { addDocument, documentLimits } from '#contract/agents/documents.ts'
import { Problem } from '#server/kernel/problem.ts'
import { pauseClock } from '../../kit/browser/page-clock.ts'
import { as, expect, expectWords, ownerMe, page, press, server, tagged, test } from '#tests/pages.ts'
import * as texts from './documents.ts'

const { documentOf, openDocuments, rowOf, uploadOf } = texts
const file = (name: string, size = 60) => ({ name, mimeType: '', buffer: Buffer.alloc(size, 1) })
const dialog = () => page.getByRole('dialog', { name: 'Add Documents' })
const bodies = () => server.asked(addDocument).map(({ body }) => body)

function acceptDocuments(kept: texts.Kept): void {
  let added = 20
  server.answer(addDocument, ({ body: { file: sent, kind, title, url } }) => {
    const read = sent ? { state: 'reading' as const, characters: 0 } : {}
    const name = title ?? url ?? sent?.name ?? ''
    const document = documentOf(++added, { title: name, kind: kind ?? 'file', url: url ?? null, ...read })
    kept.all = [document, ...kept.all]
    return document
  })
}

let kept: texts.Kept
test.beforeEach(() => {
  as(ownerMe)
  kept = texts.serveDocuments(server, [texts.handbook])
  acceptDocuments(kept)
})

async function openAdding(): Promise<void> {
  await press(await openDocuments(), 'Add Documents')
  await expect(dialog().getByRole('button', { name: 'Choose Files' })).toBeVisible()
}

const send = (...files: ReturnType<typeof file>[]) => dialog().getByLabel('Files to upload').setInputFiles(files)

test('files are sent one by one, and what cannot be read is refused at once (B1, B2)', async () => {
  await openAdding()
  const kinds = 'PDF, Word (.docx), EPUB, web pages (.html), Markdown and plain text, up to 20 MB each.'
  await expectWords(dialog(), kinds, 'the file itself is not kept')
  const release = server.hold(addDocument)
  // Why each file is refused is in web/screens/agents/documents.
  await send(
    file('Travel.docx'),
    file('empty.md', 0),
    file('large.txt', documentLimits.fileBytes + 1),
    file('Rules.pdf'),
  )
  for (const [name, words] of [
    ['Travel.docx', 'Uploading… 50%'],
    ['Rules.pdf', 'Waiting…'],
    ['empty.md', 'This file is empty.'],
    ['large.txt', 'This file is larger than 20 MB.'],
  ] as const)
    await expect(uploadOf(name)).toContainText(words)
  await expect(dialog().getByText('0 of 2 files uploaded. You can close this window; they continue.')).toBeVisible()
  expect(bodies()).toHaveLength(1)
  await press(dialog(), 'Dismiss: empty.md', 'Done')
  await expect(dialog()).toBeHidden()
  await expect(uploadOf('Travel.docx')).toContainText('Uploading… 50%')
  release()
  for (const name of ['Travel.docx', 'Rules.pdf']) await expect(rowOf(name)).toContainText('Reading the file…')
  await expect(uploadOf('Rules.pdf')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss: large.txt' }).click()
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0)
  expect(bodies().map((body) => `${body.file?.name} ${body.file?.size}`)).toEqual(['Travel.docx 60', 'Rules.pdf 60'])
})

test('a file dropped anywhere never opens, and its upload can be stopped', tagged('D183'), async () => {
  await openAdding()
  const drop = (target: string) =>
    dialog()
      .getByText(target, { exact: true })
      .evaluate((element) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['Words'], 'Dropped.txt'))
        const given = { dataTransfer, bubbles: true, cancelable: true }
        element.dispatchEvent(new DragEvent('dragover', given))
        return !element.dispatchEvent(new DragEvent('drop', given))
      })
  expect(await drop('Add Documents')).toBe(true)
  await expect(uploadOf('Dropped.txt')).toHaveCount(0)
  server.hold(addDocument)
  expect(await drop('Choose Files')).toBe(true)
  await expect(uploadOf('Dropped.txt')).toContainText('Uploading… 50%')
  await press(dialog(), 'Cancel: Dropped.txt')
  await expect(uploadOf('Dropped.txt')).toHaveCount(0)
})

test('the row says why in the words of the server, and what may pass is tried again', tagged('B2'), async () => {
  await page.clock.install()
  await openAdding()
  await pauseClock(page)
  server.refuseWith(addDocument, new Problem(413, 'too_large', 'The file is larger than 20 MB.'))
  await send(file('two.txt'))
  await expect(uploadOf('two.txt')).toContainText('The file is larger than 20 MB.')
  await expect(uploadOf('two.txt').getByRole('button', { name: /^Try again/ })).toHaveCount(0)
  server.cut(addDocument)
  await send(file('five.txt'))
  await expect(uploadOf('five.txt')).toContainText('The change may have been made, so please check')
  acceptDocuments(kept)
  await press(uploadOf('five.txt'), 'Try again: five.txt')
  await expect(uploadOf('five.txt')).toContainText('Uploaded. It is being read.')
  // A file waits while the server reads others.
  server.refuse(addDocument, 'busy_reading')
  await send(file('Travel.docx'))
  await expect(uploadOf('Travel.docx')).toContainText('Waiting until other files have been read…')
  acceptDocuments(kept)
  await page.clock.runFor(5000)
  await expect(uploadOf('Travel.docx')).toContainText('Uploaded. It is being read.')
  expect(bodies()).toHaveLength(5)
})

test('a text or a web page is added; faults are named, and nothing typed is lost', tagged('D183'), async () => {
  await openAdding()
  await dialog().getByRole('radio', { name: 'Text' }).check()
  await press(dialog(), 'Add Text')
  await expectWords(dialog(), 'Please enter a title.', 'Please enter some text.')
  await dialog().getByLabel('Title').fill('Tone of voice')
  await dialog().getByRole('textbox', { name: 'Text', exact: true }).fill('We are short, warm and exact.')
  // What was typed stays while another way is looked at.
  for (const name of ['Web page', 'Text']) await dialog().getByRole('radio', { name }).check()
  await page.keyboard.press('Escape')
  await press(page.getByRole('alertdialog'), 'Keep Editing')
  server.refuse(addDocument, 'too_many_documents')
  await press(dialog(), 'Add Text')
  await expect(dialog().getByRole('alert')).toContainText('An agent can have 30 documents.')
  acceptDocuments(kept)
  await press(dialog(), 'Add Text')
  await expect(dialog()).toBeHidden()
  await expect(rowOf('Tone of voice')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Documents' })).toBeFocused()
  const words = { title: 'Tone of voice', text: 'We are short, warm and exact.' }
  expect(bodies().at(-1)).toEqual({ kind: 'text', ...words })

  // A web page is added as people write its address, if it is public.
  await press(page.locator('#documents'), 'Add Documents')
  await dialog().getByRole('radio', { name: 'Web page' }).check()
  const address = dialog().getByLabel('Address')
  for (const wrong of [
    '',
    'our handbook',
    'ftp://example.com/a',
    'http://127.0.0.1/secret',
    'wiki.internal',
    'a:b@x.com',
  ]) {
    await address.fill(wrong)
    await press(dialog(), 'Add Web Page')
    await expect(address).toHaveAccessibleDescription(/Please enter the address of a public web page\./)
  }
  expect(bodies()).toHaveLength(2)
  await address.fill(' example.com/prices ')
  await address.press('Enter')
  await expect(rowOf('https://example.com/prices')).toContainText('Web page')
  expect(bodies().slice(2)).toEqual([{ kind: 'url', url: 'https://example.com/prices' }])
})
