import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { switchOrganization } from '#contract/organizations.ts'
import { useCall } from '#web/api.ts'
import { organizationQuery } from '#web/organization.ts'
import { paths } from '#web/paths.ts'
import { switchContext } from '#web/session.ts'
import { failures } from '#web/toasts.ts'
import { MenuChoices, MenuLine } from '#web/ui/menu.tsx'
import { smallItemClasses } from './small-menu-links.tsx'

/** Value of the choice to work for oneself. */
const personal = 'personal'

/** What somebody can work in, in words and with the present one. */
function useContexts(): {
  choices: { value: string; label: string }[]
  chosen: string
  choose: (value: string) => void
} {
  const { data } = useQuery(organizationQuery)
  const { mutate } = useCall(switchOrganization, {
    failed: failures.switchContext,
    done: async (context) => {
      await switchContext(context)
      navigate(paths.home())
    },
  })
  const organizations = data?.memberships.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  const choices = [...organizations, ...(data?.offersPersonal ? [{ value: personal, label: 'Personal' }] : [])]
  const chosen = data?.organization ? String(data.organization.id) : personal
  return {
    // Without a choice there is nothing to switch.
    choices: organizations.length > 0 && choices.length > 1 ? choices : [],
    chosen,
    choose: (value) => {
      if (value !== chosen) mutate({ body: { organizationId: value === personal ? null : Number(value) } })
    },
  }
}

/** The part of the person's menu that switches between organizations and oneself (D122). */
export function ContextSwitch() {
  const { choices, chosen, choose } = useContexts()
  if (choices.length === 0) return null
  return (
    <>
      <MenuLine />
      <MenuChoices label="Work in" choices={choices} chosen={chosen} onChoose={choose} />
    </>
  )
}

/** The same in the menu of small screens: only where one does not work yet. */
export function SmallContextSwitch({ onChoose }: { onChoose: () => void }) {
  const { choices, chosen, choose } = useContexts()
  return choices
    .filter(({ value }) => value !== chosen)
    .map(({ value, label }) => (
      <button
        key={value}
        type="button"
        onClick={() => {
          onChoose()
          choose(value)
        }}
        className={smallItemClasses}
      >
        Work in: {label}
      </button>
    ))
}
