import { organizationLimits } from '#contract/organizations/management.ts'
import { changeOrganizationSettings, profileForm } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { Card } from '#web/kit/card.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import type { Settings } from './settings.ts'
import { failures, successes } from './toasts.ts'

const labels = {
  name: 'Organization name',
  contactEmail: 'Contact email',
  websiteUrl: 'Website',
  description: 'Description',
}

interface Props extends Pick<TabProps, 'scope'> {
  settings: Settings
}

/** How the organization describes itself. */
export function ProfileCard(props: Props) {
  const form = useProfile(props)
  return (
    <Card
      title="Profile"
      description="Members see the name. The contact email and website are for your admins and your app."
    >
      <Form
        key={form.version}
        aria-label="Profile"
        schema={profileForm}
        onSubmit={(values) => form.submit({ ...form.base, ...values })}
        className="flex flex-col gap-4"
      >
        <TextField
          name="name"
          label={labels.name}
          defaultValue={form.base.name}
          maxLength={organizationLimits.name}
          autoComplete="organization"
          required
        />
        <TextField
          name="contactEmail"
          label={labels.contactEmail}
          type="email"
          defaultValue={form.base.contactEmail}
          autoComplete="email"
          required
        />
        <TextField
          name="websiteUrl"
          label={labels.websiteUrl}
          inputMode="url"
          placeholder="https://"
          defaultValue={form.base.websiteUrl}
          autoComplete="url"
        />
        <TextArea
          name="description"
          label={labels.description}
          defaultValue={form.base.description}
          maxLength={organizationLimits.description}
        />
        <div>
          <SubmitButton pendingText="Saving…">Save Changes</SubmitButton>
        </div>
      </Form>
      {form.question}
    </Card>
  )
}

function useProfile({ settings, scope }: Props) {
  const save = useCall(changeOrganizationSettings, {
    failed: failures.settings,
    done: async () => {
      await refreshMe()
      showToast(successes.saved)
    },
  })
  const { name, contactEmail, websiteUrl, description } = settings
  return useChangedFields({
    known: { name, contactEmail, websiteUrl: websiteUrl ?? '', description },
    labels,
    save: async (change, before) => {
      const saved = await save.mutateAsync({ query: scope, body: { ...change, before } })
      return { ...saved, websiteUrl: saved.websiteUrl ?? '' }
    },
    unchanged: () => showToast(successes.saved),
  })
}
