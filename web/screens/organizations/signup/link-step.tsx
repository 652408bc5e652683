import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invitationPage } from '#contract/organizations/joining.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PageSpinner } from '#web/kit/spinner.tsx'
import type { InvitationPage } from '../join/invitation-page.ts'
import type { Signup } from './signup-data.ts'

interface Props {
  inviteToken: string
  /** Gets what the link proves; null for a shared link, one that has ended, and a signed-in person. */
  onRead: (proven: Partial<Signup> | null) => void
}

/** Reads the link. A personal one is the proof for its address, so its person skips the first step (D197). */
export function LinkStep({ inviteToken, onRead }: Props) {
  const read = useQuery(query(invitationPage, { params: { uniqueLink: inviteToken } }))
  const { data, error } = read
  const isRefused = error instanceof ApiError && error.status < 500
  useEffect(() => {
    if (data) onRead(provenBy(data))
    else if (isRefused) onRead(null)
  }, [data, isRefused, onRead])
  if (!error || isRefused) return <PageSpinner label="Loading your invitation…" />
  return (
    <Page title="Organization Access" width="form">
      <LoadError what="your invitation" failed={read} />
    </Page>
  )
}

function provenBy({ organization, invitation }: InvitationPage): Partial<Signup> | null {
  if (!invitation.invited) return null
  const { id, name } = organization
  return { ...invitation.invited, organizationId: String(id), organizationName: name, isProven: true }
}
