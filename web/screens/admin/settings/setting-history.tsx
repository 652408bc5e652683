import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminActs } from '#contract/audit/acts.ts'
import type { SettingKey } from '#contract/settings/admin-settings.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { Change } from '../audit/acts-list.tsx'

interface Props {
  settingKey: SettingKey
  label: string
  change: { updatedAt: string }
}

/** Shows when a setting last changed, and opens its history (D152). */
export function SettingHistory({ settingKey, label, change }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`History: ${label}`}
        onClick={() => setOpen(true)}
        className="rounded-control text-link underline underline-offset-2 hover:text-text"
      >
        Changed <DateTime value={change.updatedAt} />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={`History: ${label}`}>
        {isOpen && <Changes settingKey={settingKey} />}
      </Dialog>
    </>
  )
}

function Changes({ settingKey }: Pick<Props, 'settingKey'>) {
  const filter = { targetKind: 'setting', targetId: settingKey, limit: 100 } as const
  const acts = useQuery({ ...query(adminActs, { query: filter }), staleTime: 0 })
  if (acts.isError) return <LoadError what="the history" failed={acts} />
  if (!acts.data) return <LoadingRows what="history" />
  return (
    <ol className="flex flex-col divide-y divide-line">
      {acts.data.map((act) => (
        <li key={act.id} className="py-3">
          <p className="text-sm text-muted">
            <DateTime value={act.at} withTime />, <span className="wrap-anywhere">{act.adminEmail}</span>
          </p>
          <Change act={act} />
        </li>
      ))}
    </ol>
  )
}
