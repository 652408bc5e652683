/** The text of a web page as a reader sees it, with its headings and lists as Markdown (D199). */
import { createDocument, type PageDocument, type PageElement } from '@mixmark-io/domino'
import Turndown from 'turndown'
import { isHidden, isStruckOut, levelOf, type Styles, stylesOf } from './styles.ts'
import { writeTables } from './tables.ts'
import { all, lineOf, textBefore } from './text.ts'
import { lowered, raised } from '../raised.ts'
import { type Reading, titleAmong } from '../reading.ts'
import { Refusal, refusals } from '../refusal.ts'

const unseen =
  'script, style, noscript, template, title, nav, iframe, object, svg, video, audio, canvas, button, datalist, rp, dialog:not([open])'
/** Comments of Google Docs, which its pages carry at their end, and the way back from a footnote. */
const remarks = 'a[id^="cmnt"]'
const back = /^\s*[↑↩⏎^][\ufe0e\ufe0f\s]*$/

const deepest = 400
/** A tag with more outside of its quotation marks holds thousands of attributes. */
const longestTag = 20_000
/** Elements that end by themselves, so that one after the other is not one in the other. */
const selfEnding =
  /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option)$/i
/** Elements of XML that are empty and that HTML would leave open. */
const emptyInXml =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][\w:-]{0,60})((?:\s[^<>]{0,2000})?)\/>/gi

/**
 * Returns the text of a page or of a part of one; `sheets` are the style sheets that it refers to. Throws `Refusal` for
 * one that no parser should see.
 */
export function readPage(source: string, sheets = ''): Reading {
  const page = parsePage(source)
  const { title } = page
  const inner = all(page, 'style').map(({ textContent }) => textContent)
  const styles = stylesOf(page, [sheets, ...inner].join('\n'))
  removeUnseen(page, styles)
  const formulas = all(page, 'math')
  for (const formula of formulas) formula.remove()
  const pictures = writePictures(page)
  writeFields(page)
  writeLevels(page, styles)
  const headings = ['h1', 'h2'].flatMap((name) => all(page, name).slice(0, 1).map(lineOf))
  writeTables(page)
  return {
    text: markdown().turndown(page.body),
    title: titleAmong(title, ...headings),
    unread: { pictures, formulas: formulas.length },
  }
}

function parsePage(source: string): PageDocument {
  const whole = withoutOpenTag(source)
  if (isTooDeep(whole)) throw new Refusal(refusals.tooDeep)
  const isXml = /^\s*<\?xml|<html[^>]{0,400}xmlns/i.test(whole.slice(0, 2000))
  return createDocument(isXml ? whole.replaceAll(emptyInXml, '<$1$2></$1>') : whole)
}

/** A tag that never ends hides all that follows. */
function withoutOpenTag(source: string): string {
  const closed = source.lastIndexOf('>') + 1
  const open = source.slice(closed).search(/<[a-z/!?]/i)
  return open < 0 ? source : source.slice(0, closed + open)
}

/** Returns whether elements are in each other so deeply, or have so many attributes, that a parser takes minutes. */
function isTooDeep(source: string): boolean {
  let depth = 0
  for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', open + 1)) {
    const [, isEnd, name = ''] = /^<(\/)?([a-z][\w:-]{0,60})/i.exec(source.slice(open, open + 64)) ?? []
    if (name === '') continue
    const close = source.indexOf('>', open)
    if (close < 0) return false
    const tag = source.slice(open, close)
    if (tag.length > longestTag && tag.replaceAll(/"[^"]*"|'[^']*'/g, '').length > longestTag) return true
    if (!selfEnding.test(name) && !tag.endsWith('/')) depth = Math.max(0, depth + (isEnd ? -1 : 1))
    if (depth > deepest) return true
    open = close - 1
  }
  return false
}

function removeUnseen(page: PageDocument, styles: Styles): void {
  for (const element of all(page, unseen)) element.remove()
  for (const element of [...styles.keys(), ...all(page, '[hidden], s, strike, del')]) {
    // Some pages hide themselves until their scripts have run.
    if (/^(HTML|BODY)$/.test(element.nodeName)) continue
    if (isHidden(element, styles) || isStruckOut(element, styles)) element.remove()
  }
  for (const link of all(page, remarks)) {
    const place = link.getAttribute('id')?.startsWith('cmnt_ref') ? link.closest('sup') : link.closest('div')
    ;(place ?? link).remove()
  }
  for (const link of all(page, 'a')) if (back.test(link.textContent)) link.remove()
}

/** Puts the words that describe a picture in its place. Returns how many have none. */
function writePictures(page: PageDocument): number {
  let silent = 0
  for (const picture of all(page, 'img')) {
    const alternative = picture.getAttribute('alt')?.trim() ?? null
    const isName = alternative !== null && /^\S+\.(png|jpe?g|gif|svg|webp|bmp|tiff?)$/i.test(alternative)
    const isOrnament = alternative === '' || /^(presentation|none)$/.test(picture.getAttribute('role') ?? '')
    const isDot = ['width', 'height'].some((side) => /^[0-2](px)?$/.test(picture.getAttribute(side) ?? ''))
    if ((alternative === null || isName) && !isOrnament && !isDot) silent += 1
    picture.replaceWith(alternative && !isName ? ` ${alternative} ` : '')
  }
  return silent
}

/** Writes raised, lowered and annotated characters into the line. */
function writeLevels(page: PageDocument, styles: Styles): void {
  for (const reading of all(page, 'rt')) reading.replaceWith(`(${reading.textContent.trim()})`)
  for (const quote of all(page, 'q')) quote.replaceWith(`“${quote.textContent}”`)
  for (const element of all(page, 'sup, sub, span, font, a, small, b, i, em, strong')) {
    const isReference = /noteref/.test(`${element.getAttribute('role')} ${element.getAttribute('epub:type')}`)
    // The number with which a footnote begins leads back.
    const isNumber = element.nodeName === 'A' && leadsToNote(element) && /^\s*\d{1,3}\s*$/.test(element.textContent)
    const level = isReference || isNumber ? 'super' : levelOf(element, styles)
    if (level === null || element.parentNode === null) continue
    const before = textBefore(element)
    if (isNumber && !isReference && before !== '') continue
    const isMark = isReference || leadsToNote(element)
    element.replaceWith(
      level === 'super' ? raised(before, element.textContent, isMark) : lowered(before, element.textContent),
    )
  }
}

/** Returns whether a mark, and nothing else, is a link to a place in the document. */
function leadsToNote(element: PageElement): boolean {
  const link = element.closest('a') ?? element.querySelector('a')
  const isWhole = link?.textContent.trim() === element.textContent.trim()
  return isWhole && (link?.getAttribute('href')?.includes('#') ?? false)
}

function markdown(): Turndown {
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '-', codeBlockStyle: 'fenced' })
  // Marks within a sentence, and addresses, would only be read aloud.
  const inner = ['em', 'strong', 'b', 'i', 'code', 'a', 'span']
  turndown.addRule('plain', { filter: inner, replacement: (content) => content })
  const lines = ['details', 'summary', 'legend', 'dialog']
  turndown.addRule('line', { filter: lines, replacement: (content) => `\n\n${content}\n\n` })
  turndown.escape = (text) => text
  return turndown
}

/** The values in the fields of a page's forms, as a reader sees them. */

/** Types of inputs that show no value, or no value of the page. */
const silent = /^(hidden|password|submit|button|reset|image|file|color|range)$/i

/** Puts the values of fields in their places. */
function writeFields(page: PageDocument): void {
  for (const input of all(page, 'input')) input.replaceWith(valueOf(input))
  for (const select of all(page, 'select')) select.replaceWith(` ${chosenIn(select)} `)
  for (const area of all(page, 'textarea')) area.replaceWith(` ${area.textContent} `)
}

function valueOf(input: PageElement): string {
  const type = input.getAttribute('type') ?? 'text'
  if (silent.test(type)) return ''
  if (/^(checkbox|radio)$/i.test(type)) return input.hasAttribute('checked') ? '[x] ' : '[ ] '
  const value = input.getAttribute('value')?.trim()
  return value ? ` ${value} ` : ''
}

function chosenIn(select: PageElement): string {
  const options = all(select, 'option')
  const chosen = options.filter((option) => option.hasAttribute('selected'))
  const shown = chosen.length > 0 || select.hasAttribute('multiple') ? chosen : options.slice(0, 1)
  return shown.map(({ textContent }) => textContent.trim()).join(', ')
}
