/**
 * The process that reads one file: its bytes come on standard input, its name as the argument, and its text or the reason
 * why there is none goes to standard output as JSON. It ends by itself.
 */
import type { ReadDocument } from './read-file.ts'
import { Refusal, refusals } from './refusal.ts'

try {
  const { readFile } = await import('./read-file.ts')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  answer(await readFile(new Uint8Array(Buffer.concat(chunks)), process.argv[2] ?? ''))
} catch (error) {
  if (!(error instanceof Refusal)) console.error(error)
  answer({ reason: error instanceof Refusal ? error.message : refusals.damaged })
}

function answer(result: ReadDocument | { reason: string }): void {
  process.stdout.write(JSON.stringify(result))
}
