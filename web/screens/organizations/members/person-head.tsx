import type { ReactNode } from 'react'
import { DateTime } from '#web/kit/text/date-time.tsx'
import type { PersonRow } from './people.ts'

/** A person's name, address and status, with controls beside them. */
export function PersonHead({ row, badges, children }: { row: PersonRow; badges: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{row.name}</span>
          {badges}
        </p>
        <p className="text-sm break-all text-muted">{row.email}</p>
        {row.kind === 'member' && (
          <p className="text-sm text-muted">
            {row.lastActiveAt ? (
              <>
                Last active <DateTime value={row.lastActiveAt} withTime />
              </>
            ) : (
              'Not active yet'
            )}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
