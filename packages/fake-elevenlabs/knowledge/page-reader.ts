/** Reads web pages and uploaded files for the knowledge base, as the provider does itself. */
import { parseHTML } from 'linkedom'
import { fetchPage, type MayReach, Unreadable } from './page-fetch.ts'

const blocks = 'p, div, section, article, h1, h2, h3, h4, h5, h6, li, tr, br, blockquote, pre'

/** Types of files whose words the stand-in can read; the provider also reads PDF, DOCX and EPUB. */
export const readableTypes = ['text/plain', 'text/markdown', 'text/html']

/** A page as it was fetched: its words, and its inner part if it is HTML. */
interface ReadPage {
  text: string
  html: string | null
}

/** Returns a page, or why it could not be read. */
export async function readPage(url: string, mayReach?: MayReach): Promise<ReadPage | { problem: string }> {
  try {
    const { bytes, contentType } = await fetchPage(url, mayReach)
    const source = decode(bytes, contentType)
    const html = contentType.startsWith('text/html') ? (partsOf(source).querySelector('body')?.innerHTML ?? null) : null
    return { text: textOf(source, contentType), html }
  } catch (error) {
    return { problem: error instanceof Unreadable ? error.message : 'The page could not be reached.' }
  }
}

/** Returns a page in the charset that its answer declares, or else the page itself. */
function decode(bytes: Buffer, contentType: string): string {
  const declared = /charset\s*=\s*["']?([\w.:-]+)/i
  const charset = (declared.exec(contentType) ?? declared.exec(bytes.toString('latin1', 0, 1024)))?.[1]
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Returns the words of a file: of HTML, what a reader would see. */
export function textOf(source: string, mediaType: string): string {
  if (!mediaType.startsWith('text/html')) return source.trim()
  const document = partsOf(source)
  for (const element of document.querySelectorAll(blocks)) element.append('\n\n')
  return (document.documentElement?.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
}

/** Returns a page without what belongs to its program and its frame. */
function partsOf(source: string): ReturnType<typeof parseHTML>['document'] {
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`)
  for (const element of document.querySelectorAll('script, style, noscript, template, nav, head')) element.remove()
  return document
}
