import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './source-files.ts'

/** One place where `npm run mutations` breaks the product, and the test that must notice. */
interface Mutation {
  file: string
  /** Occurs exactly once in the file. */
  find: string
  test: string
}

const folder = path.join(root, 'tests/mutations')
const mutations = fs
  .readdirSync(folder)
  .flatMap((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Mutation[])

it('every mutation names code that exists exactly once, and a test file', () => {
  expect(mutations.length).toBeGreaterThan(50)
  expect(mutations.filter(({ file, find }) => occurrences(file, find) !== 1)).toEqual([])
  expect(mutations.filter(({ test }) => !fs.existsSync(path.join(root, test)))).toEqual([])
})

function occurrences(file: string, find: string): number {
  const source = path.join(root, file)
  return fs.existsSync(source) ? fs.readFileSync(source, 'utf8').split(find).length - 1 : 0
}
