import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

// The whole product twice, a backup and a restore between: about 40 s for this file.

/** Runs the drill as an operator does. Returns its exit code and what it printed. */
async function drill(): Promise<{ code: number | null; output: string }> {
  const script = path.join(import.meta.dirname, '../../scripts/drill.mjs')
  const child = spawn(process.execPath, [script, '4'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

test('a lost database comes back from its backup with people, minutes and consistent books', async () => {
  const { code, output } = await drill()
  const summary = output.slice(output.lastIndexOf('From the loss'))
  console.log(summary.trim())
  expect([code, output]).toEqual([0, expect.stringContaining('From the loss: restored and audited after')])
  expect(summary).toMatch(/Of 4 people who had paid before the backup, 4 signed in .*cookies still work/)
  // What came after the backup is gone, and the drill says so.
  expect(summary).toMatch(/Of 1 who paid afterwards, 1 are unknown/)
  expect(output.match(/In order: \d+ checks, nothing broken/g)).toHaveLength(3)
}, 300_000)
