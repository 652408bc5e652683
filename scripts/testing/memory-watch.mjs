// How much memory a run takes at most, as far as the system says it.
import fs from 'node:fs'

const everyMs = 1000

/** Watches from now on; the answer stops it and returns the largest use in bytes, or null where nothing says it. */
export function watchMemory() {
  const atFirst = availableBytes()
  if (atFirst === null) return () => null
  let least = atFirst
  const timer = setInterval(() => (least = Math.min(least, availableBytes() ?? least)), everyMs)
  return () => {
    clearInterval(timer)
    return atFirst - least
  }
}

function availableBytes() {
  try {
    const [, kilobytes] = /^MemAvailable:\s+(\d+) kB/m.exec(fs.readFileSync('/proc/meminfo', 'utf8')) ?? []
    return kilobytes ? Number(kilobytes) * 1024 : null
  } catch {
    return null
  }
}
