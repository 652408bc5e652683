import type { ReactNode } from 'react'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LeaveOrganization } from '#web/screens/organizations/leave-organization.tsx'
import { Card } from '#web/kit/card.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import type { TabProps } from './details.ts'

/** How the organization describes itself. */
export function OverviewTab({ details: { organization } }: TabProps) {
  const { description, slug, industry, websiteUrl, contactEmail, createdAt, activeAgents } = organization
  return (
    <Card title="About">
      {description && <p className="mb-4 break-words whitespace-pre-line">{description}</p>}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact name="Address">/o/{slug}</Fact>
        {industry && <Fact name="Industry">{industry}</Fact>}
        {websiteUrl && (
          <Fact name="Website">
            <TextLink href={websiteUrl} newTab>
              {websiteUrl}
            </TextLink>
          </Fact>
        )}
        {contactEmail && <Fact name="Contact">{contactEmail}</Fact>}
        <Fact name="Active agents">{activeAgents}</Fact>
        <Fact name="Since">
          <DateTime value={createdAt} />
        </Fact>
      </dl>
      <div className="mt-6 -ml-3">
        <LeaveOrganization organization={organization} />
      </div>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
