import type { ReactNode } from 'react'
import { formatCount, formatPrice } from '#contract/amounts.ts'
import { addOns, agentBuilds, minuteOffers, minutePackages, userTiers } from '#contract/organizations/prices.ts'
import { pricePerMinute } from '#web/screens/billing/package-cards.tsx'

/** Every price at once, readable without scripts. */
export function OrganizationPriceList() {
  return (
    <div className="mt-16 border-t border-line pt-10">
      <h3 className="text-2xl font-semibold tracking-[-0.02em]">All prices</h3>
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-3">
        <PriceTable title="Minutes for the pool, per month" heads={['Package', 'Minutes', 'Price', 'Per minute']}>
          {minutePackages.map((name) => {
            const offer = minuteOffers[name]
            return (
              <Row
                key={name}
                cells={[offer.name, formatCount(offer.minutes), formatPrice(offer.priceCents), pricePerMinute(offer)]}
              />
            )
          })}
        </PriceTable>
        <PriceTable title="Users, per month" heads={['Users', 'Per user']}>
          {userTiers.map(({ name, userCents }) => (
            <Row key={name} cells={[name.replace('-', '–'), formatPrice(userCents)]} />
          ))}
        </PriceTable>
        <PriceTable title="Agents and extras" heads={['Item', 'Price']}>
          <Row cells={[agentBuilds.single.name, `${formatPrice(agentBuilds.single.priceCents)} once`]} />
          <Row cells={[agentBuilds.advanced.name, `${formatPrice(agentBuilds.advanced.priceCents)} once`]} />
          <Row cells={['Ongoing optimization', `${formatPrice(addOns.optimizationCents)} a month`]} />
          <Row cells={['Branded app, setup', `${formatPrice(addOns.pwaSetupCents)} once`]} />
          <Row cells={['Branded app, maintenance', `${formatPrice(addOns.pwaMaintenanceCents)} a month`]} />
        </PriceTable>
      </div>
    </div>
  )
}

function PriceTable({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="w-full self-start">
      <caption className="mb-2 text-left text-lg font-semibold">{title}</caption>
      <thead>
        <tr className="text-sm text-muted">
          {heads.map((head, column) => (
            <th
              key={head}
              scope="col"
              className={column === 0 ? 'pb-2 text-left' : 'pb-2 pl-4 text-right large-text:pl-2'}
            >
              <span className="font-normal">{head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Row({ cells: [name, ...figures] }: { cells: readonly string[] }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-left">
        <span className="font-normal">{name}</span>
      </th>
      {figures.map((figure, column) => (
        <td key={column} className="py-2 pl-4 text-right tabular large-text:pl-2">
          {figure}
        </td>
      ))}
    </tr>
  )
}
