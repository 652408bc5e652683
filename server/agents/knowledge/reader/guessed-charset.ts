/** The charset of a text that declares none: the one in which it consists of words (D199). */
import { TextDecoder } from 'node:util'
import { analyse } from 'chardet'

export interface Guess {
  charset: string
  /** Whether the text would make no sense in another charset. */
  isSure: boolean
}

interface Candidate {
  charset: string
  script: string
  /** Returns how much of the text is plausible, from 0 to 1. */
  fit(bytes: Uint8Array, text: string): number
}

/** Enough to recognize a language, in bytes. */
const sampleBytes = 100_000
const leastFit = 0.9
/** The library's confidence in a text that is too short to compare frequencies. */
const noEvidence = 10
/** Its confidence in one whose frequencies are those of a language; languages in Latin letters resemble each other. */
const muchEvidence = { latin: 40, other: 30 }
/** Signs between words, which every script has. */
const signs = '“”„‘’‚‹›«»–—…•·€£¥¢§¶°©®™№¡¿¹²³±×÷µ¼½¾'
const loneSign = new RegExp(String.raw`(?<!\p{L})[${signs}]|[${signs}](?!\p{L})|(?<=\p{L})’(?=\p{L})`, 'gu')
const cased = String.raw`(\p{Lu}?\p{Ll}+|\p{Lu}+)`
/** A word of more than three letters has one accent. */
const greek = String.raw`(\p{Lu}+|.{1,3}|[^ΆΈΉΊΌΎΏά-ίό-ώ]*[ΆΈΉΊΌΎΏά-ίό-ώ][^ΆΈΉΊΌΎΏά-ίό-ώ]*)`

const latin = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257', 'iso-8859-2'].map((charset) =>
  inWords(charset, 'Latin', cased, 1),
)
const others: Candidate[] = [
  inPairs('shift_jis', 'Japanese', [0x81, 0x83, 0x88, 0x97], 0x40),
  inPairs(
    'euc-jp',
    'Japanese',
    [0xa1, 0xa1, 0xa3, 0xa5, 0xb0, 0xcf],
    0xa1,
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ),
  // Chinese has no blanks.
  inPairs('euc-kr', 'Korean', [0xa1, 0xa3, 0xb0, 0xc8], 0xa1, /\p{L} \p{L}/u),
  inPairs('gbk', 'Chinese', [0xa1, 0xa3, 0xb0, 0xd7], 0xa1),
  inPairs('big5', 'Chinese', [0xa1, 0xc6], 0x40),
  inPairs('euc-kr', 'Korean', [0xa1, 0xa3, 0xb0, 0xc8], 0xa1),
  inWords('windows-1255', 'Hebrew', String.raw`\p{L}+`, 3),
  inWords('iso-8859-8', 'Hebrew', String.raw`\p{L}+`, 3),
  inWords('windows-1251', 'Cyrillic', cased, 3),
  // Its Russian letters are in the places that they have in KOI8-R.
  inWords('koi8-u', 'Cyrillic', cased, 3),
  inWords('iso-8859-5', 'Cyrillic', cased, 3),
  inWords('windows-1253', 'Greek', greek, 3),
  inWords('iso-8859-7', 'Greek', greek, 3),
  inWords('windows-1256', 'Arabic', '.+', 3),
  inWords('iso-8859-6', 'Arabic', '.+', 3),
  inWords('windows-874', 'Thai', '.+', 3),
]

/** Returns the charset that fits a text best; Windows-1252 where none does. */
export function guessCharset(bytes: Uint8Array): Guess {
  // Tags are in English, whatever the page is.
  const plain = Buffer.from(bytes.subarray(0, sampleBytes))
    .toString('latin1')
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
  const sample = Buffer.from(plain, 'latin1')
  const ranks = analyse(sample).filter(({ confidence }) => confidence > noEvidence)
  const rankOf = ({ charset }: Candidate): number => {
    const rank = ranks.findIndex(({ name }) => labelOf(name) === labelOf(charset).replace('koi8-u', 'koi8-r'))
    return rank < 0 ? ranks.length : rank
  }
  const isLatin = (plain.match(/[a-z]/gi)?.length ?? 0) >= (plain.match(/\P{ASCII}/gu)?.length ?? 0)
  const plausible = (isLatin ? [...latin, ...others] : [...others, ...latin]).filter(({ charset, fit }) => {
    const text = decodeWhole(sample, charset)
    return text !== null && fit(sample, text) >= leastFit
  })
  const [first] = plausible
  if (!first) return { charset: 'windows-1252', isSure: false }
  // Latin letters decide for Latin; between other scripts, the frequencies of languages do.
  const rivals = isLatin ? plausible.filter(({ script }) => script === first.script) : plausible
  const [best = first] = rivals.toSorted((a, b) => rankOf(a) - rankOf(b))
  const isFrequent = rankOf(best) === 0 && (ranks[0]?.confidence ?? 0) > muchEvidence[isLatin ? 'latin' : 'other']
  // Charsets for Latin differ in a few letters, so that each of them gives something like words.
  const isSame = ({ charset, script }: Candidate): boolean =>
    script === best.script && (script !== 'Latin' || decodeWhole(sample, charset) === decodeWhole(sample, best.charset))
  return { charset: best.charset, isSure: isFrequent || rivals.every(isSame) }
}

/** Judges the words of a script; `least` is how many letters beyond ASCII one of them must have. */
function inWords(charset: string, script: string, pattern: string, least: number): Candidate {
  const word = new RegExp(String.raw`^(?=[\p{Script=${script}}\p{M}]+$)${pattern}$`, 'u')
  const fit = (_: Uint8Array, text: string): number => {
    const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((each) => word.test(each)).map(beyondAscii)
    const signCount = text.match(loneSign)?.length ?? 0
    const isLong = signCount > 0 && least === 1 ? true : words.some((length) => length >= least)
    return isLong ? (words.reduce((sum, length) => sum + length, 0) + signCount) / beyondAscii(text) : 0
  }
  return { charset, script, fit }
}

/** Judges pairs of bytes: the first one in the ranges of usual characters, the second one at least `leastTrail`. */
function inPairs(charset: string, script: string, ranges: number[], leastTrail: number, needed = /./u): Candidate {
  const isUsual = (lead: number): boolean =>
    ranges.some((from, at) => at % 2 === 0 && lead >= from && lead <= (ranges[at + 1] ?? 0))
  const fit = (bytes: Uint8Array, text: string): number => {
    let [pairs, usual] = [0, 0]
    for (let at = 0; at < bytes.length; at++) {
      const lead = bytes[at] ?? 0
      if (lead < 0x80) continue
      pairs += 1
      at += 1
      if (isUsual(lead) && (bytes[at] ?? 0) >= leastTrail) usual += 1
    }
    return needed.test(text) ? usual / pairs : 0
  }
  return { charset, script, fit }
}

function decodeWhole(bytes: Uint8Array, charset: string): string | null {
  try {
    // The sample may end within a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return null
  }
}

function labelOf(charset: string): string {
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return charset
  }
}

function beyondAscii(text: string): number {
  return text.match(/\P{ASCII}/gu)?.length ?? 0
}
