/** Text around and within the elements of a page. */
import type { PageDocument, PageElement, PageNode } from '@mixmark-io/domino'

const [elementNode, textNode] = [1, 3]
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION DD DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)
/** Enough to see a number with its currency. */
const enough = 20

/** Returns the elements that a selector finds, in their order. */
export function all(page: PageDocument | PageElement, selector: string): PageElement[] {
  return Array.from(page.querySelectorAll(selector))
}

/** Returns the last characters before an element in its line. */
export function textBefore(element: PageElement): string {
  let text = ''
  for (let node: PageNode = element; text.length < enough;) {
    const { parentNode, previousSibling } = node
    if (previousSibling !== null) {
      if (blocks.has(previousSibling.nodeName)) break
      const isSeen = previousSibling.nodeType === textNode || isElement(previousSibling)
      text = (isSeen ? previousSibling.textContent : '') + text
      node = previousSibling
    } else {
      if (parentNode === null || blocks.has(parentNode.nodeName)) break
      node = parentNode
    }
  }
  return text.replaceAll(/\s+/g, ' ').slice(-enough)
}

/** Returns the text of an element in one line; paragraphs and lines within it follow after a blank. */
export function lineOf(element: PageElement): string {
  const parts: string[] = []
  const collect = (node: PageNode): void => {
    if (node.nodeType === textNode) parts.push(node.textContent)
    if (!isElement(node)) return
    if (node.nodeName === 'TABLE') return void parts.push(` ${rowsIn(node).map(joined).join('; ')} `)
    const edge = blocks.has(node.nodeName) ? ' ' : ''
    parts.push(edge)
    for (const child of Array.from(node.childNodes)) collect(child)
    parts.push(edge)
  }
  collect(element)
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

/** Returns the cells of a table by their rows, without those of tables in it. */
export function rowsIn(table: PageElement): PageElement[][] {
  const groups = [table, ...childrenIn(table, /^(THEAD|TBODY|TFOOT)$/)]
  const rows = groups.flatMap((group) => childrenIn(group, /^TR$/))
  return rows.map((row) => childrenIn(row, /^T[DH]$/))
}

export function childrenIn(element: PageElement, names: RegExp): PageElement[] {
  return Array.from(element.children).filter(({ nodeName }) => names.test(nodeName))
}

function joined(cells: readonly PageElement[]): string {
  return cells.map(lineOf).filter(Boolean).join(', ')
}

function isElement(node: PageNode): node is PageElement {
  return node.nodeType === elementNode
}
