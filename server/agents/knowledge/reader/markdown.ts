/** The text of Markdown without what its readers do not see: notes at its head, comments, struck-out words, addresses. */
import { type Reading, titleAmong } from './reading.ts'

/** Values for the program that shows the page. */
const head = /^---\r?\n[\w-]+:[^\n]*\n(?:(?:[\w-]+:|[ \t#-])[^\n]*\n)*?---[ \t]*\r?\n/
const picture = /!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g
const struckOut = /~~(?=\S)[^~\n]{1,2000}~~/g

export function readMarkdown(whole: string): Reading {
  const notes = head.exec(whole)?.[0] ?? ''
  const source = whole.slice(notes.length)
  let pictures = 0
  // Every second part is code, which keeps its characters.
  const parts = `\n${source}`.split(/\n(?=```|~~~)/)
  const text = parts.map((part, at) => (at % 2 === 1 ? part : withoutUnseen(part))).join('\n')
  const heading = /^\s{0,3}#\s+([^\n]{1,300}?)\s*#*$/m.exec(source)?.[1]
  return {
    text,
    title: titleAmong(/^title:\s*["']?([^\n]{1,300}?)["']?\s*$/m.exec(notes)?.[1], heading),
    unread: { pictures },
  }

  function withoutUnseen(part: string): string {
    return withoutComments(part)
      .replaceAll(struckOut, '')
      .replaceAll(picture, (_, alternative: string) => {
        if (alternative.trim() === '') pictures += 1
        return alternative
      })
  }
}

function withoutComments(text: string): string {
  return text
    .split('<!--')
    .map((part, at) => (at === 0 || !part.includes('-->') ? part : part.slice(part.indexOf('-->') + 3)))
    .join('')
}
