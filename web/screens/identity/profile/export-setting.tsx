import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Me } from '#contract/identity/people.ts'
import { askForExport, exportFilePath, newestExport, type DataExport } from '#contract/departure/departure.ts'
import { query, useCall } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'

const pollMs = 2000

/** An archive of all the user's data; the mail links to the same file (D28). */
export function ExportSetting({ user }: { user: Me }) {
  const newest = useQuery({
    ...query(newestExport),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.export?.state === 'preparing' ? pollMs : false),
  })
  return (
    <Loaded read={newest} what="your export" skeleton={<LoadingRows what="your export" count={1} />}>
      {({ export: shown }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3" aria-live="polite">
          {shown?.state === 'preparing' && <Preparing user={user} />}
          {shown?.state === 'ready' && <Ready shown={shown} />}
          {shown?.state !== 'preparing' && <Ask user={user} isAgain={shown !== null} />}
        </div>
      )}
    </Loaded>
  )
}

function Preparing({ user }: { user: Me }) {
  return (
    <p className="flex items-start gap-3">
      <span className="mt-0.5 flex">
        <Spinner />
      </span>
      <span className="min-w-0 wrap-anywhere">
        We're preparing your archive. You can leave this page: we'll also send the link to {user.email}.
      </span>
    </p>
  )
}

function Ready({ shown: { id, expiresAt } }: { shown: DataExport }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <LinkButton href={exportFilePath(id)} reload icon={<Download aria-hidden className="size-4" />}>
        Download Archive
      </LinkButton>
      {expiresAt && (
        <p className="text-muted">
          Until <DateTime value={expiresAt} withTime />
        </p>
      )}
    </div>
  )
}

function Ask({ user, isAgain }: { user: Me; isAgain: boolean }) {
  const ask = useCall(askForExport)
  if (!user.emailVerified) {
    return (
      <p className="text-muted">
        Please confirm your email address first. That's where we'll send the link to the archive.
      </p>
    )
  }
  return (
    <Button variant="secondary" pending={ask.isPending} pendingText="Requesting…" onClick={() => ask.mutate()}>
      {isAgain ? 'Export Again' : 'Export My Data'}
    </Button>
  )
}
