import { ArrowRight, Printer } from 'lucide-react'
import type { OrganizationChoice } from '#contract/organization-prices.ts'
import { useArrivedValues, useNotedValues } from '#web/arrived-values.ts'
import { useConfig } from '#web/config.ts'
import { calculatorLimits, choiceQuery, firstChoice, readChoice } from '#web/organization-choice.ts'
import { OpenOrder } from '#web/parts/open-order.tsx'
import { OrganizationColumns } from '#web/parts/organization-columns.tsx'
import { OrganizationControls } from '#web/parts/organization-controls.tsx'
import { OrganizationSummary } from '#web/parts/organization-summary.tsx'
import { Page } from '#web/parts/page-layout.tsx'
import { QuoteSheet } from '#web/parts/quote-sheet.tsx'
import { useOrganizationChoice } from '#web/parts/use-organization-choice.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const start: OrganizationChoice = { ...firstChoice, agentType: 'single', numberOfAgents: 1, minutePackage: 'growth' }

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
            <OrganizationSummary choice={choice} title="Investment Summary" show={['oneTime', 'monthly', 'firstYear']}>
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
              More than 1,000 users, or something that is not on the list?{' '}
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
      </OrganizationColumns>
    </Page>
  )
}
