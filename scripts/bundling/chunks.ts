import { type Chunk, Chunks } from './files.ts'
import { appModule, entryModule, frameModules, readScreens, root } from './screens.ts'

interface Limit {
  bytes: number
  files: number
}

const limits = { first: { bytes: 130_000, files: 8 }, further: { bytes: 25_000, files: 6 } }
const limitsOfPanel = { ...limits, first: { bytes: 160_000, files: 8 } }

/** Returns how much a screen may weigh at first, and after the marketplace, compressed. */
export function limitsOf(path: string): { first: Limit; further: Limit } {
  return path.startsWith('/admin') ? limitsOfPanel : limits
}

/** Compressed by gzip, a byte of minified code takes about a third in the company of its like. */
const compressedShare = 0.34

/** How much more a byte counts that lifts a load above its limit. */
const excessWeight = 2

/** A file fewer is not worth more bytes than this. */
const mostBytesPerFile = 6000

/** Only the smallest parts of a load are worth joining. */
const mostCompared = 40

/** Code that goes into one file. */
interface Group {
  name: string
  chunks: Set<Chunk>
  bytes: number
  /** By load, whether it needs this code. */
  neededBy: boolean[]
  imports: Set<Group>
}

/** Everything that somebody loads at once: at first, or after the marketplace. */
interface Load {
  at: number
  /** The load that has paid for its files before. */
  after: number | null
  limit: Limit
  weight: number
}

/**
 * Returns the file that each module goes to, from a build that divides the code as finely as its use differs. Groups are
 * joined where that adds least to what other screens load, until no load has more files than it may.
 */
export function planFiles(chunks: Chunks): Map<string, string> {
  const { needs, loads } = listLoads(chunks)
  // Visitors load nothing but the entry, so nothing joins it.
  const early = chunks.load([entryModule])
  const groups = groupByUse(
    chunks.all.filter((chunk) => !early.has(chunk)),
    chunks,
    needs,
  )
  const settled = new Set<Load>()
  for (;;) {
    const counts = loads.map((load) => ({ load, files: groups.filter((group) => isIn(group, load)) }))
    const excess = ({ load, files }: (typeof counts)[number]) => files.length - load.limit.files
    const [crowded] = counts
      .filter((count) => excess(count) > 0 && !settled.has(count.load))
      .toSorted((a, b) => excess(b) - excess(a))
    if (!crowded) break
    const pair = chooseJoin(crowded.files, groups, loads)
    if (!pair) {
      settled.add(crowded.load)
      continue
    }
    join(...pair, groups)
  }
  const entry = [...early].flatMap(({ moduleIds }) => moduleIds)
  return new Map([...nameFiles(groups), ...entry.map((id) => [id, 'entry'] as const)])
}

function listLoads(chunks: Chunks): { needs: Set<Chunk>[]; loads: Load[] } {
  const needs: Set<Chunk>[] = []
  const loads: Load[] = []
  const add = (modules: string[], load: Omit<Load, 'at'>) => {
    loads.push({ ...load, at: needs.length })
    return needs.push(chunks.load(modules)) - 1
  }
  const frame = [appModule, ...frameModules]
  const screens = readScreens()
  const everyday = screens.find(({ path }) => path === '/marketplace')?.modules ?? []
  const marketplace = add([...frame, ...everyday], { after: null, limit: limits.first, weight: 1 })
  for (const { path, access, modules } of screens) {
    const { first, further } = limitsOf(path)
    const at = add([...frame, ...modules], { after: null, limit: first, weight: 1 })
    loads.push({ at, after: marketplace, limit: further, weight: 1 })
    if (access === 'public') add([appModule, ...modules.slice(0, 1)], { after: null, limit: first, weight: 1 })
  }
  // Everybody's first page, which hydrates later.
  add([appModule, 'web/app/home.tsx', 'web/screens/visitors/landing/landing.tsx'], {
    after: null,
    limit: limits.first,
    weight: 10,
  })
  const known = new Set(screens.flatMap(({ modules }) => modules))
  for (const { facadeModuleId, isDynamicEntry } of chunks.all) {
    const module = facadeModuleId?.slice(root.length + 1)
    if (!module || !isDynamicEntry || known.has(module) || module === appModule) continue
    // Parts that open within a screen.
    const at = add([...frame, module], { after: null, limit: { bytes: Infinity, files: 12 }, weight: 0.2 })
    loads.push({ at, after: marketplace, limit: limits.further, weight: 0.2 })
  }
  return { needs, loads }
}

function groupByUse(grouped: Chunk[], chunks: Chunks, needs: Set<Chunk>[]): Group[] {
  const groups = grouped.map((chunk): Group => {
    const neededBy = needs.map((need) => need.has(chunk))
    const bytes = chunk.code.length * compressedShare
    return { name: chunk.name, chunks: new Set([chunk]), bytes, neededBy, imports: new Set() }
  })
  const groupOf = new Map(groups.flatMap((group) => [...group.chunks].map((chunk) => [chunk, group] as const)))
  for (const [chunk, group] of groupOf) {
    for (const imported of chunks.importedBy(chunk)) {
      const of = groupOf.get(imported)
      if (of) group.imports.add(of)
    }
  }
  return groups
}

/** Makes two groups one. A load that needs one of them then needs all that the other imports. */
function join(into: Group, from: Group, groups: Group[]): void {
  for (const chunk of from.chunks) into.chunks.add(chunk)
  if (from.bytes > into.bytes) into.name = from.name
  into.bytes += from.bytes
  into.neededBy = into.neededBy.map((isNeeded, i) => isNeeded || (from.neededBy.at(i) ?? false))
  for (const one of from.imports) into.imports.add(one)
  for (const group of groups) if (group.imports.delete(from)) group.imports.add(into)
  into.imports.delete(into)
  groups.splice(groups.indexOf(from), 1)
  for (const group of reach(into))
    group.neededBy = group.neededBy.map((isNeeded, i) => isNeeded || (into.neededBy.at(i) ?? false))
}

function isIn({ neededBy }: Pick<Group, 'neededBy'>, { at, after }: Load): boolean {
  return (neededBy.at(at) ?? false) && !(after !== null && neededBy.at(after))
}

/**
 * Returns the two groups of a crowded load that are joined at the least cost for each file fewer; null where none can
 * be.
 */
function chooseJoin(files: Group[], groups: Group[], loads: Load[]): [Group, Group] | null {
  const firsts = loads.filter(({ after }) => after === null)
  const bytes = firsts.map((load) => sum(groups.filter((group) => isIn(group, load))))
  const extra = new Map(files.map((file) => [file, bytesMissing([...reach(file)], firsts)]))
  const costOf = (a: Group, b: Group): number => {
    let [cost, saved] = [0, 0]
    for (const [i, { at, weight, limit }] of firsts.entries()) {
      if (a.neededBy[at] && b.neededBy[at]) saved += weight
      if (a.neededBy[at] === b.neededBy[at]) continue
      const added = extra.get(a.neededBy[at] ? b : a)?.[i] ?? 0
      const excess = (bytes[i] ?? 0) - limit.bytes
      cost += weight * (added + excessWeight * (Math.max(0, excess + added) - Math.max(0, excess)))
    }
    return cost / saved
  }
  const small = files.toSorted((a, b) => a.bytes - b.bytes).slice(0, mostCompared)
  const pairs = small.flatMap((a, i) =>
    files.filter((b) => !small.slice(0, i + 1).includes(b)).map((b) => ({ a, b, cost: costOf(a, b) })),
  )
  const best = pairs
    .filter(({ cost }) => cost < mostBytesPerFile)
    .toSorted((one, other) => one.cost - other.cost)
    .find(({ a, b }) => !reachesAround(a, b) && !reachesAround(b, a))
  return best ? [best.a, best.b] : null
}

/** Returns by load how many bytes of the given groups it does not have yet. */
function bytesMissing(groups: Group[], loads: Load[]): number[] {
  return loads.map(({ at }) => {
    let bytes = 0
    for (const group of groups) if (!group.neededBy[at]) bytes += group.bytes
    return bytes
  })
}

function sum(groups: Group[]): number {
  return groups.reduce((bytes, group) => bytes + group.bytes, 0)
}

/** Returns a group and all that it needs. */
function reach(group: Group, reached = new Set<Group>()): Set<Group> {
  if (reached.has(group)) return reached
  reached.add(group)
  for (const one of group.imports) reach(one, reached)
  return reached
}

/** Whether a group needs another through a third: joined, the file would need a file that needs it. */
function reachesAround(from: Group, to: Group): boolean {
  return [...from.imports].some((group) => group !== to && group !== from && reach(group).has(to))
}

/** Names each file after its largest part. */
function nameFiles(groups: Group[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name, chunks } of groups) {
    let free = name
    for (let i = 2; taken.has(free); i++) free = `${name}${i}`
    taken.add(free)
    for (const { moduleIds } of chunks) for (const id of moduleIds) names.set(id, free)
  }
  return names
}
