import { importsOf, type SourceFile } from './source-files.ts'

/** Returns the import cycles, as groups of files. Type imports count too. */
export function circlesIn(files: readonly SourceFile[]): string[][] {
  const names = new Set(files.map(({ name }) => name))
  const arrows = new Map(
    files.map((file) => [file.name, importsOf(file).flatMap(({ path }) => (path && names.has(path) ? [path] : []))]),
  )
  const circles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  /** Tarjan's algorithm: a file that reaches no file visited before it completes a group. */
  const visit = (name: string): number => {
    const own = order.size
    order.set(name, own)
    let reached = own
    open.push(name)
    for (const next of arrows.get(name) ?? []) {
      if (!order.has(next)) reached = Math.min(reached, visit(next))
      else if (open.includes(next)) reached = Math.min(reached, lowest.get(next) ?? order.get(next) ?? reached)
    }
    lowest.set(name, reached)
    if (reached !== own) return reached
    const group = open.splice(open.indexOf(name))
    if (group.length > 1) circles.push(group.toSorted())
    return reached
  }
  for (const { name } of files) if (!order.has(name)) visit(name)
  return circles
}
