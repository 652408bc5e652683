import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { changeMember, changeMemberCategory, members, removeMember } from '#contract/organizations/members.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe, useMe } from '#web/client/me.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { memberFailures, memberSuccesses } from './toasts.ts'

/** The changes of one member, each with its toasts. */
export function useMemberChanges(id: string) {
  const me = useMe()
  const changes = [members, organizationOverview]
  // Admins who change their own membership may see less from now on.
  const done = async (toast: Parameters<typeof showToast>[0]) => {
    if (me?.id === id) await refreshMe()
    showToast(toast)
  }
  return {
    changeCategory: useCall(changeMemberCategory, {
      failed: memberFailures.category,
      changes: [members],
      done: () => showToast(memberSuccesses.categoryUpdated),
    }),
    change: useCall(changeMember, {
      failed: memberFailures.changeMember,
      changes,
      done: () => done(memberSuccesses.memberUpdated),
    }),
    remove: useCall(removeMember, {
      failed: memberFailures.removeMember,
      changes,
      done: () => done(memberSuccesses.memberRemoved),
    }),
  }
}
