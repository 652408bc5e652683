import fs from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const durations = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../durations.json'), 'utf8')) as Record<
  string,
  number
>

/** Starts long files first, so that no worker ends long after the others; `npm test -- --keep-times` notes how long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (spec: TestSpecification) => [
      spec.project.config.sequence.groupOrder,
      // Workers that files share come last, as one row.
      spec.project.config.isolate ? 0 : 1,
      -(durations[relativeOf(spec)] ?? Number.POSITIVE_INFINITY),
    ]
    const ranked = files.map((spec) => ({ spec, rank: order(spec) }))
    return ranked.toSorted((a, b) => compare(a.rank, b.rank)).map(({ spec }) => spec)
  }
}

function relativeOf({ moduleId, project }: TestSpecification): string {
  return path.relative(project.vitest.config.root, moduleId).replaceAll(path.sep, '/')
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
