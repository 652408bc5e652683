import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const durations = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../durations.json'), 'utf8')) as Record<
  string,
  number
>
/** `npm run test:all` draws it, so that no file depends on those before it in its worker. */
const seed = process.env.LUNA_ORDER
/** Starting later, one of these would still run when the other workers have nothing left. */
const longSeconds = 20

/** Starts long files first, so that no worker ends long after the others; `test:all -- --keep-times` notes how long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (spec: TestSpecification) => [
      spec.project.config.sequence.groupOrder,
      // Workers that files share come last, one project after the other: a worker ends when the next file is not of its own.
      spec.project.config.isolate ? -1 : spec.project.vitest.projects.indexOf(spec.project),
      rankOf(relativeOf(spec)),
    ]
    const ranked = files.map((spec) => ({ spec, rank: order(spec) }))
    return ranked.toSorted((a, b) => compare(a.rank, b.rank)).map(({ spec }) => spec)
  }
}

function rankOf(file: string): number {
  const seconds = durations[file] ?? Number.POSITIVE_INFINITY
  if (!seed || seconds >= longSeconds) return -seconds
  return createHash('md5').update(`${seed} ${file}`).digest().readUInt32LE()
}

function relativeOf({ moduleId, project }: TestSpecification): string {
  return path.relative(project.vitest.config.root, moduleId).replaceAll(path.sep, '/')
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
