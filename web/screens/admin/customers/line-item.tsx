import {
  ArrowLeftRight,
  Ban,
  CalendarClock,
  CreditCard,
  Gavel,
  KeyRound,
  type LucideIcon,
  Mail,
  MessageSquare,
  Phone,
  RotateCcw,
  ShieldCheck,
} from 'lucide-react'
import { Fragment } from 'react'
import type { LineKind, TimelineLine } from '#contract/admin/timeline.ts'
import { Badge } from '#web/kit/badge.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Change } from '../audit/acts-list.tsx'
import { LineActs } from './acts/line-acts.tsx'
import { lineId } from './line-id.ts'
import { LineLinks } from './line-links.tsx'
import { detailsOf, explain, figureOf, questionOf, titleOf } from './words/line-words.ts'
import type { LineTask } from './line-task.ts'
import type { Whose } from './whose.ts'

const icons: Record<LineKind, LucideIcon> = {
  conversation: Phone,
  minutes: ArrowLeftRight,
  payment: CreditCard,
  decline: Ban,
  refund: RotateCcw,
  dispute: Gavel,
  subscription: CalendarClock,
  mail: Mail,
  message: MessageSquare,
  act: ShieldCheck,
  security: KeyRound,
}

interface Props {
  line: TimelineLine
  whose: Whose
  /** Whether its explanation is open from the start. */
  isExplained: boolean
  onTask: (task: LineTask) => void
}

/** One line: what happened, when, what it moved, why, and what can be done about it. */
export function LineItem({ line, whose, isExplained, onTask }: Props) {
  const Icon = icons[line.kind]
  const figure = figureOf(line)
  const reasons = explain(line)
  return (
    <li id={lineId(line)} tabIndex={-1} className="flex gap-3 py-3 outline-none target:bg-soft focus:bg-sunken">
      <span className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-x-4">
          <p className="min-w-0 font-medium wrap-anywhere">
            {titleOf(line)} <State line={line} />
          </p>
          {figure && <p className="tabular shrink-0">{figure}</p>}
        </div>
        <p className="text-sm text-muted tabular">
          <DateTime value={line.at} withTime />
          {detailsOf(line).map((detail) => (
            <Fragment key={detail}>
              {' · '}
              <span className="inline-block max-w-full wrap-anywhere">{detail}</span>
            </Fragment>
          ))}
        </p>
        {line.kind === 'act' && (
          <div className="text-sm">
            <Change act={line} />
          </div>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm empty:hidden">
          {reasons.length > 0 && <Explanation title={questionOf(line)} reasons={reasons} isOpen={isExplained} />}
          <LineLinks line={line} whose={whose} />
          <LineActs line={line} whose={whose} onTask={onTask} />
        </div>
      </div>
    </li>
  )
}

function Explanation({ title, reasons, isOpen }: { title: string; reasons: string[]; isOpen: boolean }) {
  return (
    <details open={isOpen} className="open:basis-full">
      <summary className="w-fit cursor-pointer rounded-[2px] text-link">{title}</summary>
      <p className="mt-1 max-w-prose wrap-anywhere">{reasons.join(' ')}</p>
    </details>
  )
}

/** What is live, refused or failed. */
function State({ line }: { line: TimelineLine }) {
  const state = stateOf(line)
  return state && <Badge tone={state.tone}>{state.label}</Badge>
}

function stateOf(line: TimelineLine): { label: string; tone: 'success' | 'danger' | 'warning' | 'neutral' } | null {
  if (line.kind === 'conversation' && line.status === 'active') return { label: 'Live', tone: 'success' }
  if (line.kind === 'mail' && line.outcome === 'failed') return { label: 'Not delivered', tone: 'danger' }
  if (line.kind === 'payment' && line.state === 'declined') return { label: 'Declined', tone: 'danger' }
  if (line.kind === 'refund' && line.state === 'failed') return { label: 'Failed', tone: 'danger' }
  if (line.kind === 'dispute' && line.state === 'open') return { label: 'Open', tone: 'warning' }
  return null
}
