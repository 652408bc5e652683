import { organizationOverview } from '#contract/organization-dashboard.ts'
import { organizationLimits } from '#contract/organization-management.ts'
import { changeOrganizationSettings, organizationSettings, profileForm } from '#contract/organization-settings.ts'
import { userOrganization } from '#contract/organizations.ts'
import { useCall } from '#web/api.ts'
import { refreshMe } from '#web/me.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { TabProps } from '../admin-view.tsx'
import type { Settings } from './settings.ts'
import { failures, successes } from './settings-toasts.ts'

/** What the organization says of itself. */
export function ProfileCard({ settings, scope }: { settings: Settings } & Pick<TabProps, 'scope'>) {
  const save = useCall(changeOrganizationSettings, {
    failed: failures.settings,
    changes: [organizationSettings, organizationOverview, userOrganization],
    done: async () => {
      await refreshMe()
      showToast(successes.saved)
    },
  })
  return (
    <Card
      title="Profile"
      description="Your members see the name; contact and website are for your admins and your app."
    >
      <Form
        aria-label="Profile"
        schema={profileForm}
        onSubmit={(body) => save.submit({ query: scope, body })}
        className="flex flex-col gap-4"
      >
        <TextField
          name="name"
          label="Organization name"
          defaultValue={settings.name}
          maxLength={organizationLimits.name}
          autoComplete="organization"
          required
        />
        <TextField
          name="contactEmail"
          label="Contact email"
          type="email"
          defaultValue={settings.contactEmail}
          autoComplete="email"
          required
        />
        <TextField
          name="websiteUrl"
          label="Website"
          inputMode="url"
          placeholder="https://"
          defaultValue={settings.websiteUrl ?? ''}
          autoComplete="url"
        />
        <TextArea
          name="description"
          label="Description"
          defaultValue={settings.description}
          maxLength={organizationLimits.description}
        />
        <div>
          <SubmitButton pendingText="Saving…">Save Changes</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
