import type { Page } from '@playwright/test'

/** What a search inside the page can use; it runs there and sees nothing else of this code. */
export interface PageHelp {
  /** Names an element for a message. */
  nameOf: (node: Element) => string
  /** Whether people see nothing of it, or it belongs to what a dialog covers. */
  isHidden: (node: Element) => boolean
}

/** Runs a search inside the page. Returns the faults that it found. */
export function searchPage(page: Page, search: (help: PageHelp) => string[]): Promise<string[]> {
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
