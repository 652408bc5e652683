import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index.ts'
import { errorCatalogue } from '../kit/error-catalogue/error-catalogue.ts'

/** The source text of every browser test, one by one, from its title on. */
const tests = ['pages', 'screens'].flatMap((folder) =>
  fs
    .globSync(path.join(import.meta.dirname, '..', folder, '**/*.spec.ts'))
    .flatMap((file) => fs.readFileSync(file, 'utf8').split(/^(?= *test\()/m)),
)

describe('the error catalogue (S249)', () => {
  it.each(Object.entries(errorCatalogue))(
    'has a browser test that names %s and reads it from the page',
    (id, { call }) => {
      const readers = tests.filter((text) => new RegExp(`expectRow\\(\\s*page,\\s*'${id}'`).test(text))
      expect(readers.filter((text) => text.slice(0, text.indexOf('=>')).includes(id))).not.toEqual([])
      if (call) expect(calls.map((one) => `${one.call.method} ${one.call.path}`)).toContain(call)
    },
  )
})
