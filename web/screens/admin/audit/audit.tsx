import { ForDuty } from '../for-duty.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ActsList } from './acts-list.tsx'

/** /admin/audit: what staff did, by whom, to what and when (D153). */
export default function Audit() {
  return (
    <ForDuty duty="audit.read" title="Audit Log">
      <Page
        title="Audit Log"
        description="Every change made by platform admins. No one can edit this log."
        above={<ParentLink href={paths.admin()} name="Admin Panel" />}
      >
        <div className="in-order">
          <ActsList />
        </div>
      </Page>
    </ForDuty>
  )
}
