// node scripts/run.mjs FILE [WORDS]: runs a TypeScript file of this project, for the commands in package.json.
import { bootstrap } from './running/bootstrap.mjs'
import { runFile } from './running/command.mjs'

await bootstrap()
const [file, ...words] = process.argv.slice(2)
process.exit(runFile(file, words))
