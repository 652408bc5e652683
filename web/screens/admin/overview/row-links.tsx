import { useSearchParams } from 'wouter'
import type { minuteChoices, moneyChoices, outcomeChoices, subscriptionChoices } from '#contract/admin/overview-rows.ts'
import type { EndReason } from '#contract/conversations/voice-socket.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/** What a figure counts: the name of a list of rows, and what narrows it down. */
export type Behind =
  | { rows: 'money'; kind?: (typeof moneyChoices)[number] }
  | {
      rows: 'conversations'
      outcome?: (typeof outcomeChoices)[number]
      endReason?: EndReason
      hour?: number
      agentId?: string
      /** An id, or `people`. */
      organization?: string
    }
  | { rows: 'subscriptions'; what: (typeof subscriptionChoices)[number] }
  | { rows: 'minutes'; kind: (typeof minuteChoices)[number] }
  | { rows: 'owed' }

/** Returns a function that gives the address of rows in the period that the address names, or in `month`. */
export function useRowsHref(): (behind: Behind, month?: string) => string {
  const [search] = useSearchParams()
  return (behind, month) => {
    const period = month ? { period: month } : Object.fromEntries(periodIn(search))
    return paths.adminFigures({ ...behind, ...period })
  }
}

function periodIn(search: URLSearchParams): [string, string][] {
  return ['period', 'from', 'to'].map((name) => [name, search.get(name) ?? ''])
}

/** The first cell of a row, whose link covers the row and opens what it counts. */
export function RowLink({ href, children }: { href: string; children: string }) {
  return (
    <TextLink href={href} quiet className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}>
      {children}
    </TextLink>
  )
}

interface Customer {
  userId: string | null
  organizationId: number | null
  payer: string
}

/** The first cell of a row about a customer; its link covers the row and opens the customer's page. */
export function CustomerLink({ of: { userId, organizationId, payer } }: { of: Customer }) {
  const href = organizationId === null ? paths.adminCustomer(userId ?? '') : paths.adminOrganization(organizationId)
  return <RowLink href={href}>{payer || 'Erased person'}</RowLink>
}
