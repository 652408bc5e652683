import { useLocation, useSearchParams } from 'wouter'
import { packageTiers } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import type { Step } from './step-page.tsx'

/**
 * Returns step and package from the address, so that a reload, Back and a bookmark keep both. Choosing a package
 * replaces the entry in the history; a step adds one.
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
    /** Replaces the current entry in the history. */
    correct: (to: Step | undefined, chosen = tier) =>
      navigate(paths.register({ tier: chosen, step: to, ref }), { replace: true }),
  }
}

const steps: Step[] = ['details', 'package', 'payment']
