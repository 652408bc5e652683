/** Returns the option of a test that names the rows (S…) and decisions (D…) it proves, for example `tags('S423 D145')`. */
export const tags = (ids: string): { tags: string[] } => ({ tags: ids.split(' ') })

/** Returns the details of a browser test: rows and decisions that it proves, and `gate` if `npm test` runs it. */
export const tagged = (names: string): { tag: string[] } => ({ tag: names.split(' ').map((name) => `@${name}`) })
