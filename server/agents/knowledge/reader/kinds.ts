/** What a file is by its first bytes; its name decides only between kinds of text. */
import { Refusal, refusals } from './refusal.ts'

export type FileKind = 'pdf' | 'zip' | 'html' | 'markdown' | 'text'

const lookedAt = 1024

/** Kinds of files that are refused, by their first bytes as Latin-1. */
const beginnings: [reason: string, starts: string[]][] = [
  [refusals.empty, ['PK\u0005\u0006']],
  [refusals.program, ['MZ', '\u007fELF']],
  [refusals.picture, ['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'II*\u0000', 'MM\u0000*']],
  [refusals.archive, ['\u001f\u008b', '7z\u00bc\u00af', 'Rar!']],
  [refusals.printout, ['%!PS']],
]
const patterns: [reason: string, pattern: RegExp][] = [
  [refusals.richText, /^\s*\{\\rtf/],
  [refusals.picture, /^(RIFF....WEBP|....ftyp(heic|mif1|avif))/s],
  [refusals.picture, /^\s*(<\?xml[^>]*>\s*)?<svg\b/i],
  [refusals.mail, /^(return-path|received|delivered-to):/i],
  [refusals.mail, /^(?:[\w-]{1,40}:[^\n]*\n(?:[ \t][^\n]*\n)*){0,30}MIME-Version:/i],
  [refusals.wordXml, /<\?mso-application progid="Word\.Document"|<(pkg:package|w:wordDocument)\b/],
  [refusals.openText, /<office:document\b/],
]

/** Returns what a file is. Throws `Refusal` for what is no document. */
export function kindOf(bytes: Uint8Array, filename: string): FileKind {
  const start = Buffer.from(bytes.subarray(0, lookedAt)).toString('latin1')
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK\u0003\u0004')) return 'zip'
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) throw new Refusal(reasonOfOldFile(bytes))
  const plain = start.replace(/^\u00ef\u00bb\u00bf/, '')
  const reason =
    beginnings.find(([, starts]) => starts.some((beginning) => plain.startsWith(beginning)))?.[0] ??
    patterns.find(([, pattern]) => pattern.test(plain))?.[0]
  if (reason !== undefined) throw new Refusal(reason)
  if (
    /\.html?$|\.xhtml$/i.test(filename) ||
    /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*>\s*)*<(!doctype html|html)\b/i.test(plain)
  )
    return 'html'
  return /\.(md|markdown)$/i.test(filename) ? 'markdown' : 'text'
}

/** Returns what to do with a file of the older office programs, whose parts have names in UTF-16. */
function reasonOfOldFile(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const holds = (name: string): boolean => file.includes(Buffer.from(name, 'utf16le'))
  if (holds('PowerPoint Document')) return refusals.presentation
  if (holds('Workbook') && !holds('WordDocument')) return refusals.spreadsheet
  return holds('__substg1.0_') ? refusals.mail : refusals.oldWord
}
