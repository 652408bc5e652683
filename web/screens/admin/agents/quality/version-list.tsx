import { useEffect } from 'react'
import { criteria } from '#contract/agents/quality.ts'
import type { AgentVersion } from '#contract/agents/versions.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Table, type Column } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { nameOf } from '../../person-name.tsx'
import { criterionNames, shareOf, shareTexts, unclearText } from './shares.ts'

interface Props {
  versions: readonly AgentVersion[]
  /** The version that was looked at before, whose button gets the focus. */
  returningTo: number | null
  onView: (revision: number) => void
}

/** Every version with who saved it, when, and how its conversations were judged. */
export function VersionList({ versions, returningTo, onView }: Props) {
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
