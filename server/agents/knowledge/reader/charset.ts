/** The text of bytes, by the charset that they declare or that fits them (D199). */
import { TextDecoder } from 'node:util'
import { guessCharset } from './guessed-charset.ts'
import { Refusal, refusals } from './refusal.ts'

const byteOrderMarks: [charset: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Charsets in which a character takes several bytes, so that a text in another one rarely fits. */
const wide = /^(gb|big5|shift_jis|euc-|iso-2022)/
/** Declarations are at the beginning. */
const declaredWithin = 4096

/** Returns the charset that a page names within itself; null for none. */
export function declaredCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, declaredWithin)).toString('latin1')
  const inXml = /^[\s\u00bb\u00bf\u00ef]*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(start)
  return (inXml ?? /<meta\b[^>]{0,400}?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start))?.[1] ?? null
}

/** Returns the text of bytes, as `decode` does, without judging whether it is sure. */
export function decodeText(bytes: Uint8Array, declared: string | null = null): string {
  return decode(bytes, declared).text
}

/**
 * Returns the text of bytes: by their byte order mark, as UTF-8 if most of it is that, by the charset that they declare,
 * or by the one that gives words, which may be a guess. Characters that do not fit become U+FFFD. Throws `Refusal` for
 * no text.
 */
export function decode(bytes: Uint8Array, declared: string | null = null): { text: string; isGuess: boolean } {
  const known = decodeKnown(bytes, declared)
  if (known !== null) return { text: known, isGuess: false }
  const { charset, isSure } = guessCharset(bytes)
  return { text: new TextDecoder(charset).decode(bytes), isGuess: !isSure }
}

function decodeKnown(bytes: Uint8Array, declared: string | null): string | null {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  const shape = marked?.[0] ?? orderOfPairs(bytes)
  if (shape) return new TextDecoder(shape).decode(bytes)
  if (bytes.includes(0)) throw new Refusal(refusals.notText)
  if (Buffer.from(bytes.subarray(0, declaredWithin)).includes('\u001b$')) return fits(bytes, 'iso-2022-jp')
  const named = decoderOf(declared)
  if (named && wide.test(named.encoding)) return fits(bytes, named.encoding) ?? asUtf8(bytes) ?? named.decode(bytes)
  return asUtf8(bytes) ?? named?.decode(bytes) ?? null
}

/** Returns the order of the bytes in a text of two bytes per character without a mark; null for any other text. */
function orderOfPairs(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, declaredWithin)
  if (sample.length < 4 || bytes.length % 2 !== 0) return null
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 5
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : null
}

/** Returns a decoder for a charset of one or several bytes; null where the name is unknown or says nothing. */
function decoderOf(charset: string | null): TextDecoder | null {
  try {
    const decoder = charset === null ? null : new TextDecoder(charset.trim())
    // A page that names UTF-16 in ASCII is not in UTF-16.
    return decoder && !decoder.encoding.startsWith('utf-') ? decoder : null
  } catch {
    return null
  }
}

function fits(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the text if it is UTF-8, apart from a few bytes that are not; null for another charset. */
function asUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes)
  let [odd, right] = [0, 0]
  for (const character of text) {
    if (character === '\ufffd') odd += 1
    else if (character > '\u007f') right += 1
  }
  return odd === 0 || right >= odd ? text : null
}
