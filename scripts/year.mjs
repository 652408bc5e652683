// npm run year [-- PEOPLE MONTHS]: subscribers with all kinds of cards over a year of the simulated clock.
import { runFile } from './testing/vitest.mjs'

const status = await runFile('histories', 'year', {
  LUNA_YEAR_PEOPLE: process.argv[2] ?? '500',
  LUNA_YEAR_MONTHS: process.argv[3] ?? '12',
})
process.exit(status)
