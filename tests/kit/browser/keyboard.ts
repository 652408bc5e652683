import { expect, type Locator, type Page } from '@playwright/test'

const lost = 'the focus is lost'

/** Presses Tab, or a key that goes back, until `target` has the focus, and checks that every stop is visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  let ends = 0
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((node) => node.matches(':focus'))) return
    await page.keyboard.press(key)
    const fault = await focusFault(page)
    // After its last stop the page starts over.
    if (fault === lost && ++ends === 1) continue
    expect(fault).toBeNull()
  }
  await expect(target).toBeFocused()
}

/** Presses a key and waits for its outcome; the focus is then somewhere useful. */
export async function pressFor(page: Page, key: string, outcome: Locator): Promise<void> {
  await page.keyboard.press(key)
  await expect(outcome).toBeVisible()
  await expect.poll(() => focusFault(page)).toBeNull()
}

/** Tab reaches all that can be operated, in the order of the page, and every stop is visible. */
export async function expectKeyboardReach(page: Page): Promise<void> {
  await page.evaluate(`(${String(beginWalk)})(${String(findFault)}, ${JSON.stringify(lost)})`)
  let presses = 0
  for (let left = Infinity; left > 0 && presses < 400; left = Number(await page.evaluate('stopsLeft()')))
    for (const end = presses + Math.min(left, 10); presses < end; presses++) await page.keyboard.press('Tab')
  expect.soft(await page.evaluate('endWalk()'), `${page.url()} by keyboard`).toEqual([])
}

/** Runs in the page: notes every stop of Tab for `stopsLeft`, and what is wrong with it for `endWalk`. */
function beginWalk(faultOf: (nowhere: string) => string | null, nowhere: string): void {
  const selector = 'a[href], button, input, select, textarea, summary, [tabindex]'
  const canStop = (node: HTMLElement) =>
    node.tabIndex >= 0 &&
    !node.matches(':disabled, [data-base-ui-focus-guard], [type=radio]:not(:checked)') &&
    !node.closest('[inert]') &&
    node.checkVisibility({ visibilityProperty: true })
  const reached = new Set<Element>()
  const faults = new Set<string>()
  const trail: string[] = []
  let last: Element | null = null
  // At the next press, because a stop scrolls into view after it has the focus.
  const look = () => {
    const focused = document.activeElement
    const isSomewhere = focused !== null && focused !== document.body
    const isBack = isSomewhere && last && (last.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_PRECEDING) > 0
    // After its last stop the page starts over.
    if (isBack && !focused.matches('[data-base-ui-focus-guard]')) faults.add(`backwards: ${nameOf(focused)}`)
    // The parts of a date are stops of one element, and draw their own rings.
    const isPart = focused === last
    last = isSomewhere ? focused : null
    if (!isSomewhere || isPart) return
    const fault = faultOf(nowhere)
    if (fault) faults.add(fault)
    reached.add(focused)
    trail.push(nameOf(focused))
  }
  const nameOf = (node: Element) => node.outerHTML.slice(0, 120)
  const missed = () =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((node) => canStop(node) && !reached.has(node))
  addEventListener('keydown', look, true)
  Object.assign(window, {
    stopsLeft: () => missed().length,
    endWalk: () => {
      look()
      removeEventListener('keydown', look, true)
      if (last instanceof HTMLElement) last.blur()
      const never = missed().map((node) => `never reached: ${nameOf(node)}`)
      return [...faults, ...never, ...(never.length > 0 ? [`the last stops: ${trail.slice(-8).join(' > ')}`] : [])]
    },
  })
}

/** Returns what is wrong with the focus: that there is none, or that people cannot see it. */
function focusFault(page: Page): Promise<string | null> {
  return page.evaluate(findFault, lost)
}

/** Runs in the page. */
function findFault(nowhere: string): string | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return nowhere
  const name = `${focused.tagName} ${focused.id} ${focused.getAttribute('aria-label') ?? focused.textContent}`
  // Focus set by a script (a heading, a dialog) needs no ring; focus reached by Tab does.
  if (focused instanceof HTMLElement && focused.tabIndex < 0) return null
  // They only pass the focus on, and the card form is the provider's own.
  if (focused.hasAttribute('data-base-ui-focus-guard') || focused.shadowRoot) return null
  const hasRing = (node: Element | null | undefined) => {
    if (!node) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(node)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  // An input that is drawn by its label shows the ring there.
  if (!hasRing(focused) && !hasRing(focused.closest('label'))) return `no ring around ${name}`
  const { top, bottom, left, right } = (focused.closest('label') ?? focused).getBoundingClientRect()
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return isInView ? null : `out of view: ${name}`
}
