// npm run year [-- PEOPLE MONTHS]: subscribers with all kinds of cards over a year of the simulated clock.
import { bootstrap } from './running/bootstrap.mjs'
import { runFile } from './running/command.mjs'

await bootstrap()
const [people = '500', months = '12'] = process.argv.slice(2)
const env = { LUNA_YEAR_PEOPLE: people, LUNA_YEAR_MONTHS: months }
process.exit(runFile('node_modules/vitest/vitest.mjs', ['run', '--project', 'histories', 'year'], env))
