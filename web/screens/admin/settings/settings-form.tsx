import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminActs } from '#contract/audit/acts.ts'
import {
  changePlatformSettings,
  type PlatformSettings,
  platformSettings,
  readPlatformSettings,
  type SettingKey,
} from '#contract/settings/admin-settings.ts'
import type { Answer } from '#contract/call.ts'
import { readableAddress } from '#contract/identity/typed-text.ts'
import { publicConfig, type SocialSite, socialSites } from '#contract/settings/platform.ts'
import { query, useCall } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { Card } from '#web/kit/card.tsx'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { settingsFailures, settingsSuccesses } from './toasts.ts'
import { readForm, type SettingField, settingGroups, settingLabels, siteField, siteNames } from './setting-fields.ts'
import { useDuty } from '../use-duty.ts'
import { SettingHistory } from './setting-history.tsx'

type Known = Answer<typeof readPlatformSettings>

/** Every platform setting in one form; changes take effect immediately (D152). */
export function SettingsForm() {
  const read = useQuery({ ...query(readPlatformSettings), staleTime: 0 })
  if (read.isError) return <LoadError what="the settings" failed={read} />
  if (!read.data) return <LoadingRows what="settings" />
  return <Fields known={read.data} />
}

const sites = socialSites.map((site) => [siteField(site), z.optional(platformSettings.shape.socialLinks.def.valueType)])
const { socialLinks: _whole, ...single } = platformSettings.shape
const schema = z.pipe(
  z.transform((values: Record<string, unknown>) => readForm(values)),
  z.object({ ...single, ...(Object.fromEntries(sites) as Record<string, z.ZodMiniOptional<z.ZodMiniString>>) }),
)

function Fields({ known }: { known: Known }) {
  const change = useCall(changePlatformSettings, {
    failed: settingsFailures.platformSettings,
    changes: [readPlatformSettings, publicConfig, adminActs],
    done: () => showToast(settingsSuccesses.settingsSaved),
  })
  const form = useChangedFields<PlatformSettings>({
    known: known.settings,
    labels: settingLabels,
    save: async (body, before) => (await change.mutateAsync({ body: { ...body, before } })).settings,
    unchanged: () => showToast(settingsSuccesses.settingsSaved),
  })
  const mayChange = useDuty('settings.change')
  const begun = { ...known, settings: form.base }
  return (
    <>
      <Form
        key={form.version}
        schema={schema}
        onSubmit={(values) => form.submit(toSettings(values))}
        className="flex flex-col gap-6"
        aria-label="Platform settings"
      >
        {settingGroups.map(({ id, title, fields }) => (
          <div key={id} id={id} className="scroll-mt-24">
            <Card title={title}>
              <div className="grid gap-5 sm:grid-cols-2">
                {fields.map((field) =>
                  field.kind === 'social' ? (
                    <SocialFields key={field.key} field={field} known={begun} />
                  ) : (
                    <SettingControl key={field.key} field={field} known={begun} />
                  ),
                )}
              </div>
            </Card>
          </div>
        ))}
        <div className="flex justify-end">
          {mayChange ? (
            <SubmitButton pendingText="Saving…">Save Settings</SubmitButton>
          ) : (
            <p className="text-muted">Only owners can change these settings.</p>
          )}
        </div>
      </Form>
      {form.question}
    </>
  )
}

/** Returns the settings, with the social sites collected from their own fields. */
function toSettings(values: Record<string, unknown>): PlatformSettings {
  const links = socialSites.flatMap((site) => (values[siteField(site)] ? [[site, values[siteField(site)]]] : []))
  const others = Object.entries(values).filter(([name]) => name in single)
  return { ...Object.fromEntries(others), socialLinks: Object.fromEntries(links) } as PlatformSettings
}

interface FieldProps {
  field: SettingField
  known: Known
}

function SettingControl({ field, known: { settings, defaults, changes } }: FieldProps) {
  const { key, label, help, kind } = field
  const about = (
    <>
      {help} Default: {show(defaults[key])}.{' '}
      {changes[key] && <SettingHistory settingKey={key} label={label} change={changes[key]} />}
    </>
  )
  if (kind === 'switch') {
    return <Checkbox name={key} label={label} help={about} defaultChecked={settings[key] === true} />
  }
  return (
    <TextField
      name={key}
      label={label}
      help={about}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      defaultValue={readableAddress(textOf(settings[key]))}
    />
  )
}

function SocialFields({ field: { key, label, help }, known: { settings, changes } }: FieldProps) {
  return (
    <>
      {socialSites.map((site: SocialSite) => (
        <TextField
          key={site}
          name={siteField(site)}
          label={siteNames[site]}
          help={
            <>
              {help} {changes[key] && <SettingHistory settingKey={key} label={label} change={changes[key]} />}
            </>
          }
          autoComplete="off"
          defaultValue={settings.socialLinks[site] ?? ''}
        />
      ))}
    </>
  )
}

function show(value: PlatformSettings[SettingKey]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return textOf(value).replace(/\.$/, '') || 'none'
}

function textOf(value: PlatformSettings[SettingKey]): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
