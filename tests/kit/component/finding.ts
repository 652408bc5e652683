import { computeAccessibleName } from 'dom-accessibility-api'

/** Which elements have a role without naming it. */
const native: Record<string, string> = {
  article: 'article',
  banner: 'header',
  button: 'button, summary, input[type=button], input[type=submit]',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  columnheader: 'th:not([scope=row])',
  combobox: 'select',
  complementary: 'aside',
  contentinfo: 'footer',
  definition: 'dd',
  dialog: 'dialog',
  form: 'form[aria-label], form[aria-labelledby]',
  group: 'fieldset, details',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img:not([alt=""])',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  option: 'option',
  paragraph: 'p',
  progressbar: 'progress',
  radio: 'input[type=radio]',
  region: 'section[aria-label], section[aria-labelledby]',
  row: 'tr',
  rowheader: 'th[scope=row]',
  searchbox: 'input[type=search]',
  separator: 'hr',
  slider: 'input[type=range]',
  spinbutton: 'input[type=number]',
  status: 'output',
  table: 'table',
  term: 'dt',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url], textarea',
}

export type Words = string | RegExp

export const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

export function fits(text: string, words: Words, exact = false): boolean {
  if (words instanceof RegExp) return words.test(text)
  return exact ? text === plain(words) : text.toLowerCase().includes(plain(words).toLowerCase())
}

const displays =
  /^(?:(sm|md|lg|xl):)?(hidden|block|inline|inline-block|flex|inline-flex|grid|contents|table|table-cell|table-row|table-header-group)$/
const widths = [undefined, 'sm', 'md', 'lg', 'xl']

/** Returns whether an element hides its content from everybody; classes count as on a screen of 1280 px. */
function hides(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.tagName === 'SCRIPT' || element.tagName === 'STYLE') return true
  const style = element.getAttribute('style') ?? ''
  if (/display:\s*none|visibility:\s*hidden/.test(style)) return true
  const classes = (element.getAttribute('class') ?? '').split(' ')
  if (classes.includes('invisible')) return true
  const found = classes.map((name) => displays.exec(name)).filter((match) => match !== null)
  return found.toSorted((a, b) => widths.indexOf(a[1]) - widths.indexOf(b[1])).at(-1)?.[2] === 'hidden'
}

function isInside(element: Element, test: (one: Element) => boolean): boolean {
  for (let one: Element | null = element; one; one = one.parentElement) if (test(one)) return true
  return false
}

export const isVisible = (element: Element) =>
  element.isConnected &&
  !isInside(element, hides) &&
  !(element.parentElement?.closest('details:not([open])') && !element.closest('summary'))

const isUnheard = (element: Element) =>
  isInside(element, (one) => one.getAttribute('aria-hidden') === 'true' || one.hasAttribute('inert'))

const inline = new Set(['A', 'ABBR', 'B', 'CODE', 'EM', 'I', 'SMALL', 'SPAN', 'STRONG', 'SUB', 'SUP', 'TIME'])

/** Stands in for the layout where only display matters. */
const getComputedStyle = ((element: Element) => ({
  getPropertyValue: (name: string) => {
    if (name !== 'display') return ''
    if (hides(element)) return 'none'
    const isBox = /(^| )(block|flex|grid|inline-block|inline-flex|sr-only)( |$)/.test(
      element.getAttribute('class') ?? '',
    )
    return inline.has(element.tagName) && !isBox ? 'inline' : 'block'
  },
})) as unknown as typeof window.getComputedStyle

export const nameOf = (element: Element) => plain(computeAccessibleName(element, { getComputedStyle }))

export interface RoleOptions {
  name?: Words
  exact?: boolean
  level?: number
  checked?: boolean
  selected?: boolean
  pressed?: boolean
  expanded?: boolean
  disabled?: boolean
  includeHidden?: boolean
}

export function byRole(root: ParentNode, role: string, options: RoleOptions = {}): Element[] {
  const { name, exact, level, includeHidden, ...states } = options
  const others = native[role]?.split(', ').map((one) => `${one}:not([role])`) ?? []
  return [...root.querySelectorAll([`[role="${role}"]`, ...others].join(', '))].filter(
    (element) =>
      (includeHidden || (isVisible(element) && !isUnheard(element))) &&
      (level === undefined || element.tagName === `H${level}` || element.ariaLevel === String(level)) &&
      Object.entries(states).every(([state, value]) => stateOf(element, state) === value) &&
      (name === undefined || fits(nameOf(element), name, exact)),
  )
}

function stateOf(element: Element, state: string): boolean {
  const own = (element as unknown as Record<string, unknown>)[state]
  return typeof own === 'boolean' && own ? true : element.getAttribute(`aria-${state}`) === 'true'
}

/** Returns the smallest elements with this text. */
export function byText(root: ParentNode, words: Words, exact = false): Element[] {
  const within = (element: Element): Element[] => {
    const text = plain(element.textContent)
    if (typeof words === 'string' && !fits(text, words)) return []
    const inner = [...element.children].flatMap(within)
    return inner.length === 0 && fits(text, words, exact) && !/^(SCRIPT|STYLE)$/.test(element.tagName)
      ? [element]
      : inner
  }
  return [...root.children].flatMap(within)
}

export function byLabel(root: ParentNode, words: Words, exact = false): Element[] {
  const candidates = root.querySelectorAll('input, textarea, select, button, [aria-label], [aria-labelledby]')
  return [...candidates].filter((element) => labelsOf(element).some((label) => fits(plain(label), words, exact)))
}

function labelsOf(element: Element): (string | null | undefined)[] {
  const ids = element.getAttribute('aria-labelledby')
  if (ids)
    return [
      ids
        .split(' ')
        .map((id) => element.ownerDocument.querySelector(`[id="${id}"]`)?.textContent)
        .join(' '),
    ]
  const label = element.getAttribute('aria-label')
  if (label !== null) return [label]
  return [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent)
}
