/** The values in the fields of a page's forms, as a reader sees them. */
import type { PageDocument, PageElement } from '@mixmark-io/domino'
import { all } from './text.ts'

/** Types of inputs that show no value, or no value of the page. */
const silent = /^(hidden|password|submit|button|reset|image|file|color|range)$/i

/** Puts the values of fields in their places. */
export function writeFields(page: PageDocument): void {
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
