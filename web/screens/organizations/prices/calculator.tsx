import { ArrowRight, Printer } from 'lucide-react'
import type { OrganizationChoice } from '#contract/organizations/prices.ts'
import { useArrivedValues, useNotedValues } from './arrived-values.ts'
import { useConfig } from '#web/client/config.ts'
import { calculatorLimits, choiceQuery, firstChoice, readChoice } from './choice.ts'
import { OpenOrder } from './open-order.tsx'
import { OrganizationColumns } from './columns.tsx'
import { OrganizationControls } from './controls.tsx'
import { OrganizationSummary } from './summary.tsx'
import { TotalsBar } from './totals-bar.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { QuoteSheet } from './quote-sheet.tsx'
import { useOrganizationChoice } from './use-choice.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

const start: OrganizationChoice = { ...firstChoice, agentType: 'single', numberOfAgents: 1, minutePackage: 'growth' }

const title = 'Investment Summary'
const totals = ['oneTime', 'monthly', 'firstYear'] as const

/** /calculator: an estimate that can be printed (S345-S349). */
export default function Calculator() {
  const config = useConfig()
  const arrived = useArrivedValues()
  const [choice, change] = useOrganizationChoice(readChoice(arrived, start, calculatorLimits))
  useNotedValues(arrived, choiceQuery(choice))
  return (
    <Page
      title="Estimate your price"
      description={`What ${config?.businessName ?? 'Luna for Business'} costs for your team, to the cent.`}
    >
      <OpenOrder className="mb-6 print:hidden" />
      <OrganizationColumns
        aside={
          <>
            <OrganizationSummary choice={choice} title={title} show={totals}>
              <div className="mt-6 flex flex-col gap-2 print:hidden">
                <LinkButton
                  href={paths.organizationRegister(choiceQuery(choice))}
                  size="touch"
                  wide
                  icon={<ArrowRight aria-hidden className="order-last size-4" />}
                >
                  Start Registration
                </LinkButton>
                <Button
                  variant="secondary"
                  size="touch"
                  wide
                  icon={<Printer aria-hidden className="size-4" />}
                  onClick={() => print()}
                >
                  Save Quote
                </Button>
              </div>
            </OrganizationSummary>
            <QuoteSheet config={config} />
            <p className="text-muted print:hidden">
              More than 1,000 users, or looking for something else?{' '}
              <TextLink href={paths.organizationInfo({ to: 'contact' })}>Ask for a custom quote.</TextLink>
            </p>
          </>
        }
      >
        <Card className="print:hidden">
          <OrganizationControls
            choice={choice}
            onChange={change}
            limits={calculatorLimits}
            agentTypes={['single', 'advanced']}
          />
        </Card>
        <TotalsBar choice={choice} title={title} show={['oneTime', 'monthly']} all={totals} />
      </OrganizationColumns>
    </Page>
  )
}
