// npm run histories [-- COUNT]: thousands of random histories of people, payments and conversations against the books.
import { runProject } from './lib/vitest.mjs'

await runProject('histories', 'histories', { LUNA_HISTORIES: process.argv[2] ?? '3000' })
