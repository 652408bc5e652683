import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { type WaitingKind, waitingWork } from '#contract/admin/waiting.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** The work that waits for staff, in their home and in the panel (D205). */

type Waiting = Answer<typeof waitingWork>[number]

/** Reads what waits for the signed-in person, again each minute. */
export function useWaitingWork() {
  return useQuery({ ...query(waitingWork), staleTime: 0, refetchInterval: 60_000 })
}

export const waitingPaths: Record<WaitingKind, string> = {
  approvals: paths.adminPayments({ tab: 'approvals' }),
  disputes: paths.adminPayments({ tab: 'disputes' }),
  threads: paths.admin({ tab: 'communications' }),
  findings: paths.adminPayments({ tab: 'findings' }),
  backup: `${paths.adminFigures({ part: 'reports' })}#services`,
}

/** Returns what waits in a few words, such as `2 refunds wait for approval`. */
export function waitingText({ kind, count, at }: Waiting): string {
  if (kind === 'approvals') return countText(count, 'refund waits for approval', 'refunds wait for approval')
  if (kind === 'disputes') return countText(count, 'dispute needs evidence', 'disputes need evidence')
  if (kind === 'threads') return countText(count, 'thread waits for an answer', 'threads wait for an answer')
  if (kind === 'findings') return countText(count, 'open finding')
  return at === null ? 'No backup has been made yet' : 'A backup is overdue'
}

const beforeTimes: Record<WaitingKind, string> = {
  approvals: 'The oldest since',
  disputes: 'The next deadline is',
  threads: 'The oldest since',
  findings: 'The oldest since',
  backup: 'The last good one is from',
}

/** The list for the home of staff: a line and its link for each kind, or `children` while nothing waits. */
export function WaitingWork({ children }: { children: ReactNode }) {
  return (
    <Loaded
      read={useWaitingWork()}
      what="what waits for you"
      skeleton={<LoadingRows what="what waits for you" count={1} />}
      empty={children}
    >
      {(all) => (
        <ul aria-label="Waiting for you" className="-my-1 flex flex-col">
          {all.map((waiting) => (
            <li key={waiting.kind} className="flex flex-wrap items-baseline gap-x-3 py-1">
              <TextLink href={waitingPaths[waiting.kind]} className="font-medium pointer-coarse:py-2">
                {waitingText(waiting)}
              </TextLink>
              {waiting.at !== null && (
                <span className="text-sm text-muted">
                  {beforeTimes[waiting.kind]} <DateTime value={waiting.at} withTime />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
