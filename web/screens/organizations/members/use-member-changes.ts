import { changeMember, changeMemberCategory, removeMember } from '#contract/organizations/members.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMe, useMe } from '#web/client/me.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { memberFailures, memberSuccesses } from './toasts.ts'

/** The changes of one member, each with its toasts. */
export function useMemberChanges(id: string) {
  const me = useMe()
  // Admins who change their own membership may see less from now on.
  const done = async (toast: Parameters<typeof showToast>[0]) => {
    if (me?.id === id) await refreshMe()
    showToast(toast)
  }
  return {
    changeCategory: useCall(changeMemberCategory, {
      failed: memberFailures.category,
      done: () => showToast(memberSuccesses.categoryUpdated),
    }),
    change: useCall(changeMember, {
      failed: memberFailures.changeMember,
      done: () => done(memberSuccesses.memberUpdated),
    }),
    remove: useCall(removeMember, {
      failed: memberFailures.removeMember,
      done: () => done(memberSuccesses.memberRemoved),
    }),
  }
}
