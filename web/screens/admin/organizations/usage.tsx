import { usageDetails } from '#contract/admin/organizations.ts'
import { formatCount, formatMinutes, minutesText } from '#contract/amounts.ts'
import { RankedBars } from '#web/kit/charts/ranked-bars.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { type Details, Section } from './section.tsx'

/** How much people talk, by person and by agent; never what they say (D135). */
export function Usage({ details: { organization, usage } }: { details: Details }) {
  const period = `last ${usageDetails.days} days`
  const { creditBalance, monthlyUsage, totalMinutesUsed, activeAgents } = organization
  return (
    <Section title="Usage Analytics">
      <StatTiles>
        <StatTile label="Pool" value={formatMinutes(creditBalance)} note="credits left" />
        <StatTile label="This month" value={formatMinutes(monthlyUsage)} note="minutes" />
        <StatTile label="Total" value={formatMinutes(totalMinutesUsed)} note="minutes" />
        <StatTile label="Conversations" value={formatCount(usage.sessions)} note={period} />
        <StatTile label="Active agents" value={formatCount(activeAgents)} note="assigned" />
      </StatTiles>
      {usage.sessions === 0 ? (
        <p className="text-muted">No conversations in the {period}.</p>
      ) : (
        <div className="grid gap-6 sm:grid-cols-2">
          <Ranking
            title={`Users, ${period}`}
            rows={usage.members.map((row) => ({ ...row, id: row.userId, name: row.userName }))}
          />
          <Ranking
            title={`Agents, ${period}`}
            rows={usage.agents.map((row) => ({ ...row, id: row.agentId, name: row.agentName }))}
          />
        </div>
      )}
    </Section>
  )
}

interface RankingProps {
  title: string
  rows: readonly { id: string; name: string; minutes: number }[]
}

function Ranking({ title, rows }: RankingProps) {
  return (
    <div>
      <h4 className="mb-3 text-sm font-medium text-muted">{title}</h4>
      <RankedBars
        label={title}
        rows={rows.map(({ id, name, minutes }) => ({
          id,
          name,
          value: minutes,
          valueText: minutesText(minutes),
        }))}
      />
    </div>
  )
}
