export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string | number]

/** Returns rows as CSV; the byte order mark tells spreadsheets that it is UTF-8. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  return `\uFEFF${lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
}

const plainNumber = /^-?\d+(\.\d+)?$/

/** Returns a cell, quoted where needed; text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function csvCell(value: string | number): string {
  const text = String(value)
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]/.test(text) && !plainNumber.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
