import { useState } from 'react'
import { createInvitationLink } from '#contract/organizations/bulk-invitations.ts'
import { CopyLink } from '#web/client/copy-link.tsx'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { roleNames } from '../labels.ts'
import { categoryOptions, levelOptions } from '../members/choices.ts'
import type { Scope } from '../scope.ts'

/** Creates a shared link and shows its address once (D119). */
export function openLinkDialog(scope: Scope): Promise<unknown> {
  return openDialog((close) => (
    <Dialog
      title="Shared Link"
      description="Anyone with the link can join until it's used up, expires or is revoked."
      keepOpenOutside
    >
      <MakeLink scope={scope} close={close} />
    </Dialog>
  ))
}

/** A link can be passed around, so it never makes anyone an admin. */
const choices = {
  role: [
    { value: 'member', label: roleNames.member },
    { value: 'guest', label: roleNames.guest },
  ],
  userCategory: categoryOptions,
  accessLevel: levelOptions,
}

function MakeLink({ scope, close }: { scope: Scope; close: () => void }) {
  const [address, setAddress] = useState<string>()
  if (address !== undefined) return <MadeLink address={address} close={close} />
  return (
    <CallForm
      label="Create a shared link"
      call={createInvitationLink}
      at={{ query: scope }}
      sections={[
        { fields: ['maxUses', 'emailDomain'], columns: 2 },
        { fields: ['batchName'] },
        { fields: ['role', 'userCategory', 'accessLevel', 'expiresInDays'], columns: 2 },
        { fields: ['note'] },
      ]}
      known={{ maxUses: 25 }}
      options={choices}
      done={({ url }) => setAddress(url)}
      submit="Create Link"
      pendingText="Creating…"
      onCancel={close}
    />
  )
}

function MadeLink({ address, close }: { address: string; close: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <CopyLink
        label="Address of the link"
        link={address}
        copied={{ title: 'Link Copied', description: 'Share it with the people who should join.', tone: 'success' }}
      />
      <Banner tone="warning" announce title="Copy it now">
        We show the address only once. If you lose it, revoke the link and create another one.
      </Banner>
      <div className="flex justify-end">
        <Button variant="secondary" onClick={close}>
          Done
        </Button>
      </div>
    </div>
  )
}
