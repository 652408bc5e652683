/** Returns the option of a test that names the rows (S…) and decisions (D…) it proves, for example `tags('S423 D145')`. */
export const tags = (ids: string): { tags: string[] } => ({ tags: ids.split(' ') })
