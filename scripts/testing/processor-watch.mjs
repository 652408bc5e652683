// Measures the processor time of a run with everything that it started, as far as the system reports it.
import { allProcesses, descendantsOf, readProcess } from '../running/process-tree.mjs'

/** Chromium's renderers live this long after their browser, and are then nobody's children. */
const everyMs = 250
/** Linux counts processor time in hundredths of a second for every program. */
const ticksPerSecond = 100

/** Starts watching. The returned function gives the seconds used since then, or null where nothing reports them. */
export function watchProcessor() {
  const atFirst = readProcess('self')
  if (!atFirst) return () => null
  /** Everything below this process that was ever seen, by id and start, as last seen. */
  const known = new Map()
  setInterval(() => look(known), everyMs).unref()
  return () => {
    look(known)
    const own = readProcess('self')
    const isLost = ({ parent }) => parent !== own.pid && !known.has(parent)
    // A parent gets the time of the children whose end it awaits. Those that outlived theirs count by themselves.
    const lost = [...known.values()].filter(isLost)
    return [own, ...lost].reduce((sum, { ticks }) => sum + ticks, -atFirst.ticks) / ticksPerSecond
  }
}

/** Notes the time of every process that is, or once was, below this one. */
function look(known) {
  const all = allProcesses()
  for (const each of descendantsOf(process.pid, all)) known.set(each.pid, each)
  for (const each of all) if (known.get(each.pid)?.start === each.start) known.set(each.pid, each)
}
