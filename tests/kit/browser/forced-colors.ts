import { expect, type Page } from '@playwright/test'
import { type PageHelp, searchPage } from './in-page.ts'

/**
 * Checks what the page shows now with colors that the system forces upon it: what is chosen still looks chosen, and
 * nothing is drawn by a background alone, because all backgrounds are the same.
 */
export async function expectForcedColors(page: Page): Promise<void> {
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
        const rest = [
          look.backgroundColor,
          look.color,
          look.fill,
          look.textDecorationLine,
          look.translate,
          look.display,
        ]
        return [...line, ...rest, look.outlineStyle, look.opacity].join(' ')
      }),
    )
  const isSame = (on: readonly string[], off: readonly string[]) => on.join(';') === off.join(';')
  const faults: string[] = []
  for (const input of document.querySelectorAll<HTMLInputElement>('input:checked')) {
    const label = input.closest('label')
    // Where a component draws it, the input is hidden from everybody.
    if (!label || isHidden(label) || input.closest('[aria-hidden=true]')) continue
    const on = lookOf(label)
    input.checked = false
    if (isSame(on, lookOf(label))) faults.push(`looks unchecked: ${nameOf(label)}`)
    input.checked = true
  }
  for (const root of document.querySelectorAll('[role=switch][data-checked]')) {
    if (isHidden(root)) continue
    const parts = [root, ...root.querySelectorAll('[data-checked]')]
    const on = lookOf(root)
    for (const part of parts) part.removeAttribute('data-checked')
    if (isSame(on, lookOf(root))) faults.push(`looks off: ${nameOf(root)}`)
    for (const part of parts) part.setAttribute('data-checked', '')
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
