/** The text of Markdown without what its readers do not see: comments, struck-out words, addresses of pictures. */
import { type Reading, titleAmong } from './reading.ts'

const picture = /!\[([^\]\n]{0,500})\]\([^()\n]{0,2000}\)/g
const struckOut = /~~(?=\S)[^~\n]{1,2000}~~/g

export function readMarkdown(source: string): Reading {
  let pictures = 0
  // Every second part is code, which keeps its characters.
  const parts = `\n${source}`.split(/\n(?=```|~~~)/)
  const text = parts.map((part, at) => (at % 2 === 1 ? part : withoutUnseen(part))).join('\n')
  const heading = /^\s{0,3}#\s+([^\n]{1,300}?)\s*#*$/m.exec(source)?.[1]
  return { text, title: titleAmong(heading), unread: { pictures } }

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
