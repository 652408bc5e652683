import { ArrowRight } from 'lucide-react'
import { agentTypes, type OrganizationOrder } from '#contract/organizations/prices.ts'
import { calculatorLimits, choiceQuery, firstChoice } from '#web/screens/organizations/prices/choice.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { LandingSection } from '../landing/section.tsx'
import { OrganizationColumns } from '#web/screens/organizations/prices/columns.tsx'
import { OrganizationControls } from '#web/screens/organizations/prices/controls.tsx'
import { OrganizationPriceList } from './price-list.tsx'
import { OrganizationSummary } from '#web/screens/organizations/prices/summary.tsx'
import { useKeptChoice } from '#web/screens/organizations/prices/use-choice.ts'

const start: OrganizationOrder = { ...firstChoice, minutePackage: 'growth' }

/** The package calculator, and every price in a table for people who just want to read (S341, S343, D97). */
export function OrganizationCalculator() {
  const [choice, change] = useKeptChoice(start, calculatorLimits)
  return (
    <LandingSection
      id="calculator"
      title="Your price, to the cent"
      lead="No sales call needed. Make your choices and see what you pay today, each month and in the first year."
    >
      <OrganizationColumns
        aside={
          <OrganizationSummary choice={choice} title="Your package" show={['oneTime', 'monthly', 'firstYear', 'today']}>
            <div className="mt-6">
              <LinkButton
                href={paths.organizationRegisterSimplified(choiceQuery(choice))}
                size="touch"
                wide
                icon={<ArrowRight aria-hidden className="order-last size-4" />}
              >
                Start Registration
              </LinkButton>
            </div>
          </OrganizationSummary>
        }
      >
        <OrganizationControls choice={choice} onChange={change} limits={calculatorLimits} agentTypes={agentTypes} />
      </OrganizationColumns>
      <OrganizationPriceList />
    </LandingSection>
  )
}
