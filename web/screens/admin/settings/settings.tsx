import { paths } from '#web/client/addresses/paths.ts'
import { TextLink } from '#web/kit/text-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelPage } from '../panel-page.tsx'
import { SettingsForm } from './settings-form.tsx'

/** /admin/settings: the platform's settings (D152). */
export default function Settings() {
  return (
    <ForDuty duty="settings.read" title="Platform Settings">
      <PanelPage title="Platform Settings">
        <div className="in-order flex flex-col gap-6">
          <SettingsForm />
          <p>
            Every change is recorded in the <TextLink href={paths.adminAudit()}>Audit Log</TextLink>.
          </p>
        </div>
      </PanelPage>
    </ForDuty>
  )
}
