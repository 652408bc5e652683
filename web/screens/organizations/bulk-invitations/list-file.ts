import { countText } from '#contract/amounts.ts'
import { readPeople, writePeople } from './read-people.ts'
import { isCards } from './recipients.ts'

/** A list of 500 people with their names never needs more. */
const mostBytes = 1_000_000
/** Contact cards carry photos, which are not kept. */
const mostCardBytes = 20_000_000

export interface ListFile {
  /** The list as it was written; contact cards become rows of email, first name, last name. */
  list: string
  /** A hint at characters that could not be read, or were guessed; null when all of them are certain. */
  note: string | null
}

/**
 * Returns the list in a chosen file.
 *
 * @throws Error with a message for the person when the file is too large or is not a list
 */
export async function readListFile(file: File): Promise<ListFile> {
  if (file.size > mostCardBytes) throw new Error('This file is larger than 20 MB. Please split your list.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  if (encoding === null || startsWith(bytes, '%PDF') || startsWith(bytes, 'PK\u0003')) {
    throw new Error("This isn't a CSV file. In your spreadsheet or mail program, save or export your list as CSV.")
  }
  const { text, note } = encoding === 'utf-8' ? decodeBytes(bytes) : decoded(bytes, encoding)
  if (!isCards(text) && file.size > mostBytes) {
    throw new Error('This file is larger than 1 MB. Please split your list.')
  }
  const { people, problem } = readPeople(text)
  if (problem !== null) throw new Error(problem)
  return { list: isCards(text) ? writePeople(people) : text, note }
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, signature.length)) === signature
}

/** Returns whether the bytes are UTF-16, which Excel calls Unicode text; null when they are no text. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2000)
  const zerosAt = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  // Latin letters have a zero in every second byte.
  if (even === 0 && odd > start.length / 4) return 'utf-16le'
  if (odd === 0 && even > start.length / 4) return 'utf-16be'
  return bytes.includes(0) ? null : 'utf-8'
}

const guessed = 'This file does not say which characters it uses. If names look wrong, save your list as “CSV UTF-8”.'

interface Decoded {
  text: string
  note: string | null
}

function decoded(bytes: Uint8Array, encoding: string): Decoded {
  return { text: new TextDecoder(encoding).decode(bytes), note: null }
}

/**
 * Decodes UTF-8, or the older Windows encoding of some spreadsheets. A text that is mostly UTF-8 stays so: a stray byte
 * spoils one character and not all of them.
 */
function decodeBytes(bytes: Uint8Array): Decoded {
  const { text } = decoded(bytes, 'utf-8')
  const strays = text.split('\uFFFD').length - 1
  const others = (text.match(/\P{ASCII}/gu)?.length ?? 0) - strays
  if (strays === 0) return { text, note: null }
  if (others < strays) return { ...decoded(bytes, 'windows-1252'), note: guessed }
  const characters = countText(strays, 'character')
  const note = `We couldn't read ${characters} in this file and put a \uFFFD there. Please correct the names.`
  return { text, note }
}
