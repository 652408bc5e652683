import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { adminActs } from '#contract/audit/acts.ts'
import type { Answer } from '#contract/call.ts'
import { wordsOf } from '#contract/field-words.ts'
import { readableAddress } from '#contract/identity/typed-address.ts'
import {
  changePlatformSettings,
  type PlatformSettings,
  platformSettings,
  readPlatformSettings,
  type SettingKey,
} from '#contract/settings/admin-settings.ts'
import { type SocialSite, socialSites } from '#contract/settings/platform.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { CallForm, type FormSection } from '#web/client/forms/call-form.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Change } from '../audit/acts-list.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelPage } from '../panel-page.tsx'
import { useDuty } from '../use-duty.ts'

type Known = Answer<typeof readPlatformSettings>

export const siteNames: Record<SocialSite, string> = { linkedin: 'LinkedIn', x: 'X', youtube: 'YouTube' }

const sections: readonly FormSection<typeof changePlatformSettings>[] = [
  {
    id: 'names',
    title: 'Names and wording',
    columns: 2,
    fields: ['productName', 'businessName', 'tagline', 'hoursSavedText'],
  },
  { id: 'contact', title: 'Contact', columns: 2, fields: ['supportEmail', 'contactEmail', 'contactPhone'] },
  { id: 'links', title: 'Links in the footer', columns: 2, fields: ['communityUrl', 'careersUrl', 'socialLinks'] },
  {
    id: 'minutes',
    title: 'Minutes',
    columns: 2,
    fields: [
      'firstTimeBonusPercent',
      'unlockCostCredits',
      'referralRewardMinutes',
      'maxConversationMinutes',
      'voiceCostCentsPerMinute',
    ],
  },
  {
    id: 'money',
    title: 'Credits and refunds',
    columns: 2,
    fields: ['supportLimitDollars', 'secondPersonAboveDollars'],
  },
  { id: 'security', title: 'Security', columns: 2, fields: ['adminTwoFactorRequired'] },
]

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

/** Each social site has a field of its own, so that errors appear in the right place. */
const siteField = (site: SocialSite) => `social-${site}`
const siteAddress = z.pipe(
  z.transform((text: string) => text.trim() || undefined),
  z.optional(platformSettings.shape.socialLinks.def.valueType),
)
const checks = {
  ...Object.fromEntries(socialSites.map((site) => [siteField(site), siteAddress])),
  socialLinks: z.optional(z.unknown()),
}

function SettingsForm() {
  const read = useQuery({ ...query(readPlatformSettings), staleTime: 0 })
  return (
    <Loaded read={read} what="the settings">
      {(known) => <Fields {...known} />}
    </Loaded>
  )
}

/** Every platform setting in one form; changes take effect immediately (D152). */
function Fields({ settings, defaults, changes }: Known) {
  const mayChange = useDuty('settings.change')
  const helpOf = (key: SettingKey, preset: string) => (
    <>
      {wordsOf(platformSettings, key).help} {preset}
      {changes[key] && <History settingKey={key} changedAt={changes[key].updatedAt} />}
    </>
  )
  const keys = Object.keys(platformSettings.shape) as SettingKey[]
  return (
    <CallForm
      label="Platform settings"
      call={changePlatformSettings}
      known={readable(settings)}
      knownOf={(answer) => readable(answer.settings)}
      sections={sections}
      words={Object.fromEntries(keys.map((key) => [key, { help: helpOf(key, `Default: ${show(defaults[key])}. `) }]))}
      slots={{
        socialLinks: ({ socialLinks = {} }) =>
          socialSites.map((site) => (
            <TextField
              key={site}
              name={siteField(site)}
              label={siteNames[site]}
              help={helpOf('socialLinks', '')}
              autoComplete="off"
              defaultValue={socialLinks[site] ?? ''}
            />
          )),
      }}
      checks={checks}
      toBody={(values) => {
        const links = socialSites.flatMap((site) => (values[siteField(site)] ? [[site, values[siteField(site)]]] : []))
        const others = Object.entries(values).filter(([name]) => name in platformSettings.shape)
        return { ...Object.fromEntries(others), socialLinks: Object.fromEntries(links) }
      }}
      submit="Save Settings"
      pendingText="Saving…"
      {...(!mayChange && { locked: <p className="text-muted">Only owners can change these settings.</p> })}
    />
  )
}

/** Returns the settings with addresses as people read them. */
function readable(settings: PlatformSettings): PlatformSettings {
  const entries = Object.entries(settings).map(([key, value]) => [
    key,
    typeof value === 'string' ? readableAddress(value) : value,
  ])
  return Object.fromEntries(entries) as PlatformSettings
}

function show(value: PlatformSettings[SettingKey]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.replace(/\.$/, '') || 'none'
}

/** Shows when a setting last changed, and opens its history (D152). */
function History({ settingKey, changedAt }: { settingKey: SettingKey; changedAt: string }) {
  const title = `History: ${wordsOf(platformSettings, settingKey).label}`
  return (
    <button
      type="button"
      aria-label={title}
      onClick={() =>
        void openDialog(() => (
          <Dialog title={title}>
            <Changes settingKey={settingKey} />
          </Dialog>
        ))
      }
      className="rounded-control text-link underline underline-offset-2 hover:text-text"
    >
      Changed <DateTime value={changedAt} />
    </button>
  )
}

function Changes({ settingKey }: { settingKey: SettingKey }) {
  const filter = { targetKind: 'setting', targetId: settingKey, limit: 100 } as const
  const read = useQuery({ ...query(adminActs, { query: filter }), staleTime: 0 })
  return (
    <Loaded read={read} what="the history">
      {(acts) => (
        <ol className="flex flex-col divide-y divide-line">
          {acts.map((act) => (
            <li key={act.id} className="py-3">
              <p className="text-sm text-muted">
                <DateTime value={act.at} withTime />, <span className="wrap-anywhere">{act.adminEmail}</span>
              </p>
              <Change act={act} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
