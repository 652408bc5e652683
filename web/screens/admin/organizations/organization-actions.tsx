import { BookUser, CircleCheck, CircleSlash, Coins, Ellipsis, LayoutDashboard, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { adjustPoolMinutes } from '#contract/admin/users.ts'
import { creditText } from '#contract/amounts.ts'
import type { AdminOrganization, SettableStatus } from '#contract/admin/organizations.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { Menu, MenuAction, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { overRowLinkClasses } from '#web/kit/table.tsx'
import { openMinutesDialog } from '../minutes-dialog.tsx'
import { useDuty } from '../use-duty.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { useStatus } from './use-status.ts'

/** The actions that open a dialog. */
export type Task = 'details' | 'refund'

interface Props {
  organization: AdminOrganization
  onTask: (task: Task) => void
  /** On the organization's own page, which needs no link to itself. */
  isOnItsPage?: boolean
}

const icon = { 'aria-hidden': true, className: 'size-4 text-muted' } as const

function MoneyActs({ organization, onTask }: Pick<Props, 'organization' | 'onTask'>) {
  return (
    <>
      <MenuAction icon={<Coins {...icon} />} onSelect={() => void adjustPool(organization)}>
        Adjust Credits
      </MenuAction>
      <MenuAction icon={<RotateCcw {...icon} />} onSelect={() => onTask('refund')}>
        Refund a Payment
      </MenuAction>
    </>
  )
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

interface StatusActsProps extends Pick<Props, 'organization'> {
  onActivate: () => void
  onCancel: () => void
}

function StatusActs({ organization: { isActive, subscriptionStatus }, onActivate, onCancel }: StatusActsProps) {
  return (
    <>
      {!(isActive && subscriptionStatus === 'active') && (
        <MenuAction icon={<CircleCheck {...icon} />} onSelect={onActivate}>
          Set Active
        </MenuAction>
      )}
      {subscriptionStatus !== 'canceled' && (
        <MenuAction icon={<CircleSlash {...icon} />} onSelect={onCancel}>
          Set Canceled
        </MenuAction>
      )}
    </>
  )
}

/** Returns what the signed-in admin may do to organizations; only owners have the rights of their admins (D120). */
function useOrganizationRights() {
  const run = useDuty('roles.change')
  const change = useDuty('people.change')
  const moveMoney = useDuty('money.change')
  return { run, change, moveMoney, act: run || change || moveMoney }
}

function CustomerPageLink({ id }: Pick<AdminOrganization, 'id'>) {
  return (
    <MenuLink href={paths.adminOrganization(id)} icon={<BookUser {...icon} />}>
      Customer Page
    </MenuLink>
  )
}

/** The buttons of a row, placed above the row's link. */
export function OrganizationActions({ organization, onTask, isOnItsPage = false }: Props) {
  const { id, name } = organization
  const [isAsked, setAsked] = useState(false)
  const status = useStatus()
  const may = useOrganizationRights()
  const inputOf = (wanted: SettableStatus) => ({ params: { id: String(id) }, body: { status: wanted } })
  return (
    <div className={`flex items-center gap-1 max-sm:justify-end ${overRowLinkClasses}`}>
      <Button
        id={`details-${id}`}
        variant="secondary"
        size="dense"
        aria-label={`Details: ${name}`}
        onClick={() => onTask('details')}
      >
        Details
      </Button>
      {may.act && (
        <Menu
          trigger={
            <Button
              id={`actions-${id}`}
              variant="ghost"
              size="dense"
              pending={status.isPending}
              aria-label={`Actions: ${name}`}
              icon={<Ellipsis aria-hidden className="size-4" />}
            />
          }
        >
          {may.run && (
            <MenuLink href={paths.organizationDashboard({ organizationId: id })} icon={<LayoutDashboard {...icon} />}>
              Open Dashboard
            </MenuLink>
          )}
          {!isOnItsPage && <CustomerPageLink id={id} />}
          {may.moveMoney && <MoneyActs organization={organization} onTask={onTask} />}
          {may.moveMoney && may.change && <MenuLine />}
          {may.change && (
            <StatusActs
              organization={organization}
              onActivate={() => void status.submit(inputOf('active'))}
              onCancel={() => setAsked(true)}
            />
          )}
        </Menu>
      )}
      <CancelDialog
        organization={organization}
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => status.mutateAsync(inputOf('canceled'))}
        finalFocus={() => document.getElementById(`actions-${id}`)}
      />
    </div>
  )
}
