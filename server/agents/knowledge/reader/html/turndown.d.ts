/** The part of the package that is used; its own types need those of a browser. */
declare module 'turndown' {
  import type { PageElement } from '@mixmark-io/domino'

  export default class Turndown {
    constructor(options: { headingStyle: 'atx'; bulletListMarker: '-'; codeBlockStyle: 'fenced' })
    addRule(name: string, rule: { filter: string | string[]; replacement(content: string): string }): this
    escape: (text: string) => string
    turndown(page: PageElement): string
  }
}
