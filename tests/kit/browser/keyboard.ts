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

/** Returns what is wrong with the focus: that there is none, or that people cannot see it. */
function focusFault(page: Page): Promise<string | null> {
  return page.evaluate((nowhere) => {
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
  }, lost)
}
