/** Longer cells are invalid, but still get a row that says so. */
export const longestCell = 300

/** Returns the cells of each line that is not empty, unquoted. Lines end with "\n". */
export function readCells(text: string, separator: string): string[][] {
  const lines: string[][] = [[]]
  // A cell is quoted, with perhaps an address behind the quotes, or plain.
  const cell = new RegExp(`[^\\S\\n${separator}]*(?:"((?:[^"]|"")*)")?([^${separator}\\n]*)`, 'y')
  let at = 0
  while (at < text.length) {
    cell.lastIndex = at
    const [matched = '', quoted = '', plain = ''] = cell.exec(text) ?? []
    lines.at(-1)?.push((quoted.replaceAll('""', '"') + plain).trim().slice(0, longestCell))
    at += matched.length
    if (text[at] === '\n') lines.push([])
    at += 1
  }
  return lines.filter((cells) => cells.some((one) => one !== ''))
}

/** Returns the separator that is most frequent in the first line, outside of quotes. */
export function separatorOf(list: string): string {
  const line = list.split('\n').find((one) => one.trim() !== '') ?? ''
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => unquoted.split(separator).length
  return ['\t', ';', ','].reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}
