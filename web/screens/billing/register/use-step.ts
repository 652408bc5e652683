import { useLocation, useSearchParams } from 'wouter'
import { packageTiers } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { Step } from './step-page.tsx'

/**
 * Step and package as the address names them, so that a reload, Back and a bookmark find both. A package that is chosen
 * takes the place of the former one; a step is one of the history.
 */
export function useStep() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const tier = packageTiers.find((one) => one === search.get('tier'))
  const ref = search.get('ref') ?? undefined
  const step = steps.find((one) => one === search.get('step'))
  return {
    step,
    tier,
    ref,
    go: (to: Step, chosen = tier) => navigate(paths.register({ tier: chosen, step: to, ref })),
    /** The same entry of the history, corrected. */
    correct: (to: Step | undefined, chosen = tier) =>
      navigate(paths.register({ tier: chosen, step: to, ref }), { replace: true }),
  }
}

const steps: Step[] = ['details', 'package', 'payment']
