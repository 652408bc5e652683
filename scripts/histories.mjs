// npm run histories [-- PART] [COUNT]: plays random histories, different ones each time; LUNA_SEED repeats those of an
// earlier run. One part, or all of them one after the other, the quickest first:
// - figures: the owner's figures beside a second computation of them, 200 times, in about two minutes
// - lines: unreliable lines against the gateway, 200 times
// - books: people, payments and conversations against the books, 3,000 times, in about an hour
// COUNT replaces the number of the part, or that of the books if none is named.
import { randomInt } from 'node:crypto'
import { bootstrap } from './running/bootstrap.mjs'
import { runFile } from './running/command.mjs'

const parts = {
  figures: { file: 'histories/figures/figures.test.ts', count: 'LUNA_FIGURES', usual: '200' },
  lines: { file: 'histories/lines.test.ts', count: 'LUNA_LINES', usual: '200' },
  books: { file: 'histories/histories.test.ts', count: 'LUNA_HISTORIES', usual: '3000' },
}
const words = process.argv.slice(2)
const count = words.find((word) => /^\d+$/.test(word))
const named = words.filter((word) => word !== count)
const unknown = named.find((word) => !(word in parts))
if (unknown || named.length > 1) {
  console.error(`npm run histories [-- PART] [COUNT]; the parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}

// Before the seed is chosen, because it may start this script again.
await bootstrap()
const { LUNA_SEED: seed = String(randomInt(2 ** 31)) } = process.env
console.log(`LUNA_SEED=${seed}`)
for (const [name, part] of Object.entries(parts)) {
  if (named.length > 0 && name !== named[0]) continue
  const histories = name === (named[0] ?? 'books') ? (count ?? part.usual) : part.usual
  const run = ['run', '--project', 'histories', part.file]
  const status = runFile('node_modules/vitest/vitest.mjs', run, { [part.count]: histories, LUNA_SEED: seed })
  if (status !== 0) process.exit(status)
}
