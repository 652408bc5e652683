import fs from 'node:fs'
import path from 'node:path'
import { readProject } from './source-files.ts'
import { standingWords } from './standing-words.ts'
import { countReplaced } from './words.ts'

/** `node tests/tidy/words-standing.ts` lowers the counts of standing-words.ts to the current numbers; it never raises one. */

const lowered = Object.entries(countReplaced(readProject())).flatMap(([word, folders]) => {
  const kept = Object.entries(folders).flatMap(([folder, count]) => {
    const least = Math.min(count, standingWords[word]?.[folder] ?? 0)
    return least > 0 ? [`${folder}: ${least}`] : []
  })
  return kept.length > 0 ? [`  ${/^[a-z]+$/.test(word) ? word : `'${word}'`}: { ${kept.toSorted().join(', ')} },`] : []
})
const header = fs.readFileSync(path.join(import.meta.dirname, 'standing-words.ts'), 'utf8').split(' = {')[0] ?? ''
fs.writeFileSync(
  path.join(import.meta.dirname, 'standing-words.ts'),
  `${header} = {\n${lowered.toSorted().join('\n')}\n}\n`,
)
