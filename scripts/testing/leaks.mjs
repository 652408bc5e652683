// Searches what a test run left behind for secrets that must never leave the server.
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../running/bootstrap.mjs'

/** Texts that must never appear in logs, answers or built files. */
const neverAnywhere = [
  'correct-horse-7',
  'luna-demo-1',
  'SECRET-PROMPT-OF-TESTS',
  '$argon2',
  'sk_test_sandbox',
  'xi_standin',
  'conversation_signature',
]

/** Throws with every place where a secret was found. */
export function searchLeaks(runDirectory) {
  const found = []
  const logs = filesBelow(runDirectory, (name) => name === 'server.log')
  const answers = filesBelow(runDirectory, (name) => name === 'answers.log')
  const built = filesBelow(path.join(root, 'dist', 'web'), () => true)
  if (logs.length === 0 || answers.length === 0) throw new Error('The run left no logs or answers to search.')
  // One-time tokens and cookies are answers to their owner, but never belong in a log.
  const tokens = filesBelow(runDirectory, (name) => name === 'secrets.log').flatMap((file) =>
    fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter((secret) => secret.length >= 20),
  )
  for (const file of [...logs, ...answers, ...built]) search(file, neverAnywhere, found)
  for (const file of logs) search(file, [...new Set(tokens)], found)
  console.log(
    `  searched ${logs.length} logs, ${answers.length} answer files and ${built.length} built files for ${neverAnywhere.length} secrets, the logs also for ${tokens.length} tokens`,
  )
  if (found.length > 0) throw new Error(found.slice(0, 20).join('\n'))
}

function search(file, secrets, found) {
  const text = fs.readFileSync(file, 'utf8')
  for (const secret of secrets) {
    const at = text.indexOf(secret)
    if (at >= 0)
      found.push(`${secret.slice(0, 12)}… in ${path.basename(file)}: ${text.slice(Math.max(0, at - 80), at + 40)}`)
  }
}

function filesBelow(directory, fits) {
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && fits(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}
