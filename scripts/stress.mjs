// npm run stress [-- RUNS [SEED]]: runs npm run test:all while its processes pause at random, as on a busy machine.
// Prints the seed of each run and ends at the first failure. Linux only.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bootstrap, root } from './running/bootstrap.mjs'
import { descendantsOf, signalTo } from './running/process-tree.mjs'

await bootstrap()
const runs = Number(process.argv[2] ?? 1)
const given = process.argv[3] ? Number(process.argv[3]) : null
if (!fs.existsSync('/proc/self/stat')) throw new Error('This needs /proc, which only Linux has.')

for (let run = 0; run < runs; run++) {
  const seed = given === null ? Math.floor(Math.random() * 2 ** 31) : given + run
  console.log(`\n══ Run ${run + 1} of ${runs} with seed ${seed}`)
  const code = await runOnce(seed)
  console.log(`══ Run ${run + 1} of ${runs} with seed ${seed}: ${code === 0 ? 'passed' : 'FAILED'}`)
  if (code !== 0) process.exit(1)
}

async function runOnce(seed) {
  const child = spawn(process.execPath, [path.join(root, 'scripts/test.mjs'), '--all'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, LUNA_SEED: String(seed) },
  })
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
  const stopHalting = haltAtRandom(child.pid, randomFrom(seed))
  const code = await ended
  await stopHalting()
  return code
}

/**
 * Pauses now one process below `pid`, now all of them, for 0.05 to 0.8 s each time. Returns a function that ends this.
 */
function haltAtRandom(pid, random) {
  let isOver = false
  const halting = (async () => {
    while (!isOver) {
      await delay(100 + random() * 1900)
      const all = descendantsOf(pid)
      if (all.length === 0) continue
      const chosen = random() < 0.25 ? all : [all[Math.floor(random() * all.length)]]
      const haltedMs = 50 + random() * 750
      for (const each of chosen) signalTo(each.pid, 'SIGSTOP')
      await delay(haltedMs)
      for (const each of chosen) signalTo(each.pid, 'SIGCONT')
    }
  })()
  return async () => {
    isOver = true
    await halting
  }
}

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
