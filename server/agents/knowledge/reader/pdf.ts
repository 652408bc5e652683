/** The text of a PDF, page by page. */
import { getDocumentProxy } from 'unpdf'
import { longestText, Refusal, refusals } from './refusal.ts'

const mostPages = 2000
/** No picture is ever drawn. */
const noPictures = { maxImageSize: 1, disableFontFace: true, isEvalSupported: false }

interface TextItem {
  str: string
  hasEOL: boolean
}

/** Returns the text of a PDF. Throws `Refusal` for one with a password, without text, or with too many pages. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const document = await open(bytes)
  if (document.numPages > mostPages) throw new Refusal(refusals.tooManyPages)
  const pages: string[] = []
  let characters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = (items as TextItem[]).map(({ hasEOL, str }) => (hasEOL ? `${str}\n` : str)).join('')
    pages.push(text.trim())
    characters += text.length
    if (characters > longestText) throw new Refusal(refusals.tooLong)
  }
  const text = pages.filter(Boolean).join('\n\n')
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Refusal(refusals.scanned)
  return text
}

async function open(bytes: Uint8Array): ReturnType<typeof getDocumentProxy> {
  try {
    return await getDocumentProxy(bytes, noPictures)
  } catch (error) {
    throw new Refusal((error as Error).name === 'PasswordException' ? refusals.protected : refusals.damaged)
  }
}
