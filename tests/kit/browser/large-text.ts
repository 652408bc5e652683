import { expect, type Page } from '@playwright/test'
import { type PageHelp, searchPage } from './in-page.ts'

const phone = { width: 390, height: 800 }
const usualText = { standard: 16, fixed: 13 }
const largeText = { standard: 32, fixed: 26 }

/**
 * Checks what the page shows now on a phone whose browser has text of twice the usual size: nothing scrolls sideways, no
 * text is cut off, and every control can be reached.
 */
export async function expectRoomForLargeText(page: Page): Promise<void> {
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
  const mayScroll = '[role=tablist], [role=group], [role=region], [role=log], pre, :has(> table)'
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
