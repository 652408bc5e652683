import { useState } from 'react'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { backTo } from '#web/client/lists/list-focus.ts'
import type { TabProps } from '../scope.ts'
import { InvitedDetails } from './invited-details.tsx'
import { MemberDetails } from './member-details.tsx'
import { linkIdOf, type PersonRow } from './people.ts'

interface Props extends TabProps {
  /** The person in the address; undefined for nobody. */
  row: PersonRow | undefined
  onClose: () => void
}

/** Everything about one person, and everything that an admin can change about them. */
export function PersonDialog({ row, overview, scope, onClose }: Props) {
  // While the dialog closes, it still shows its person.
  const [shown, setShown] = useState(row)
  if (row && row !== shown) setShown(row)
  return (
    <Dialog
      open={row !== undefined}
      onClose={onClose}
      title={shown?.name}
      description={shown?.email}
      finalFocus={backTo(linkIdOf(shown?.id ?? ''))}
    >
      {shown?.kind === 'member' && <MemberDetails row={shown} overview={overview} scope={scope} />}
      {shown?.kind === 'invited' && <InvitedDetails row={shown} scope={scope} />}
    </Dialog>
  )
}
