import { useState } from 'react'
import type { SettableStatus } from '#contract/admin/organizations.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { nameStatus } from '#web/screens/organizations/labels.ts'
import { StatusBadge } from '#web/screens/organizations/management/status-badge.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { type Details, Facts, Section } from './section.tsx'
import { statusOptions, useStatus } from './use-status.ts'
import { nameTier } from './organization-list.tsx'

/** The details of an organization, and whether its people have access. */
export function About({ details: { organization } }: { details: Details }) {
  const { slug, industry, contactEmail, websiteUrl, description, createdAt } = organization
  return (
    <Section title="Details" aside={<StatusBadge organization={organization} />}>
      <Facts
        facts={[
          ['Slug', slug],
          ['Industry', industry || 'Not given'],
          ['Contact email', contactEmail],
          ['Website', websiteUrl ? <TextLink href={websiteUrl}>{websiteUrl}</TextLink> : 'None'],
          ['Tier', nameTier(organization)],
          ['Created', <DateTime key="created" value={createdAt} />],
        ]}
      />
      {description && <p className="wrap-anywhere text-muted">{description}</p>}
      <StatusSelect organization={organization} />
    </Section>
  )
}

/** Sets the status to active or canceled; a status caused by payments is shown as the placeholder (S430). */
function StatusSelect({ organization }: Pick<Details, 'organization'>) {
  const [isAsked, setAsked] = useState(false)
  const status = useStatus()
  const { id, isActive, subscriptionStatus } = organization
  const isShown = subscriptionStatus === 'canceled' || (isActive && subscriptionStatus === 'active')
  const params = { id: String(id) }

  function choose(wanted: SettableStatus) {
    if (isShown && wanted === subscriptionStatus) return
    if (wanted === 'canceled') setAsked(true)
    else void status.submit({ params, body: { status: wanted } })
  }

  return (
    <div className="sm:max-w-xs">
      <Select
        name="subscriptionStatus"
        label="Subscription status"
        options={statusOptions}
        value={status.isPending ? status.variables.body.status : isShown ? subscriptionStatus : null}
        placeholder={nameStatus(organization)}
        disabled={status.isPending}
        onChange={choose}
      />
      <CancelDialog
        organization={organization}
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => status.mutateAsync({ params, body: { status: 'canceled' } })}
      />
    </div>
  )
}
