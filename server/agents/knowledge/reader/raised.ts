/** Raised and lowered text in one line: a footnote's mark and a power never join the digits before them (D199). */

/** Endings of ordinal numbers, abbreviations and signs, which belong to the word before them. */
const ending = /^(st|nd|rd|th|ers?|r?es?|ère|ème|n?d|[oaºª°]s?|tm|sm|[®™©]|mes?|lles?|gr?|[*†‡§¶]+)$/i
const unit = /(^|[^\p{L}])[kdcmµμh]?(m|g|s|l|ft|in|yd|mi|sec|min|h)$/u
const variable = /(?<!\p{L})\p{L}{1,2}$|[)\]]$/u
/** A bare 10 or single digit, which is no price and no part of a longer number. */
const smallBase = /(?<![\d.,]|\p{Sc}\s?)(10|\d)$/u
const numberOnly = /^[-−–+]?\d{1,3}$/
const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * Returns raised text as it is written after the text `before` it: as a power such as m² or 10^3, as the end of a word
 * such as 1st, or as the mark of a footnote such as [1]. `isMark` says that it leads to a footnote.
 */
export function raised(before: string, content: string, isMark = false): string {
  const text = content.trim()
  if (text === '') return content
  const isNoteSign = /^[a-z]$/i.test(text) && /\p{L}{3}$/u.test(before)
  if (!isMark && !isNoteSign && !/^\[.*\]$/.test(text)) {
    if (ending.test(text)) return text
    if (numberOnly.test(text)) {
      const power = text.replace(/[−–]/, '-')
      if (unit.test(before)) return toRaisedDigits(power)
      if (power !== '1' && variable.test(before)) return toRaisedDigits(power)
      if (power !== '1' && smallBase.test(before)) return `^${power}`
    } else if (!/^[\d\s,;*–-]+$/.test(text)) {
      return /[\p{L}\p{N}]$/u.test(before) ? `^${text}` : text
    }
  }
  const mark = /^\[.*\]$/.test(text) ? text : `[${text}]`
  // A footnote begins with its mark, and may go on with a number.
  if (before === '') return `${mark} `
  return /\s$/.test(before) ? mark : ` ${mark}`
}

/** Returns lowered text as it is written after the text `before` it: H2O, and 10_2 where digits would join. */
export function lowered(before: string, content: string): string {
  return /\d$/.test(before) && /^\s*\d/.test(content) ? `_${content.trim()}` : content
}

function toRaisedDigits(text: string): string {
  return text.replaceAll(/./g, (sign) =>
    sign === '-' ? '⁻' : sign === '+' ? '⁺' : (raisedDigits[Number(sign)] ?? sign),
  )
}
