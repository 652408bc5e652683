// Measures the processor time of a run with everything that it started, as far as the system reports it.
import fs from 'node:fs'

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
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter(Boolean)
  const children = Map.groupBy(all, ({ parent }) => parent)
  const below = (pid) => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child.pid)])
  for (const each of below(process.pid)) known.set(each.pid, each)
  for (const each of all) if (known.get(each.pid)?.start === each.start) known.set(each.pid, each)
}

/** Returns what the system says of a process: `ticks` holds its own time and that of its ended children. */
function readProcess(name) {
  try {
    const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
    // The program's name is in parentheses and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
    return { pid: Number.parseInt(stat, 10), parent: Number(fields[1]), start: fields[19], ticks }
  } catch {
    return null
  }
}
