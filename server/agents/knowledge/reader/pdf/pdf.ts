/** The text of a PDF, page by page, with the values of its forms. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { textOfPage, type Annotation, type TextItem } from './page.ts'
import { type Reading, titleAmong } from '../reading.ts'
import { longestText, Refusal, refusals } from '../refusal.ts'

const mostPages = 2000
/** Tables of characters and the measures of usual fonts, without which Chinese, Japanese and Korean text is lost. */
const tables = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const options = {
  // No picture is ever drawn.
  maxImageSize: 1,
  disableFontFace: true,
  isEvalSupported: false,
  // Faults of files are none of ours.
  verbosity: 0,
  cMapUrl: `${tables}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${tables}/standard_fonts/`,
}
/** A page with fewer is looked at for pictures: a stamp of the scanner, a number of the page. */
const fewCharacters = 40
/** The share of a page from which a picture is its content: next to a few characters, and without any. */
const wholePage = { withText: 0.5, withoutText: 0.02 }

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/** Returns the text of a PDF. Throws `Refusal` for one with a password, with hardly any text, or with too many pages. */
export async function readPdf(bytes: Uint8Array): Promise<Reading> {
  const document = await open(bytes)
  const all = document.numPages
  if (all > mostPages) throw new Refusal(refusals.tooManyPages)
  const texts: string[] = []
  let [characters, pictures] = [0, 0]
  for (let number = 1; number <= all; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const text = textOfPage(items as TextItem[], (await page.getAnnotations()) as Annotation[])
    if (await isPicture(page, text)) pictures += 1
    page.cleanup()
    texts.push(text)
    characters += text.length
    if (characters > longestText) throw new Refusal(refusals.tooLong)
  }
  const text = texts.filter(Boolean).join('\n\n')
  const { info } = await document.getMetadata()
  const { IsXFAPresent: isLive, Title: title } = info as { IsXFAPresent?: boolean; Title?: string }
  if (isLive && /^please wait/i.test(text)) throw new Refusal(refusals.liveForm)
  if (!/[\p{L}\p{N}\ufffd]/u.test(text)) throw new Refusal(refusals.scanned)
  if (pictures > all / 2) throw new Refusal(pictures === all ? refusals.scanned : refusals.mostlyScanned)
  return { text, title: titleAmong(title), unread: { pages: { pictures, all } } }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, options)
  } catch (error) {
    throw new Refusal((error as Error).name === 'PasswordException' ? refusals.protected : refusals.damaged)
  }
}

/** Returns whether a page shows a picture rather than text. */
async function isPicture(page: Page, text: string): Promise<boolean> {
  const shown = text.match(/[\p{L}\p{N}\ufffd]/gu)?.length ?? 0
  if (shown >= fewCharacters) return false
  const { AnnotationMode, OPS } = await getResolvedPDFJS()
  const { width, height } = page.getViewport({ scale: 1 })
  const least = width * height * (shown > 0 ? wholePage.withText : wholePage.withoutText)
  const { argsArray, fnArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  // Pictures are taken away before they are unpacked; the frames in which they were drawn are still there.
  return fnArray.some((operator, at) => {
    if (operator !== OPS.transform) return false
    const [a = 0, b = 0, c = 0, d = 0] = argsArray[at] as number[]
    return Math.abs(a * d - b * c) > least
  })
}
