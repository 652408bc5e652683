import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { Card } from '#web/kit/card.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import type { TabProps } from '../scope.ts'
import type { Settings } from './settings.ts'
import { failures } from './toasts.ts'

/** Whether members may keep transcripts; admins never read them (D131, D135). */
export function TranscriptsCard({ settings, scope }: { settings: Settings } & Pick<TabProps, 'scope'>) {
  const change = useCall(changeOrganizationSettings, {
    failed: failures.settings,
  })
  const chosen = change.isPending ? change.variables.body.allowsTranscripts : undefined
  return (
    <Card
      title="Transcripts"
      description="A transcript stays with the member who had the conversation. Admins can't read it."
    >
      <Switch
        name="allowsTranscripts"
        label="Members can save transcripts"
        help="While this is off, no new transcripts are saved in this organization. Members keep the ones they have."
        checked={chosen ?? settings.allowsTranscripts}
        onChange={(allowsTranscripts) => void change.submit({ query: scope, body: { allowsTranscripts } })}
      />
    </Card>
  )
}
