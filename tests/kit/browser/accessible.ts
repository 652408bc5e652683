import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Logged because the checker tries a style of its own inside the frame of the card form. */
export const checkerNoise = /Applying inline style violates/

/** The rules about colors, which are all that a theme can change. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** What is judged where: a narrow page has another structure, a dark one other colors. */
const looks = [
  { width: 320, colorScheme: 'light', rules: 'without colors' },
  { width: 320, colorScheme: 'dark', rules: 'colors' },
  { width: 1280, colorScheme: 'dark', rules: 'colors' },
  { width: 1280, colorScheme: 'light', rules: 'all' },
] as const
type Rules = (typeof looks)[number]['rules']

const checker = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Checks the page in both themes and widths, still, with text at 200 % on a phone, and with forced colors. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Fading in continues, and half of a color has too little contrast.
  await page.evaluate(async () => {
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    const animations = document.getAnimations().filter(isEnding)
    await Promise.allSettled(animations.map(({ finished }) => finished))
  })
  await expectStillness(page)
  await expectRoomForLargeText(page)
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 320) await expectNoSidewaysScrolling(page)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The card form learns of another theme a moment after the page.
    await expect
      .configure({ soft: true })
      .poll(() => findFaults(page, rules), { message: `${page.url()}, ${width} px, ${colorScheme}` })
      .toEqual([])
  }
  await expectForcedColors(page)
}

/** Returns the faults by these rules. */
async function findFaults(page: Page, rules: Rules): Promise<string[]> {
  // All frames are of our own origin; each needs the checker once for as long as its document lives.
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in window)
    if (!isThere) await frame.evaluate(checker)
  }
  const chosen: axe.RunOptions =
    rules === 'colors'
      ? { runOnly: { type: 'rule', values: colourRules } }
      : { rules: rules === 'all' ? {} : Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) }
  return page.evaluate(async (chosen) => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    // What a dialog covers was judged before the dialog opened, and takes most of the time.
    const dialogs = '[role=dialog], [role=alertdialog]'
    const isCovered = document.querySelector('main')?.closest('[inert], [aria-hidden=true]')
    const include = isCovered && document.querySelector(dialogs) ? { include: [dialogs] } : {}
    const looked = await checker.run(
      {
        ...include,
        // Base UI puts these around a dialog to send the focus back, so the focus never stays on them.
        exclude: ['[data-base-ui-focus-guard]'],
      },
      { resultTypes: ['violations'], preload: false, ...chosen },
    )
    return looked.violations
      .filter(({ impact }) => impact !== 'minor')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, chosen)
}

/** Checks that a phone's screen never scrolls sideways; a list may take a moment to change from rows to cards. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `${page.url()} moves sideways by so many px`,
    })
    .toBeLessThanOrEqual(0)
}

/** Checks that nothing on the page moves by itself; for a page that was asked for reduced motion. */
async function expectStillness(page: Page): Promise<void> {
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findMoving), { message: `${page.url()} moves`, timeout: 5000 })
    .toEqual([])
}

/** Runs in the page: every animation and transition under way that changes more than color. */
function findMoving(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return []
      const moved = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
      const own = new Set(['offset', 'computedOffset', 'easing', 'composite', 'visibility', 'color', 'backgroundColor'])
      const properties = [...new Set(moved.filter((name) => !own.has(name)))]
      return properties.length > 0 ? [`${properties.join(', ')} of ${effect.target?.className ?? ''}`] : []
    })
}

const phone = { width: 390, height: 800 }
const usualText = { standard: 16, fixed: 13 }
const largeText = { standard: 32, fixed: 26 }

/** On a phone with text of twice the size: nothing scrolls sideways or is cut off, and all can be reached. */
async function expectRoomForLargeText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize(phone)
  await session.send('Page.setFontSizes', { fontSizes: largeText })
  const findFaults = async () =>
    (await Promise.all([findSideways, findCut, findCovered].map((search) => searchPage(page, search)))).flat()
  await expect
    .configure({ soft: true })
    .poll(findFaults, { message: `${page.url()}, text at 200 %`, timeout: 5000 })
    .toEqual([])
  await session.send('Page.setFontSizes', { fontSizes: usualText })
  await session.detach()
}

/** Runs in the page: what makes the document, or a dialog in it, scroll sideways. Rows of tabs and tables may. */
function findSideways({ nameOf, isHidden }: PageHelp): string[] {
  const mayScroll = '[role=tablist], [data-strip], [role=group], [role=region], [role=log], pre, :has(> table)'
  const scrolls = [...document.querySelectorAll('*')].filter((node) => {
    if (node.scrollWidth <= node.clientWidth + 1 || node.clientWidth === 0 || isHidden(node)) return false
    if (node === document.documentElement) return true
    return ['auto', 'scroll'].includes(getComputedStyle(node).overflowX) && !node.matches(mayScroll)
  })
  return scrolls.map((scroller) => {
    const edge = scroller.getBoundingClientRect().left + scroller.clientWidth
    const beyond = [...scroller.querySelectorAll('*')].filter(
      (node) => node.checkVisibility() && !node.closest(mayScroll) && node.getBoundingClientRect().right > edge + 1,
    )
    const innermost = beyond.filter((node) => !beyond.some((other) => other !== node && node.contains(other)))
    return `${scroller.scrollWidth} px wide: ${nameOf(scroller)}, by ${innermost.slice(0, 3).map(nameOf).join(', ')}`
  })
}

/** Runs in the page: text outside of a box that hides what does not fit, or outside of its own control. */
function findCut({ nameOf, isHidden }: PageHelp): string[] {
  const slack = 4
  const faults: string[] = []
  for (const box of document.body.querySelectorAll('*')) {
    const isTooSmall = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + slack
    // Captions scroll by themselves.
    if (!isTooSmall || box.clientWidth < 2 || isHidden(box) || box.closest('[role=log]')) continue
    const { overflowX, overflowY } = getComputedStyle(box)
    const hidesX = overflowX === 'hidden' || overflowX === 'clip' || box.matches('button')
    const hidesY = overflowY === 'hidden' || overflowY === 'clip' || box.matches('button')
    if (!hidesX && !hidesY) continue
    const edge = box.getBoundingClientRect()
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const parent = texts.currentNode.parentElement
      if (!texts.currentNode.nodeValue?.trim() || !parent || isHidden(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const isOutX = hidesX && (right > edge.right + slack || left < edge.left - slack)
      if (isOutX || (hidesY && (bottom > edge.bottom + slack || top < edge.top - slack))) {
        faults.push(`cut off: "${texts.currentNode.nodeValue.slice(0, 40)}" in ${nameOf(box)}`)
        break
      }
    }
  }
  return faults
}

/** Runs in the page: controls that lie under another one, or in a dialog out of reach. */
function findCovered({ nameOf, isHidden }: PageHelp): string[] {
  const selector = 'a[href], button, input, select, textarea, summary, [role=button], [role=radio], [role=switch]'
  const controls = [...document.querySelectorAll(selector)].filter((node) => node.clientWidth > 1 && !isHidden(node))
  const boxes = controls.map((node) => ({ node, rect: node.getBoundingClientRect() }))
  const suspects = new Set(controls.filter((node) => node.closest('[role=dialog], [role=alertdialog]')))
  for (const [index, { node: one, rect: a }] of boxes.entries()) {
    for (const { node: other, rect: b } of boxes.slice(index + 1)) {
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (x > 4 && y > 4 && !one.contains(other) && !other.contains(one)) suspects.add(one).add(other)
    }
  }
  const faults = [...suspects].flatMap((node) => {
    node.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, top, width, height } = node.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    // A toast goes away, and an open menu closes.
    const isReached = hit && (node.contains(hit) || hit.contains(node) || node.closest('label')?.contains(hit))
    if (isReached || hit?.closest('[data-toast], header')) return []
    return [`under ${hit ? nameOf(hit) : 'nothing'}: ${nameOf(node)}`]
  })
  scrollTo(0, 0)
  return faults
}

/** With forced colors, where all backgrounds are the same, what is chosen still looks chosen. */
async function expectForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  await expect
    .configure({ soft: true })
    .poll(async () => [...(await searchPage(page, findUnmarked)), ...(await searchPage(page, findInvisible))], {
      message: `${page.url()}, forced colors`,
      timeout: 5000,
    })
    .toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Runs in the page: what is chosen and looks as if it were not. */
function findUnmarked({ nameOf, isHidden }: PageHelp): string[] {
  const lookOf = (root: Element) =>
    [root, ...root.querySelectorAll('*')].flatMap((node) =>
      [null, '::before'].map((part) => {
        const look = getComputedStyle(node, part)
        const line = [look.borderTopWidth, look.borderTopColor, look.borderBottomWidth, look.borderBottomColor]
        const colors = [look.backgroundColor, look.color, look.fill, look.textDecorationLine, look.outlineStyle]
        return [...line, ...colors, look.translate, look.display, look.opacity].join(' ')
      }),
    )
  const isSame = (on: readonly string[], off: readonly string[]) => on.join(';') === off.join(';')
  const faults: string[] = []
  for (const input of document.querySelectorAll<HTMLInputElement>('input:checked')) {
    const label = input.closest('label')
    if (!label || isHidden(label)) continue
    const on = lookOf(label)
    input.checked = false
    if (isSame(on, lookOf(label))) faults.push(`looks unchecked: ${nameOf(label)}`)
    input.checked = true
  }
  for (const state of ['aria-pressed', 'aria-selected', 'aria-current']) {
    for (const on of document.querySelectorAll(`[${state}]:not([${state}=false])`)) {
      const others = [...(on.parentElement?.parentElement?.querySelectorAll(on.tagName) ?? [])]
      const off = others.find((other) => !isHidden(other) && (other.getAttribute(state) ?? 'false') === 'false')
      if (off && !isHidden(on) && isSame(lookOf(on).slice(0, 2), lookOf(off).slice(0, 2)))
        faults.push(`looks like the others: ${nameOf(on)}`)
    }
  }
  return faults
}

/** Runs in the page: shapes that only their background drew, and what opens over the page and lets it shine through. */
function findInvisible({ nameOf, isHidden }: PageHelp): string[] {
  const isShape = (node: Element) => {
    const { width, height } = node.getBoundingClientRect()
    const isEmpty = node.childElementCount === 0 && node.textContent.trim() === ''
    return isEmpty && width > 1 && height > 1 && width < innerWidth && node.matches('div, span, button, i, b')
  }
  const canvas = getComputedStyle(document.body).backgroundColor
  const popups = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [data-toast]')].filter(
    (node) => !isHidden(node) && getComputedStyle(node).backgroundColor !== canvas,
  )
  return [...document.body.querySelectorAll('*')]
    .filter((node) => isShape(node) && !isHidden(node))
    .filter((node) => {
      const look = getComputedStyle(node)
      const hasLine = look.borderTopWidth !== '0px' || look.borderBottomWidth !== '0px' || look.outlineStyle !== 'none'
      return look.backgroundColor === canvas && !hasLine && look.backgroundImage === 'none'
    })
    .map((node) => `invisible: ${nameOf(node)}`)
    .concat(popups.map((node) => `transparent: ${nameOf(node)}`))
}

/** What a search inside the page can use; it runs there and sees nothing else of this code. */
interface PageHelp {
  /** Names an element for a message. */
  nameOf: (node: Element) => string
  /** Whether people see nothing of it, or it belongs to what a dialog covers. */
  isHidden: (node: Element) => boolean
}

/** Runs a search inside the page. Returns the faults that it found. */
function searchPage(page: Page, search: (help: PageHelp) => string[]): Promise<string[]> {
  return page.evaluate(`(${String(search)})({ nameOf: ${String(nameOf)}, isHidden: ${String(isHidden)} })`)
}

function nameOf(node: Element): string {
  const words = (node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 40)
  const look = (node.getAttribute('class') ?? '').slice(0, 60)
  return `<${node.tagName.toLowerCase()} class="${look}"> ${words}`
}

function isHidden(node: Element): boolean {
  if (node.closest('[inert], [aria-hidden=true], [data-base-ui-focus-guard]')) return true
  for (let at: Element | null = node; at; at = at.parentElement)
    // Words for screen readers alone.
    if (getComputedStyle(at).clipPath === 'inset(50%)') return true
  return !node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}
