import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminOrganization, adminOrganizationDetails } from '#contract/admin/organizations.ts'
import { addAgentToOrganization, availableAgents } from '#contract/organizations/agents.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { serverMessage } from '#web/client/failure.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { StatusBadge } from '#web/screens/organizations/status-badge.tsx'
import { accessLevels, agentAdded, privateHelp } from '../agent-adding.ts'
import { nameTier } from '../labels.ts'
import { useDuty } from '../use-duty.ts'
import { Payment, Services, Usage, Users } from './details-parts.tsx'
import { StatusSelect } from './organization-status.tsx'
import { type Details, Facts, Section } from './section.tsx'

type Listed = Pick<AdminOrganization, 'id' | 'name'>

/** Opens the details of one organization, and for those who run it the form that adds an agent (S432, S435, D120, D150). */
export function openDetails(organization: Listed): Promise<unknown> {
  return openDialog((close) => <DetailsDialog {...organization} onClose={close} />)
}

function DetailsDialog({ id, name, onClose }: Listed & { onClose: () => void }) {
  const runs = useDuty('roles.change')
  const params = { organizationId: String(id) }
  const read = useQuery({ ...query(adminOrganizationDetails, { params }), staleTime: 0 })
  return (
    <Dialog
      title={name}
      description={`Organization ${id}`}
      width="large"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <LinkButton href={paths.adminOrganization(id)} variant="secondary">
            Customer Page
          </LinkButton>
          {runs && <LinkButton href={paths.organizationDashboard({ organizationId: id })}>Open Dashboard</LinkButton>}
        </>
      }
    >
      <Loaded read={read} what={name} failureText={failureText(read.error)}>
        {(details) => (
          <div className="flex flex-col gap-8">
            <About details={details} />
            <Payment details={details} />
            <Users details={details} />
            <Usage details={details} />
            <Services details={details} />
            {runs && takesAgents(details.organization) && <AddAgentForm id={id} name={name} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Returns whether an organization takes agents: not once it has ended (D129, D130). */
function takesAgents({ givesAccess, isActive, subscriptionStatus }: Details['organization']): boolean {
  return givesAccess || (isActive && subscriptionStatus === 'inactive')
}

/** Returns the server's message, otherwise a general one (S626). */
function failureText(error: unknown): string {
  const message = serverMessage(error)
  return message ? `Error loading organization details: ${message}` : 'Failed to load organization details'
}

/** The details of an organization, and whether its people have access. */
function About({ details: { organization } }: { details: Details }) {
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

/** Adds an available agent to an organization (S435, D125, D150). */
function AddAgentForm({ id, name }: { id: number; name: string }) {
  const list = useQuery({ ...query(availableAgents, { query: { organizationId: id } }), staleTime: 0 })
  const [agentId, setAgentId] = useState<string | null>(null)
  const add = useCall(addAgentToOrganization, {
    told: ({ agent }) => agentAdded(agent.name, name),
    done: () => setAgentId(null),
  })
  const chosen = list.data?.find(({ id }) => id === agentId)
  return (
    <Section title="Add Agent">
      <Loaded
        read={list}
        what="the agents"
        empty={<p className="text-muted">This organization already has every available agent.</p>}
      >
        {(all) => (
          <Form
            aria-label={`Add an agent to ${name}`}
            schema={bodyOf(addAgentToOrganization)}
            onSubmit={(body) => add.submit({ params: { organizationId: String(id) }, body })}
            className="grid items-start gap-4 sm:grid-cols-2"
          >
            <TextField name="organization" label="Organization" defaultValue={name} readOnly />
            <Select
              name="agentId"
              label="Agent"
              options={all.map((agent) => ({ value: agent.id, label: agent.name }))}
              value={chosen?.id ?? null}
              onChange={setAgentId}
            />
            <Select name="accessLevel" label="Access level" options={accessLevels} defaultValue="standard" />
            <div className="sm:pt-7">
              <Checkbox
                name="isPrivate"
                label="Private"
                checked={chosen?.isPrivate ?? false}
                disabled
                help={privateHelp}
              />
            </div>
            <div className="sm:col-span-2">
              <SubmitButton pendingText="Adding…">Add Agent</SubmitButton>
            </div>
          </Form>
        )}
      </Loaded>
    </Section>
  )
}
