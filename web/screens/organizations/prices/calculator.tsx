import { Printer } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useConfig, type PublicConfig } from '#web/client/config.ts'
import { Button } from '#web/kit/button.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { calculatorLimits as limits, choiceQuery, firstChoiceWithAgent, useArrivedChoice } from './choice.ts'
import { OpenOrder } from './open-order.tsx'
import { PriceBuilder, StartRegistration } from './price-builder.tsx'

/** /calculator: an estimate that can be printed (S345-S349). */
export default function Calculator() {
  const config = useConfig()
  const { choice, change } = useArrivedChoice(firstChoiceWithAgent, limits)
  return (
    <Page
      title="Estimate your price"
      description={`What ${config?.businessName ?? 'Luna for Business'} costs for your team: an investment summary, to the cent.`}
    >
      <OpenOrder className="mb-6 print:hidden" />
      <PriceBuilder
        choice={choice}
        change={{ onChange: change, limits, agentTypes: ['single', 'advanced'] }}
        action={
          <>
            <StartRegistration choice={choice} limits={limits} href={paths.organizationRegister(choiceQuery(choice))} />
            <Button
              variant="secondary"
              size="touch"
              wide
              icon={<Printer aria-hidden className="size-4" />}
              onClick={() => print()}
            >
              Save Quote
            </Button>
          </>
        }
        aside={
          <>
            <PrintedTerms config={config} />
            <p className="text-muted print:hidden">
              More than 1,000 users, or looking for something else?{' '}
              <TextLink href={paths.organizationInfo({ to: 'contact' })}>Ask for a custom quote.</TextLink>
            </p>
          </>
        }
      />
    </Page>
  )
}

/** The text below the figures of a printed estimate; hidden on screen. */
function PrintedTerms({ config }: { config: PublicConfig | undefined }) {
  const [today] = useState(() => new Date().toISOString())
  const contact = [config?.contactEmail, config?.contactPhone].filter(Boolean).join(' · ')
  return (
    <div className="mt-6 hidden text-sm text-muted print:block">
      <p>
        Estimate from {formatDate(today)}, in US dollars. One-time items are paid once, with the first month; everything
        else is paid every month until you cancel.
      </p>
      {contact && <p className="mt-2">Questions? {contact}</p>}
    </div>
  )
}
