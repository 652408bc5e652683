import fs from 'node:fs'
import path from 'node:path'
import { root } from '../tidy/source-files.ts'
import type { Proof } from './proven-ids.ts'

/** The stored tables: tab-separated, with the names of the columns in their first line. */

const idsFile = path.join(root, 'tests/proofs/ids.tsv')
const formerFile = path.join(root, 'tests/proofs/former-browser-tests.tsv')

/** A test that once drove the whole product in Chromium, and one that proves the same now. */
export interface Moved {
  formerFile: string
  formerTitle: string
  file: string
  title: string
}

export function readIds(): Proof[] {
  return readRows(idsFile).map(([id = '', file = '', title = '']) => ({ id, file, title }))
}

export function writeIds(proofs: readonly Proof[]): void {
  const rows = proofs.map(({ id, file, title }) => [id, file, title])
  writeRows(idsFile, [['id', 'file', 'test'], ...rows])
}

export function readMoved(): Moved[] {
  return readRows(formerFile).map(([former = '', formerTitle = '', file = '', title = '']) => ({
    formerFile: former,
    formerTitle,
    file,
    title,
  }))
}

export function writeMoved(moved: readonly Moved[]): void {
  const rows = moved.map(({ formerFile: former, formerTitle, file, title }) => [former, formerTitle, file, title])
  writeRows(formerFile, [['former file', 'former test', 'file', 'test'], ...rows])
}

function readRows(file: string): string[][] {
  const [, ...lines] = fs.readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.split('\t'))
}

function writeRows(file: string, rows: readonly (readonly string[])[]): void {
  fs.writeFileSync(file, `${rows.map((row) => row.join('\t')).join('\n')}\n`)
}
