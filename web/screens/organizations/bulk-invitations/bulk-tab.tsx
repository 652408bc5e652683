import type { TabProps } from '../scope.ts'
import { Batches } from './batches.tsx'
import { InviteMany } from './invite-many.tsx'

/** Invites many people at once: by mail from a list, or with a link to pass around (S387, D118, D119). */
export default function BulkTab({ scope }: TabProps) {
  return (
    <div className="flex flex-col gap-6">
      <InviteMany scope={scope} />
      <Batches scope={scope} />
    </div>
  )
}
