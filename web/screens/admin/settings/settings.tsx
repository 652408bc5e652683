import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { ActsList } from './acts-list.tsx'
import { SettingsForm } from './settings-form.tsx'

/** /admin/settings: the platform's settings and the audit log (D152, D153). */
export default function Settings() {
  return (
    <Page title="Platform Settings" above={<ParentLink href={paths.admin()} name="Admin Panel" />}>
      <div className="in-order flex flex-col gap-6">
        <SettingsForm />
        <Card title="Audit Log" description="Every change made by platform admins. No one can edit this log.">
          <ActsList />
        </Card>
      </div>
    </Page>
  )
}
