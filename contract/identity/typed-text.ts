/**
 * One form for what people type, before it is judged, stored or compared (D200). The schemas in `fields.ts` and
 * `required-text.ts` apply it.
 */

const nothingSeen = /^[\p{Default_Ignorable_Code_Point}\u2800\s]*$/u
/** Removed at both ends: white space, zero-width characters and marks of direction. */
const edge = /[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/

/** More marks on one letter than any language has; bringing them into order would take the square of their number. */
const heapOfMarks = /(\p{M}{30})\p{M}+/gu

/** Returns a text in a form of Unicode, with at most 30 marks in a row. */
function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(heapOfMarks, '$1').normalize(form)
}

/** Returns a text in Unicode's composed form without blanks at its ends; empty if nothing of it can be seen. */
export function normalizeText(text: string): string {
  const composed = normalize(text, 'NFC')
  let [from, to] = [0, composed.length]
  while (from < to && edge.test(composed.charAt(from))) from++
  while (from < to && edge.test(composed.charAt(to - 1))) to--
  const trimmed = composed.slice(from, to)
  return nothingSeen.test(trimmed) ? '' : trimmed
}

/** Returns a password in the form that is hashed, which does not depend on how a keyboard composes letters (NFKC). */
export function normalizePassword(password: string): string {
  return normalize(password, 'NFKC')
}

/** Letters that Unicode does not take apart, and the sigma at the end of a word. */
const plainForms: Record<string, string> = { đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ø: 'o', ŧ: 't', ς: 'σ' }

/** Returns a text without case and accents, for searching; the SQL function `searchable` does the same. */
export function searchable(text: string): string {
  return normalize(text, 'NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(/[đħıłøŧς]/g, (character) => plainForms[character] ?? character)
}
