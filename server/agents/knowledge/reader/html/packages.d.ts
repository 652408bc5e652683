/** The part of the package that is used; its own types need those of a browser. */
declare module '@mixmark-io/domino' {
  export interface PageNode {
    readonly nodeType: number
    readonly nodeName: string
    readonly textContent: string
    readonly parentNode: PageElement | null
    readonly previousSibling: PageNode | null
    readonly childNodes: ArrayLike<PageNode>
    remove(): void
    replaceWith(...nodes: (PageNode | string)[]): void
  }
  export interface PageElement extends PageNode {
    readonly children: ArrayLike<PageElement>
    appendChild(node: PageNode): void
    getAttribute(name: string): string | null
    hasAttribute(name: string): boolean
    closest(selector: string): PageElement | null
    querySelector(selector: string): PageElement | null | undefined
    querySelectorAll(selector: string): ArrayLike<PageElement>
  }
  export interface PageDocument {
    readonly title: string
    readonly body: PageElement
    createElement(name: string): PageElement
    createTextNode(text: string): PageNode
    querySelectorAll(selector: string): ArrayLike<PageElement>
  }
  export function createDocument(html: string): PageDocument
}

/** The same of the package that writes Markdown. */
declare module 'turndown' {
  import type { PageElement } from '@mixmark-io/domino'

  export default class Turndown {
    constructor(options: { headingStyle: 'atx'; bulletListMarker: '-'; codeBlockStyle: 'fenced' })
    addRule(name: string, rule: { filter: string | string[]; replacement(content: string): string }): this
    escape: (text: string) => string
    turndown(page: PageElement): string
  }
}
