/** The text of a web page: what a reader would see of it, with its headings and lists as Markdown. */
import Turndown from 'turndown'
import { Refusal, refusals } from './refusal.ts'

const unseen =
  'script style noscript template head title nav iframe object svg math img video audio input button select'.split(' ')

const deepest = 400
/** Elements that end by themselves, so that one after the other is not one in the other. */
const selfEnding =
  /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option)$/i

/** Returns whether elements lie in each other so deeply that a parser takes minutes. */
function isTooDeep(source: string): boolean {
  let depth = 0
  for (const [, end, name = '', rest = ''] of source.matchAll(/<(\/)?([a-z][\w:-]*)([^>]*)>/gi)) {
    if (selfEnding.test(name) || rest.endsWith('/')) continue
    depth = Math.max(0, depth + (end ? -1 : 1))
    if (depth > deepest) return true
  }
  return false
}

/** Returns the text of a page or of a part of one. Throws `Refusal` for one that no parser should see. */
export function textOfPage(source: string): string {
  if (isTooDeep(source)) throw new Refusal(refusals.tooDeep)
  return markdown().turndown(source)
}

function markdown(): Turndown {
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  turndown.remove(unseen)
  // Marks within a sentence, and addresses, would only be read aloud.
  const inner = ['em', 'strong', 'b', 'i', 'code', 'a', 'span']
  turndown.addRule('plain', { filter: inner, replacement: (content) => content })
  turndown.addRule('cell', { filter: ['td', 'th'], replacement: (content) => ` ${content.trim()} |` })
  turndown.addRule('row', { filter: 'tr', replacement: (content) => `|${content}\n` })
  turndown.escape = (text) => text
  return turndown
}
