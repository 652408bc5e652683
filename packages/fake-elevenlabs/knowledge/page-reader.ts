/** Reads web pages and uploaded files for the knowledge base, as the provider does itself. */
import { parseHTML } from 'linkedom'

const withinMs = 10_000
const largestBytes = 5_000_000
const blocks = 'p, div, section, article, h1, h2, h3, h4, h5, h6, li, tr, br, blockquote, pre'

/** Types of files whose words the stand-in can read; the provider also reads PDF, DOCX and EPUB. */
export const readableTypes = ['text/plain', 'text/markdown', 'text/html']

/** Returns the words of a page, or why it could not be read. */
export async function readPage(url: string): Promise<{ text: string } | { problem: string }> {
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(withinMs),
      headers: { 'user-agent': 'ElevenlabsBot/1.0' },
    })
    if (!answer.ok) return { problem: `The page answered with ${answer.status}.` }
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (bytes.length > largestBytes) return { problem: 'The page is too large.' }
    return { text: textOf(bytes.toString('utf8'), answer.headers.get('content-type') ?? 'text/html') }
  } catch {
    return { problem: 'The page could not be reached.' }
  }
}

/** Returns the words of a file: of HTML, what a reader would see. */
export function textOf(source: string, mediaType: string): string {
  if (!mediaType.startsWith('text/html')) return source.trim()
  const { document } = parseHTML(/<html[\s>]/i.test(source) ? source : `<html><body>${source}</body></html>`)
  for (const element of document.querySelectorAll('script, style, noscript, template, nav, head')) element.remove()
  for (const element of document.querySelectorAll(blocks)) element.append('\n\n')
  return (document.documentElement?.textContent ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
}
