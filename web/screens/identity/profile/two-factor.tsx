import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { twoFactor } from '#contract/identity/two-factor.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { NewCodesDialog, TurnOffDialog } from './proof-dialog.tsx'
import { TurnOnDialog } from './turn-on-dialog.tsx'

/** Turns codes from an authenticator app on and off as a second step of signing in, and renews recovery codes (D27). */
export function TwoFactor({ user }: { user: Me }) {
  // A recovery code may have been used since, or an operator may have turned it off.
  const state = useQuery({ ...query(twoFactor), refetchOnMount: 'always' })
  if (state.isError && !state.data) return <LoadError what="your two-factor sign-in" failed={state} />
  if (!state.data) {
    return (
      <SkeletonGroup label="Loading your two-factor sign-in…">
        <Skeleton className="h-9" />
      </SkeletonGroup>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {user.mustSetUpTwoFactor && (
        <Banner tone="warning" title="Required for platform admins">
          You can use the admin pages again as soon as two-factor sign-in is on.
        </Banner>
      )}
      <Setting state={state.data} />
    </div>
  )
}

type Opened = 'on' | 'off' | 'codes' | null

function Setting({ state: { enabledAt, recoveryCodesLeft } }: { state: Answer<typeof twoFactor> }) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {enabledAt ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
          {enabledAt && (
            <span className="text-muted">
              Since <DateTime value={enabledAt} />
            </span>
          )}
        </p>
        {enabledAt && <CodesLeft count={recoveryCodesLeft} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {enabledAt ? (
          <>
            <Button variant="secondary" onClick={() => setOpened('codes')}>
              New Recovery Codes
            </Button>
            <Button variant="secondary" onClick={() => setOpened('off')}>
              Turn Off
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpened('on')}>Turn On</Button>
        )}
      </div>
      {opened === 'on' && <TurnOnDialog onClose={close} />}
      {opened === 'off' && <TurnOffDialog onClose={close} />}
      {opened === 'codes' && <NewCodesDialog onClose={close} />}
    </div>
  )
}

const few = 3

function CodesLeft({ count }: { count: number }) {
  const left = countText(count, 'recovery code left', 'recovery codes left')
  if (count > few) return <p className="mt-1">{left}</p>
  return <p className="mt-1 text-warning">{`${left}. Make new ones before you run out.`}</p>
}
