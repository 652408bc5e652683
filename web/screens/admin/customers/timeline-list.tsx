import { useState } from 'react'
import type { LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { CreditDialog } from './acts/credit-dialog.tsx'
import { EndDialog } from './acts/end-dialog.tsx'
import type { LineTask } from './line-task.ts'
import { LineItem } from './line-item.tsx'
import { LineRefundDialog } from './acts/line-refund-dialog.tsx'
import { lineId } from './line-id.ts'
import type { Whose } from './whose.ts'

interface Props {
  lines: readonly TimelineLine[]
  whose: Whose
  /** Names the list for screen readers. */
  label?: string
  /** The line whose explanation is open from the start; the others are one click away. */
  explained?: TimelineLine | undefined
  /** Called when time of a conversation was given back, with the minutes, exact to the second. */
  onCredited?: (line: LineOf<'conversation'>, minutes: number) => void
}

/**
 * Lines of a customer's timeline, each with its explanation and with the acts that the staff role allows: give time
 * back, refund, end, send again. The acts reload the timeline by themselves.
 */
export function TimelineList({ lines, whose, label = 'Timeline', explained, onCredited }: Props) {
  const [open, setOpen] = useState<LineTask | null>(null)
  const close = () => setOpen(null)
  const finalFocus = () => open && document.getElementById(lineId(open.line))
  return (
    <>
      <ul aria-label={label} className="flex flex-col divide-y divide-line">
        {lines.map((line) => (
          <LineItem
            key={`${line.kind}-${line.id}`}
            line={line}
            whose={whose}
            isExplained={line === explained}
            onTask={setOpen}
          />
        ))}
      </ul>
      {open?.task === 'credit' && (
        <CreditDialog
          line={open.line}
          finalFocus={finalFocus}
          onClose={close}
          onCredited={(minutes) => {
            handOnFocus(finalFocus())
            onCredited?.(open.line, minutes)
          }}
        />
      )}
      {open?.task === 'end' && <EndDialog conversation={open.line} finalFocus={finalFocus} onClose={close} />}
      {open?.task === 'refund' && (
        <LineRefundDialog line={open.line} whose={whose} finalFocus={finalFocus} onClose={close} />
      )}
    </>
  )
}
