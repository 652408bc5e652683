import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index.ts'
import { errorCatalogue } from './error-catalogue.ts'

const folder = path.join(import.meta.dirname, 'screens')

/** Every test of the screens as its own text, from its title on. */
const tests = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split(/^(?= *test\()/m))

describe('the error catalogue (S249)', () => {
  it.each(Object.entries(errorCatalogue))('%s is read from the page by a test that names it', (id, { call }) => {
    const readers = tests.filter((text) => new RegExp(`expectRow\\(\\s*page,\\s*'${id}'`).test(text))
    expect(readers.filter((text) => text.slice(0, text.indexOf('=>')).includes(id))).not.toEqual([])
    if (call) expect(calls.map((one) => `${one.call.method} ${one.call.path}`)).toContain(call)
  })
})
