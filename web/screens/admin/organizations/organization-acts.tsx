import { BookUser, CircleCheck, CircleSlash, Coins, LayoutDashboard, RotateCcw } from 'lucide-react'
import { type AdminOrganization, setOrganizationStatus, type SettableStatus } from '#contract/admin/organizations.ts'
import { adjustPoolMinutes } from '#contract/admin/users.ts'
import { creditText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { write } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { type ActList, Acts, line } from '#web/kit/dialogs/acts.tsx'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { openDetails, openMinutesDialog, openRefund } from '../late-dialogs.ts'
import { useDuty } from '../use-duty.ts'
import { canceling, guessStatus } from './organization-status.tsx'

interface Props {
  organization: AdminOrganization
  /** On the organization's own page, which needs no link to itself. */
  isOnItsPage?: boolean
}

/** The details and the acts of an organization, placed above the link of its row. */
export function OrganizationActs({ organization, isOnItsPage = false }: Props) {
  const acts = useActs(organization, isOnItsPage)
  const { id, name } = organization
  return (
    <div className={`flex items-center gap-1 max-sm:justify-end ${overRowLinkClasses}`}>
      <Button
        variant="secondary"
        size="dense"
        aria-label={`Details: ${name}`}
        onClick={() => void openDetails(organization)}
      >
        Details
      </Button>
      <Acts id={`actions-${id}`} of={name} acts={acts} />
    </div>
  )
}

/** Returns what the signed-in admin may do; only owners have the rights of an organization's admins (D120). */
function useActs(organization: AdminOrganization, isOnItsPage: boolean): ActList {
  const runs = useDuty('roles.change')
  const changes = useDuty('people.change')
  const movesMoney = useDuty('money.change')
  if (!runs && !changes && !movesMoney) return []
  const { id, name, contactEmail, isActive, subscriptionStatus } = organization
  const set = (status: SettableStatus) =>
    write(setOrganizationStatus, { params: { id: String(id) }, body: { status } }, { guess: guessStatus })
  return [
    {
      label: 'Open Dashboard',
      icon: LayoutDashboard,
      may: runs,
      href: paths.organizationDashboard({ organizationId: id }),
    },
    { label: 'Customer Page', icon: BookUser, may: !isOnItsPage, href: paths.adminOrganization(id) },
    { label: 'Adjust Credits', icon: Coins, may: movesMoney, run: () => adjustPool(organization) },
    {
      label: 'Refund a Payment',
      icon: RotateCcw,
      may: movesMoney,
      run: () =>
        openRefund({
          whose: { kind: 'organization', id },
          payer: `${name}, ${contactEmail}`,
          nothing: `${name} has no payment that can be refunded.`,
        }),
    },
    line,
    {
      label: 'Set Active',
      icon: CircleCheck,
      may: changes && !(isActive && subscriptionStatus === 'active'),
      run: () => set('active'),
    },
    {
      label: 'Set Canceled',
      icon: CircleSlash,
      may: changes && subscriptionStatus !== 'canceled',
      run: () => set('canceled'),
      ask: canceling(organization),
    },
  ]
}

/** Adds minutes to a pool or takes them away, with a reason (D153). */
function adjustPool({ id, name, creditBalance }: AdminOrganization): Promise<unknown> {
  return openMinutesDialog({
    description: `The pool of ${name} has ${creditText(creditBalance)}.`,
    balances: [{ call: adjustPoolMinutes, id: String(id), label: name }],
    now: 'The pool now has',
    help: 'Kept in the audit log. The organization does not see it.',
  })
}
