import { changeOrganizationSettings } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { Card } from '#web/kit/card.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import type { TabProps } from '../scope.ts'
import type { Settings } from './settings.ts'
import { failures } from './toasts.ts'

/** Whether agents may remember members here; admins never read notes (D185). */
export function MemoryCard({ settings, scope }: { settings: Settings } & Pick<TabProps, 'scope'>) {
  const change = useCall(changeOrganizationSettings, {
    failed: failures.settings,
  })
  const chosen = change.isPending ? change.variables.body.allowsMemory : undefined
  return (
    <Card title="Memory" description="What an agent notes about a member stays between the two. Admins can't read it.">
      <Switch
        name="allowsMemory"
        label="Agents can remember members"
        help="Members decide for themselves whether to use it. While this is off, no notes are taken, shown or sent to the voice provider in this organization. None are deleted."
        checked={chosen ?? settings.allowsMemory}
        onChange={(allowsMemory) => void change.submit({ query: scope, body: { allowsMemory } })}
      />
    </Card>
  )
}
