/** Text in charsets that Node reads and does not write. */

const codes = new Map<string, Map<string, number[]>>()

/** Returns a text in a charset of one or two bytes per character. */
export function encoded(text: string, charset: string): Buffer {
  const known = codes.get(charset) ?? codesOf(charset)
  codes.set(charset, known)
  return Buffer.from(Array.from(text, (character) => known.get(character) ?? [0x3f]).flat())
}

function codesOf(charset: string): Map<string, number[]> {
  const decoder = new TextDecoder(charset)
  const found = new Map<string, number[]>()
  const note = (...bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if (Array.from(text).length === 1 && text !== '\ufffd' && !found.has(text)) found.set(text, bytes)
  }
  for (let first = 0; first < 256; first++) note(first)
  for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) note(first, second)
  return found
}
