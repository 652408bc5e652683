// Finds the processes that a command has started, including those in sessions of their own. Linux only.
import fs from 'node:fs'

/** Returns process ids by the id of their parent. */
export function childrenByParent() {
  const children = new Map()
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  return children
}

/** Returns everything below a process, without itself. */
export function descendantsOf(pid, children) {
  return (children.get(pid) ?? []).flatMap((child) => [child, ...descendantsOf(child, children)])
}

function parentOf(name) {
  try {
    const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
    // The program's name stands in parentheses and may hold spaces.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
