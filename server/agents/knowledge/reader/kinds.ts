/** What a file is by its first bytes; its name decides only between kinds of text. */
import { Refusal, refusals } from './refusal.ts'

export type FileKind = 'pdf' | 'zip' | 'html' | 'markdown' | 'text'

const pdfWithin = 1024

/** Returns what a file is. Throws `Refusal` for what is no document. */
export function kindOf(bytes: Uint8Array, filename: string): FileKind {
  const start = Buffer.from(bytes.subarray(0, pdfWithin))
  if (start.includes('%PDF-')) return 'pdf'
  if (startsWith(start, [0x50, 0x4b, 0x03, 0x04])) return 'zip'
  if (startsWith(start, [0x50, 0x4b, 0x05, 0x06])) throw new Refusal(refusals.empty)
  if (startsWith(start, [0xd0, 0xcf, 0x11, 0xe0])) throw new Refusal(refusals.oldWord)
  if (startsWith(start, [0x4d, 0x5a]) || startsWith(start, [0x7f, 0x45, 0x4c, 0x46]))
    throw new Refusal(refusals.program)
  if (/\.html?$|\.xhtml$/i.test(filename) || /^\s*<(!doctype html|html)\b/i.test(start.toString('latin1')))
    return 'html'
  return /\.(md|markdown)$/i.test(filename) ? 'markdown' : 'text'
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, place) => bytes[place] === byte)
}

const byteOrderMarks: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Returns a file's text: by its byte order mark, else as UTF-8, else as Windows-1252. Throws `Refusal` for no text. */
export function decodeText(bytes: Uint8Array): string {
  const marked = byteOrderMarks.find(([, mark]) => startsWith(bytes, mark))
  if (marked) return new TextDecoder(marked[0]).decode(bytes)
  if (bytes.includes(0)) throw new Refusal(refusals.notText)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
