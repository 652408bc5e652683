/** Tables of a page: a row is one line. Tables that only arrange a page are no tables to a reader (D199). */
import type { PageDocument, PageElement } from '@mixmark-io/domino'
import { all, childrenIn, lineOf, rowsIn } from './text.ts'

/** No table that people read has cells over more rows or columns. */
const mostSpanned = 200

/** Puts the lines of their rows in the places of tables. */
export function writeTables(page: PageDocument): void {
  for (const table of all(page, 'table')) {
    // It went with the table around it.
    if (!table.closest('body')) continue
    const rows = rowsIn(table)
    const lines = gridOf(rows).filter((cells) => cells.some(Boolean))
    if (isArrangement(table, lines)) table.replaceWith(...rows.flat().map((cell) => blockOf(page, cell)))
    else {
      const caption = childrenIn(table, /^CAPTION$/).map(lineOf)
      table.replaceWith(linesOf(page, [...caption, ...lines.map((cells) => `| ${cells.join(' | ')} |`)]))
    }
  }
}

function isArrangement(table: PageElement, lines: readonly (readonly string[])[]): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute('role') ?? '')) return true
  if (lines.every((cells) => cells.filter(Boolean).length < 2)) return true
  if (table.querySelector('h1, h2, h3')) return true
  const isPlain = ['border', 'cellpadding', 'cellspacing'].some((name) => table.getAttribute(name) === '0')
  return isPlain && Boolean(table.querySelector('table'))
}

/** Returns the cells of rows as text. A cell over several rows is repeated in each; others keep their columns. */
function gridOf(rows: readonly (readonly PageElement[])[]): string[][] {
  const reaching: { text: string; rows: number }[] = []
  return rows.map((cells) => {
    const line: string[] = []
    const repeat = (): void => {
      for (let above = reaching[line.length]; above && above.rows > 0; above = reaching[line.length]) {
        above.rows -= 1
        line.push(above.text)
      }
    }
    for (const cell of cells) {
      repeat()
      const text = lineOf(cell)
      const below = spanOf(cell, 'rowspan') - 1
      for (let column = spanOf(cell, 'colspan'); column > 0; column--) {
        const shown = column === spanOf(cell, 'colspan') ? text : ''
        reaching[line.length] = { text: shown, rows: below }
        line.push(shown)
      }
    }
    repeat()
    return line
  })
}

function spanOf(cell: PageElement, name: 'rowspan' | 'colspan'): number {
  return Math.min(Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1), mostSpanned)
}

function blockOf(page: PageDocument, cell: PageElement): PageElement {
  const block = page.createElement('div')
  for (const node of Array.from(cell.childNodes)) block.appendChild(node)
  return block
}

function linesOf(page: PageDocument, lines: readonly string[]): PageElement {
  const block = page.createElement('div')
  for (const line of lines) {
    block.appendChild(page.createTextNode(line))
    block.appendChild(page.createElement('br'))
  }
  return block
}
