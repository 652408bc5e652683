// Finds the processes that a command has started, including those in sessions of their own. Linux only.
import fs from 'node:fs'

/** Returns what the system says of a process: `ticks` holds its own time and that of its ended children. */
export function readProcess(name) {
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

/** Returns every process of the system. */
export function allProcesses() {
  const names = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return names.map(readProcess).filter(Boolean)
}

/** Returns those below a process, without itself. */
export function descendantsOf(pid, all = allProcesses()) {
  const children = Map.groupBy(all, ({ parent }) => parent)
  const below = (parent) => (children.get(parent) ?? []).flatMap((child) => [child, ...below(child.pid)])
  return below(pid)
}

/** Sends a signal to a process that may have ended. */
export function signalTo(pid, name) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
