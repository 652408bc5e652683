import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { criteria, type Criterion } from '#contract/agents/quality.ts'
import { type AgentVersion, agentVersions, type CriterionCounts } from '#contract/agents/versions.ts'
import { countText, formatCount } from '#contract/amounts.ts'
import { formatShare, sharePercent } from '#contract/shares.ts'
import { keyOf, send } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { LoadingRows } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Plot } from '#web/kit/charts/plot.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { EmptyLine } from '#web/kit/empty-state.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { type Column, Table } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { nameOf } from '../../person-name.tsx'
import { VersionView } from './version-view.tsx'

/** The figures with all versions, or the one version that is being looked at. */
export function Quality({ agentId }: { agentId: string }) {
  const [shown, setShown] = useState<number | null>(null)
  const [left, setLeft] = useState<number | null>(null)
  const read = useVersions(agentId)
  const pages = read.data?.pages ?? []
  const versions = pages.flatMap((page) => page.versions)
  if (shown !== null) {
    return (
      <VersionView
        agentId={agentId}
        revision={shown}
        onBack={() => {
          setLeft(shown)
          setShown(null)
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-8">
      {read.isError && !read.isFetchNextPageError && <LoadError what="the versions" failed={read} />}
      {read.isPending && <LoadingRows what="the versions" />}
      {pages[0] && (
        <>
          <QualityFigures total={pages[0].total} versions={versions} />
          <VersionList versions={versions} returningTo={left} onView={setShown} />
          {read.hasNextPage && <OlderVersions read={read} />}
        </>
      )}
    </div>
  )
}

/** Reads the next page; a failure shows where it was asked for. */
function OlderVersions({ read }: { read: ReturnType<typeof useVersions> }) {
  return (
    <div className="flex flex-col items-center gap-3">
      {read.isFetchNextPageError && (
        <Banner tone="danger" title="We could not load older versions" announce>
          Please try again.
        </Banner>
      )}
      <Button variant="secondary" pending={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        Show Older Versions
      </Button>
    </div>
  )
}

/** Reads the versions page by page, newest first. */
function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: [...keyOf(agentVersions), id],
    queryFn: ({ pageParam }) =>
      send(agentVersions, { params: { id }, query: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ hasOlder, versions }) => (hasOlder ? (versions.at(-1)?.revision ?? null) : null),
  })
}

interface FiguresProps {
  total: readonly CriterionCounts[]
  versions: readonly AgentVersion[]
}

/** The shares of all versions together, and of each over time. The table of versions has the same figures. */
function QualityFigures({ total, versions }: FiguresProps) {
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
function OverVersions({ versions }: Pick<FiguresProps, 'versions'>) {
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

interface ListProps {
  versions: readonly AgentVersion[]
  /** The version that was looked at before, whose button gets the focus. */
  returningTo: number | null
  onView: (revision: number) => void
}

/** Every version with who saved it, when, and how its conversations were judged. */
function VersionList({ versions, returningTo, onView }: ListProps) {
  useEffect(() => {
    if (returningTo !== null) document.getElementById(idOf(returningTo))?.focus()
  }, [returningTo])
  const columns: Column<AgentVersion>[] = [
    { title: 'Version', cell: (version) => <About version={version} /> },
    ...criteria.map((criterion) => ({
      title: criterionNames[criterion],
      cell: ({ counts }: AgentVersion) => <Figures share={shareOf(counts, criterion)} />,
    })),
    {
      title: 'Words',
      cell: ({ number, revision }) => (
        <Button
          id={idOf(revision)}
          variant="secondary"
          size="dense"
          aria-label={`View version ${number}`}
          onClick={() => onView(revision)}
        >
          View
        </Button>
      ),
    },
  ]
  return (
    <section aria-labelledby="versions-heading">
      <h3 id="versions-heading" className="text-lg font-semibold">
        Versions
      </h3>
      <p className="mt-1 mb-2 text-muted">A new one each time the system prompt or the first message changes.</p>
      <Table caption="Versions" columns={columns} rows={versions} rowKey={({ revision }) => String(revision)} />
    </section>
  )
}

function idOf(revision: number): string {
  return `version-${revision}`
}

function About({ version: { isCurrent, number, savedAt, savedBy } }: { version: AgentVersion }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-2 font-medium max-sm:justify-end">
        Version {number} {isCurrent && <Badge tone="success">Current</Badge>}
      </span>
      <span className="block text-muted">{savedBy ? nameOf(savedBy) : 'Luna'}</span>
      <span className="block text-muted">
        <DateTime value={savedAt} withTime />
      </span>
    </>
  )
}

function Figures({ share }: { share: ReturnType<typeof shareOf> }) {
  const texts = shareTexts(share)
  const unclear = unclearText(share)
  if (!texts && !unclear) return <span className="text-muted">–</span>
  return (
    <>
      {texts && <span className="block font-medium tabular">{texts.percent}</span>}
      {texts && <span className="block text-muted tabular">{texts.short}</span>}
      {unclear && <span className="block text-xs text-muted">{unclear}</span>}
    </>
  )
}

const criterionNames: Record<Criterion, string> = {
  goal_met: 'Goal met',
  stayed_in_role: 'Stayed in role',
  no_invented_facts: 'Invented nothing',
}

interface Share {
  success: number
  /** Conversations that met the criterion or failed it. */
  judged: number
  /** Conversations that allowed no judgement. */
  unknown: number
}

function shareOf(counts: readonly CriterionCounts[], wanted: Criterion): Share {
  const { success = 0, failure = 0, unknown = 0 } = counts.find(({ criterion }) => criterion === wanted) ?? {}
  return { success, judged: success + failure, unknown }
}

/** Returns whether any conversation was looked at, even if it allowed no judgement. */
function hasResults(counts: readonly CriterionCounts[]): boolean {
  return counts.some(({ success, failure, unknown }) => success + failure + unknown > 0)
}

/**
 * Returns a share with its numbers: `78%`, `41 of 52`, `41 of 52 conversations`. Null without a judged conversation.
 */
function shareTexts({ success, judged }: Share): { percent: string; short: string; count: string } | null {
  if (judged === 0) return null
  const met = formatCount(success)
  return {
    percent: formatShare(success, judged),
    short: `${met} of ${formatCount(judged)}`,
    count: `${met} of ${countText(judged, 'conversation')}`,
  }
}

/** Returns how many conversations allowed no judgement: `3 unclear`. Null when there are none. */
function unclearText({ unknown }: Share): string | null {
  return unknown === 0 ? null : `${formatCount(unknown)} unclear`
}

/** Returns the columns of a plot, oldest version first, of those versions that have a share. */
function plotColumns(versions: readonly AgentVersion[], criterion: Criterion) {
  return versions.toReversed().flatMap(({ number, counts }) => {
    const share = shareOf(counts, criterion)
    const texts = shareTexts(share)
    if (!texts) return []
    const value = sharePercent(share.success, share.judged)
    return [{ label: `v${number}`, value, valueText: `${texts.percent}, ${texts.count}` }]
  })
}
