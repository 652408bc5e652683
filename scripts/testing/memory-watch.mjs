// Measures the peak memory of a run, as far as the system reports it.
import fs from 'node:fs'

const everyMs = 1000

/** Starts watching. The returned function stops it and returns the peak in bytes, or null where nothing reports it. */
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
