import type { ReactNode } from 'react'
import { formatCents, formatPrice, minutesText } from '#contract/amounts.ts'
import {
  addOns,
  agentBuilds,
  cheaperUserCount,
  minuteOffers,
  minutePackages,
  userAccessCents,
  userBlockSentence,
  type AgentType,
  type MinutePackage,
  type OrganizationOrder,
} from '#contract/organizations/prices.ts'
import { countTyped, settleNumber, type ChangeChoice, type ChoiceLimits, type NumberLimit } from './choice.ts'
import { Badge } from '#web/kit/badge.tsx'
import { classes } from '#web/kit/classes.ts'
import { Button } from '#web/kit/button.tsx'
import { NumberField } from '#web/kit/fields/number-field.tsx'
import { OptionBox, OptionCards, optionHead } from '#web/kit/fields/option-cards.tsx'
import { pricePerMinute } from '#web/screens/billing/package-cards.tsx'

interface Props {
  choice: OrganizationOrder
  onChange: ChangeChoice
  limits: ChoiceLimits
  /** The agent builds to choose from. */
  agentTypes: readonly AgentType[]
}

/** Everything that an organization can choose (S315, S345, S350). */
export function OrganizationControls(props: Props) {
  const { choice, onChange, limits } = props
  return (
    <div className="flex flex-col gap-8">
      <Users {...{ choice, onChange }} limit={limits.users} />
      <MinuteCards value={choice.minutePackage} onChange={(minutePackage) => onChange({ minutePackage })} />
      <AgentBuild {...props} />
      <OptionBox
        name="brandedPWA"
        label="Branded app"
        checked={choice.brandedPWA}
        onChange={(brandedPWA) => onChange({ brandedPWA })}
      >
        <span className="font-semibold">Branded app (PWA)</span>
        <span className="block text-muted">
          Your people install it from the browser, with your name, logo and colors.{' '}
          <span translate="no">{formatPrice(addOns.pwaSetupCents)}</span> once, then{' '}
          <span translate="no">{formatPrice(addOns.pwaMaintenanceCents)}</span> a month.
        </span>
      </OptionBox>
    </div>
  )
}

interface PartProps {
  choice: OrganizationOrder
  onChange: ChangeChoice
}

/** The number of users, with a hint when a few more cost less (D95). */
function Users({ choice: { userCount }, onChange, limit }: PartProps & { limit: NumberLimit }) {
  const cheaper = cheaperUserCount(userCount)
  return (
    <div className="flex flex-col gap-3">
      <Count
        name="userCount"
        label="Number of users"
        limit={limit}
        value={userCount}
        onChange={(count) => onChange({ userCount: count })}
      />
      {cheaper && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-success-soft px-4 py-3">
          <p role="status" className="min-w-0 flex-1 basis-60">
            <span className="font-semibold text-success">{`${cheaper.userCount} users cost less.`}</span>{' '}
            <span translate="no">{formatCents(cheaper.cents)}</span> a month instead of{' '}
            <span translate="no">{formatCents(userAccessCents(userCount))}</span>.
          </p>
          <Button variant="secondary" size="dense" onClick={() => onChange({ userCount: cheaper.userCount })}>
            {`Choose ${cheaper.userCount} users`}
          </Button>
        </div>
      )}
      <p className="text-sm text-muted">{userBlockSentence}</p>
    </div>
  )
}

interface CountProps {
  name: string
  label: string
  limit: NumberLimit
  value: number
  onChange: (count: number) => void
}

function Count({ name, label, limit, value, onChange }: CountProps) {
  return (
    <NumberField
      name={name}
      label={label}
      value={value}
      read={(text) => countTyped(text, limit)}
      settle={(text) => settleNumber(text, limit)}
      onChange={onChange}
      min={limit.min}
      max={limit.max}
    />
  )
}

interface MinuteCardsProps {
  value: MinutePackage
  onChange: (minutePackage: MinutePackage) => void
}

/** The five minute packages for the shared pool (S472). */
function MinuteCards({ value, onChange }: MinuteCardsProps) {
  return (
    <OptionCards
      name="minutePackage"
      legend="Minute package"
      value={value}
      onChange={onChange}
      cards={minutePackages.map((name) => ({
        value: name,
        label: describe(name),
        content: <MinuteFacts name={name} />,
      }))}
    />
  )
}

function describe(name: MinutePackage): string {
  const offer = minuteOffers[name]
  return `${offer.name}: ${minutesText(offer.minutes)} for ${formatPrice(offer.priceCents)} a month${offer.badge ? `, ${offer.badge}` : ''}`
}

/** A package in one line, so that prices can be compared down the column. */
function MinuteFacts({ name }: { name: MinutePackage }) {
  const offer = minuteOffers[name]
  return (
    <span className={classes('block p-4 sm:flex sm:items-center sm:justify-between', optionHead)}>
      <span>
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold">{offer.name}</span>
          {offer.badge && <Badge tone="success">{offer.badge}</Badge>}
        </span>
        <span className="block text-sm text-muted tabular">
          <span>{minutesText(offer.minutes)}</span> · {pricePerMinute(offer)}&nbsp;each
        </span>
      </span>
      <span className="mr-4 tabular">
        <span className="font-semibold">{formatPrice(offer.priceCents)}</span>{' '}
        <span className="text-sm text-muted">a month</span>
      </span>
    </span>
  )
}

interface OfferProps {
  name: string
  priceCents: number
  unit: string | null
  children: ReactNode
}

/** One card of a choice: its name, its price and what that buys. */
function OfferFacts({ name, priceCents, unit, children }: OfferProps) {
  return (
    <span className="flex flex-col gap-1 p-4">
      <span className={classes('flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1.5', optionHead)}>
        <span className="font-semibold">{name}</span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="text-2xl font-semibold tabular">{formatPrice(priceCents)}</span>
        {unit && <span className="text-muted">{unit}</span>}
      </span>
      <span className="text-muted tabular">{children}</span>
    </span>
  )
}

const agentNotes: Record<AgentType, string> = {
  none: 'Your people use the public agents.',
  single: 'Does one job, using your knowledge.',
  advanced: 'Does several jobs and works with your systems.',
}

/** Agents built for the organization; number and optimization show only when there are any (S351, S471). */
function AgentBuild({ choice, onChange, limits, agentTypes }: Props) {
  const { agentType, numberOfAgents, ongoingOptimization } = choice
  return (
    <div className="flex flex-col gap-4">
      <OptionCards
        name="agentType"
        legend="Agent build"
        value={agentType}
        onChange={(type) => onChange({ agentType: type })}
        className={agentTypes.length > 2 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}
        cards={agentTypes.map((type) => ({
          value: type,
          label:
            type === 'none'
              ? 'No agent build'
              : `${agentBuilds[type].name}: ${formatPrice(agentBuilds[type].priceCents)} once`,
          content: (
            <OfferFacts {...agentBuilds[type]} unit={type === 'none' ? null : 'one time, per agent'}>
              {agentNotes[type]}
            </OfferFacts>
          ),
        }))}
      />
      {agentType !== 'none' && (
        <>
          <Count
            name="numberOfAgents"
            label="Number of agents"
            limit={limits.agents}
            value={numberOfAgents}
            onChange={(count) => onChange({ numberOfAgents: count })}
          />
          <OptionBox
            name="ongoingOptimization"
            label="Ongoing optimization"
            checked={ongoingOptimization}
            onChange={(checked) => onChange({ ongoingOptimization: checked })}
          >
            <span className="font-semibold">Ongoing optimization</span>
            <span className="block text-muted">
              We keep tuning all your agents. <span translate="no">{formatPrice(addOns.optimizationCents)}</span> a
              month.
            </span>
          </OptionBox>
        </>
      )}
    </div>
  )
}
