// npm run histories [-- COUNT]: plays thousands of random histories of people, payments and conversations against the
// books, and 200 of unreliable lines against the gateway, different ones each time. LUNA_SEED repeats those of an
// earlier run.
import { randomInt } from 'node:crypto'
import { runProject } from './testing/vitest.mjs'

const { LUNA_SEED: seed = String(randomInt(2 ** 31)) } = process.env
console.log(`LUNA_SEED=${seed}`)
await runProject('histories', 'histories', {
  LUNA_HISTORIES: process.argv[2] ?? '3000',
  LUNA_LINES: '200',
  LUNA_SEED: seed,
})
