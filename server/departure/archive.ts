import { zip, type AsyncZippable } from 'fflate'
import { toCsv } from '#contract/csv.ts'
import type { Row } from '../database/sql.ts'
import type { PersonalData } from './personal-data.ts'
import type { Picture } from '../images/picture.ts'

const readMe = `Your data at Luna.

Each table comes in two files: JSON for programs and CSV for spreadsheets. Times are in UTC, and minutes and dollars are
numbers. An empty table means that we have no data of that kind. Your photo, if you have one, is photo.webp.
`

/** Returns tables and a photo as one zip archive. Large files are compressed outside this thread. */
export function writeArchive(data: PersonalData, photo: Picture | null): Promise<Buffer> {
  const files: AsyncZippable = { 'README.txt': Buffer.from(readMe) }
  if (photo) files['photo.webp'] = photo.bytes
  for (const [name, rows] of Object.entries(data)) {
    files[`${name}.json`] = Buffer.from(`${JSON.stringify(rows, null, 2)}\n`)
    files[`${name}.csv`] = Buffer.from(tableOf(rows))
  }
  return new Promise((resolve, reject) => {
    zip(files, (error, archive) => (error ? reject(error) : resolve(Buffer.from(archive))))
  })
}

function tableOf(rows: Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  return toCsv(
    names.map((name) => [name, (row: Row) => cellOf(row[name])]),
    rows,
  )
}

function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}
