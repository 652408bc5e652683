/** Elements of a page that its style sheets hide, strike out, raise or lower; no other style matters to its text. */
import type { PageDocument, PageElement } from '@mixmark-io/domino'
import { all } from './text.ts'

const properties = ['display', 'visibility', 'text-decoration', 'vertical-align'] as const
type Property = (typeof properties)[number]
/** A value with the weight by which it wins over others. */
interface Weighed {
  value: string
  weight: number
}
export type Styles = Map<PageElement, Partial<Record<Property, Weighed>>>

/** No page needs more rules about these four. */
const mostRules = 1000
const inlineWeight = 1_000_000
const importantWeight = 10_000_000
/** Rules that hold on a screen of usual width; those for printers and phones are left out. */
const opened = /^@(media\s+(only\s+)?(screen|all)\s*$|layer\b|supports\b)/i
const declaration =
  /(?:^|;)\s*(display|visibility|text-decoration|text-decoration-line|vertical-align)\s*:([^;]{0,200})/gi

/** Returns the values that apply to the elements of a page, from its sheets and from the elements themselves. */
export function stylesOf(document: PageDocument, sheets: string): Styles {
  const styles: Styles = new Map()
  let count = 0
  for (const [selectors, body] of rulesOf(withoutComments(sheets))) {
    const declared = declarationsIn(body)
    if (declared.length === 0) continue
    if (++count > mostRules) break
    for (const selector of selectors.split(',')) {
      for (const element of select(document, selector)) note(styles, element, declared, weightOf(selector))
    }
  }
  for (const element of all(document, '[style]')) {
    note(styles, element, declarationsIn(element.getAttribute('style') ?? ''), inlineWeight)
  }
  return styles
}

export function isHidden(element: PageElement, styles: Styles): boolean {
  const { display, visibility } = styles.get(element) ?? {}
  if (element.hasAttribute('hidden') && !display) return true
  return display?.value === 'none' || visibility?.value === 'hidden' || visibility?.value === 'collapse'
}

export function isStruckOut(element: PageElement, styles: Styles): boolean {
  const decoration = styles.get(element)?.['text-decoration']?.value
  return decoration ? decoration.includes('line-through') : ['S', 'STRIKE', 'DEL'].includes(element.nodeName)
}

/** Returns where an element of a line is above or below it; null on the line. */
export function levelOf(element: PageElement, styles: Styles): 'sub' | 'super' | null {
  if (element.nodeName === 'SUP') return 'super'
  if (element.nodeName === 'SUB') return 'sub'
  if (!['A', 'B', 'EM', 'FONT', 'I', 'SMALL', 'SPAN', 'STRONG'].includes(element.nodeName)) return null
  const level = styles.get(element)?.['vertical-align']?.value
  return level === 'super' || level === 'sub' ? level : null
}

function note(styles: Styles, element: PageElement, declared: readonly [Property, string][], weight: number): void {
  const known = styles.get(element) ?? {}
  for (const [property, text] of declared) {
    const value = text
      .replace(/!\s*important/i, '')
      .trim()
      .toLowerCase()
    const total = weight + (/!\s*important/i.test(text) ? importantWeight : 0)
    if (total >= (known[property]?.weight ?? 0)) known[property] = { value, weight: total }
  }
  styles.set(element, known)
}

function declarationsIn(body: string): [Property, string][] {
  return Array.from(body.matchAll(declaration), ([, name = '', value = '']) => {
    return [name.toLowerCase().replace('-line', '') as Property, value]
  })
}

/** A selector that this document cannot judge, such as one about the pointer, selects nothing. */
function select(document: PageDocument, selector: string): readonly PageElement[] {
  try {
    return all(document, selector)
  } catch {
    return []
  }
}

function weightOf(selector: string): number {
  const count = (pattern: RegExp): number => selector.match(pattern)?.length ?? 0
  return count(/#/g) * 10_000 + count(/[.[:]/g) * 100 + count(/(^|[\s>+~])[a-z]/gi)
}

/** Returns the rules of a sheet as selectors and body. */
function* rulesOf(sheet: string): Generator<[selectors: string, body: string]> {
  for (let at = 0; ;) {
    const open = sheet.indexOf('{', at)
    if (open < 0) return
    const selectors = (sheet.slice(at, open).split(/[;}]/).at(-1) ?? '').trim()
    if (selectors.startsWith('@')) {
      at = opened.test(selectors) ? open + 1 : endOfBlock(sheet, open)
      continue
    }
    const end = sheet.indexOf('}', open)
    yield [selectors, sheet.slice(open + 1, end < 0 ? sheet.length : end)]
    if (end < 0) return
    at = end + 1
  }
}

function endOfBlock(sheet: string, open: number): number {
  let depth = 0
  for (let at = open; at < sheet.length; at++) {
    if (sheet[at] === '{') depth += 1
    else if (sheet[at] === '}' && --depth === 0) return at + 1
  }
  return sheet.length
}

function withoutComments(sheet: string): string {
  return sheet
    .replaceAll(/<!--|-->/g, '')
    .split('/*')
    .map((part, at) => (at === 0 ? part : part.slice((part.indexOf('*/') + 1 || part.length) + 1)))
    .join('')
}
