import type { TimelineLine } from '#contract/admin/timeline.ts'
import { formatDuration } from '#contract/amounts.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import { resendMail } from '#contract/admin/customers.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { useMe } from '#web/client/me.ts'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import type { LineTask } from '../line-task.ts'
import type { Whose } from '../whose.ts'
import { customerFailures, customerSuccesses } from './toasts.ts'

interface Props {
  line: TimelineLine
  whose: Whose
  onTask: (task: LineTask) => void
}

/** What this admin may do about a line. */
export function LineActs({ line, whose, onTask }: Props) {
  const me = useMe()
  const role = me?.staffRole ?? null
  const isOwn = whose.kind === 'user' && whose.id === me?.id
  if (line.kind === 'mail') return line.canResend && includesDuty(role, 'people.change') ? <Resend line={line} /> : null
  const act = actOf(line, role, isOwn)
  if (!act) return null
  return (
    <Button variant="secondary" size="dense" onClick={() => onTask(act.task)}>
      {act.label}
    </Button>
  )
}

type Role = Parameters<typeof includesDuty>[0]

/** Nobody gives to their own account. */
function actOf(line: TimelineLine, role: Role, isOwn: boolean): { label: string; task: LineTask } | null {
  const mayGive = !isOwn && includesDuty(role, 'money.change')
  if (line.kind === 'payment') {
    const mayRefund = line.refundable > 0 && mayGive
    return mayRefund ? { label: 'Refund', task: { task: 'refund', line } } : null
  }
  if (line.kind !== 'conversation') return null
  if (line.status === 'active') {
    if (!includesDuty(role, 'people.change')) return null
    return { label: 'End the conversation', task: { task: 'end', line } }
  }
  const left = creditable(line.facts)
  if (left <= 0 || !mayGive) return null
  return { label: `Credit ${formatDuration(left)} back`, task: { task: 'credit', line } }
}

/** Returns the seconds that can still be given back; time is given back by the team only once. */
export function creditable({
  charged,
  givenBack,
  credited,
}: {
  charged: number | null
  givenBack: number
  credited: number
}): number {
  return credited > 0 ? 0 : (charged ?? 0) - givenBack
}

function Resend({ line }: { line: Extract<TimelineLine, { kind: 'mail' }> }) {
  const resend = useAdminCall(resendMail, {
    list: adminUsers,
    failed: customerFailures.resend,
    done: () => showToast({ ...customerSuccesses.resent, description: `It is on its way to ${line.to}.` }),
  })
  return (
    <Button
      variant="secondary"
      size="dense"
      pending={resend.isPending}
      pendingText="Sending…"
      onClick={() => void resend.submit({ params: { id: line.id } })}
    >
      Send Again
    </Button>
  )
}
