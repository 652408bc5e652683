import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'

export type CheckState = 'open' | 'passed' | 'failed'

const looks = {
  open: { Icon: CircleDashed, ink: 'text-muted' },
  passed: { Icon: CircleCheck, ink: 'text-success' },
  failed: { Icon: CircleAlert, ink: 'text-danger' },
}

interface Props {
  state: CheckState
  title: string
  /** The state in a sentence. */
  words: ReactNode
  /** What helps if something is wrong. */
  remedies?: readonly string[] | undefined
  children?: ReactNode
}

/** One part of the check: its state and what to do about it. */
export function CheckRow({ state, title, words, remedies = [], children }: Props) {
  const { Icon, ink } = looks[state]
  return (
    <li className="flex gap-3 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h3 className="font-semibold">{title}</h3>
          <p role="status" className={state === 'failed' ? 'text-danger' : 'text-muted'}>
            {words}
          </p>
        </div>
        {remedies.length > 0 && (
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
            {remedies.map((remedy) => (
              <li key={remedy}>{remedy}</li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </li>
  )
}
