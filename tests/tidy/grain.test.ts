import { expect, it } from 'vitest'
import { most, roomOf, tooSmall } from './grain.ts'
import { codeOf, readProject } from './source-files.ts'

/** A file below 60 lines needs two importers, or joins its only one (docs/STYLE.md). */

it('the files with one importer and less than 60 lines become no more', () => {
  const found = Map.groupBy(tooSmall(codeOf(readProject())), ({ name }) => roomOf(name))
  for (const [room, number] of Object.entries(most)) {
    const names = (found.get(room) ?? []).map(({ name, importer }) => `${name} → ${importer}`)
    expect(names.length, names.join('\n')).toBeLessThanOrEqual(number)
  }
})

const list = { name: 'web/screens/a/list.tsx', text: "import { Row } from './row.tsx'" }
const row = { name: 'web/screens/a/row.tsx', text: 'export const Row = null' }

it.each([
  ['has one importer', [list, row], 1],
  ['has a test of its own', [list, row, { ...list, name: 'web/screens/a/row.test.ts' }], 0],
  ['has 60 lines', [list, { ...row, text: 'x()\n'.repeat(60) }], 0],
  [
    'is a rule of routes',
    [
      { name: 'server/a/a.routes.ts', text: "import './a.ts'" },
      { name: 'server/a/a.ts', text: '' },
    ],
    0,
  ],
])('a file that %s is judged by that', (_title, files, count) => {
  expect(tooSmall(files)).toHaveLength(count)
})
