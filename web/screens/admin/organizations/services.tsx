import { useState } from 'react'
import { adminOrganizationDetails, adminOrganizations } from '#contract/admin/organizations.ts'
import { formatDollars } from '#contract/amounts.ts'
import { brandedAppSettings, grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Table } from '#web/kit/table.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { organizationFailures, organizationSuccesses } from './toasts.ts'
import { useDuty } from '../use-duty.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { type Details, Section } from './section.tsx'

/** The purchased services, and the branded app, which an admin can grant without a purchase (D140). */
export function Services({ details: { organization, services } }: { details: Details }) {
  return (
    <Section title="Services Purchased">
      <Table
        caption="Services purchased"
        rows={services}
        rowKey={({ name }) => name}
        empty={<p className="text-muted">This organization has not bought anything yet.</p>}
        columns={[
          {
            title: 'Service',
            phone: 'lead',
            cell: ({ name, description }) => (
              <>
                <span className="block font-medium">{name}</span>
                <span className="block text-sm font-normal text-muted">{description}</span>
              </>
            ),
          },
          { title: 'Charged', phone: 'left', cell: ({ isMonthly }) => (isMonthly ? 'Monthly' : 'Setup') },
          { title: 'Amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
        ]}
      />
      <BrandedApp organization={organization} />
    </Section>
  )
}

function BrandedApp({ organization: { id, name, isAppBought, isAppGranted } }: Pick<Details, 'organization'>) {
  const [isAsked, setAsked] = useState(false)
  const mayChange = useDuty('people.change')
  const changes = [adminOrganizationDetails, brandedAppSettings]
  const params = { organizationId: String(id) }
  const grant = useAdminCall(grantBrandedApp, {
    list: adminOrganizations,
    changes,
    failed: organizationFailures.grantApp,
    done: () => showToast(organizationSuccesses.appGranted),
  })
  const withdraw = useAdminCall(grantBrandedApp, {
    list: adminOrganizations,
    changes,
    failed: organizationFailures.withdrawApp,
    done: () => showToast(organizationSuccesses.appWithdrawn),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line p-4">
      <div className="min-w-0">
        <p className="font-medium">Branded app</p>
        <p className="text-sm text-muted">{describeApp(isAppBought, isAppGranted)}</p>
      </div>
      {mayChange && isAppGranted && (
        <Button variant="secondary" pending={withdraw.isPending} onClick={() => setAsked(true)}>
          Withdraw App
        </Button>
      )}
      {mayChange && !isAppGranted && !isAppBought && (
        <Button
          variant="secondary"
          pending={grant.isPending}
          pendingText="Granting…"
          onClick={() => void grant.submit({ params, body: { isGranted: true } })}
        >
          Grant App
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Withdraw the app of ${name}?`}
        confirmLabel="Withdraw App"
        keepLabel="Keep App"
        onConfirm={() => withdraw.mutateAsync({ params, body: { isGranted: false } }).catch(() => undefined)}
      >
        {isAppBought
          ? 'It was also bought, so it can still be published.'
          : 'People can no longer open it, even if they installed it. Its settings are kept.'}
      </ConfirmDialog>
    </div>
  )
}

function describeApp(isBought: boolean, isGranted: boolean): string {
  if (isBought) return isGranted ? 'Bought with the package, and granted by the platform.' : 'Bought with the package.'
  return isGranted ? 'Granted by the platform.' : 'Not bought. It can be set up, but not published.'
}
