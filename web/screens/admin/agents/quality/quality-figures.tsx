import { useState } from 'react'
import { criteria, type Criterion } from '#contract/agents/quality.ts'
import type { AgentVersion, CriterionCounts } from '#contract/agents/versions.ts'
import { Plot } from '#web/kit/charts/plot.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { criterionNames, hasResults, plotColumns, shareOf, shareTexts, unclearText } from './shares.ts'

interface Props {
  total: readonly CriterionCounts[]
  versions: readonly AgentVersion[]
}

/** The shares of all versions together, and of each over time. The table of versions has the same figures. */
export function QualityFigures({ total, versions }: Props) {
  return (
    <section aria-labelledby="quality-heading">
      <h3 id="quality-heading" className="text-lg font-semibold">
        Quality
      </h3>
      {hasResults(total) ? (
        <>
          <p className="mt-1 text-muted">
            The voice provider judges each charged conversation. We keep only counts, never what was said or by whom.
          </p>
          <ul className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-3">
            {criteria.map((criterion) => (
              <Total key={criterion} criterion={criterion} total={total} />
            ))}
          </ul>
          <OverVersions versions={versions} />
        </>
      ) : (
        <div className="mt-1">
          <EmptyLine title="No results yet">They appear after charged conversations. Tests don't count.</EmptyLine>
        </div>
      )}
    </section>
  )
}

function Total({ criterion, total }: { criterion: Criterion; total: readonly CriterionCounts[] }) {
  const share = shareOf(total, criterion)
  const texts = shareTexts(share)
  const unclear = unclearText(share)
  return (
    <li>
      <p className="text-muted">{criterionNames[criterion]}</p>
      {texts ? (
        <>
          <p className="mt-0.5 text-2xl font-semibold tabular">{texts.percent}</p>
          <ShareBar className="mt-2" shares={[{ value: share.success, tone: 'chart' }]} total={share.judged} />
          <p className="mt-2 text-sm">{texts.count}</p>
        </>
      ) : (
        <p className="mt-0.5 text-sm">No clear result yet</p>
      )}
      {unclear && <p className="text-sm text-muted">{unclear}</p>}
    </li>
  )
}

/** A plot of one criterion; a single column would say nothing. */
function OverVersions({ versions }: Pick<Props, 'versions'>) {
  const [criterion, setCriterion] = useState<Criterion>('goal_met')
  if (criteria.every((one) => plotColumns(versions, one).length < 2)) return null
  const columns = plotColumns(versions, criterion)
  const name = criterionNames[criterion]
  const options = criteria.map((value) => ({ value, label: criterionNames[value] }))
  return (
    <div className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h4 className="font-medium">Percent by version</h4>
        <Segmented label="Criterion" options={options} value={criterion} onChange={setCriterion} />
      </div>
      <Plot columns={columns} summary={`${name}, percent by version. The table of versions has the same figures.`} />
    </div>
  )
}
