import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { useCall } from '#web/client/api.ts'
import { organizationQuery, switchContext } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { MenuChoices, MenuLine, MenuLink } from '#web/kit/dialogs/menu.tsx'
import { smallItemClasses, SmallMenuLinks } from './small-menu-links.tsx'

/** The value of the personal context. */
const personal = 'personal'

/** Returns the contexts that the user can work in, and the current one. */
function useContexts(): {
  /** Whether the user belongs to any organization. */
  isMember: boolean
  choices: { value: string; label: string }[]
  chosen: string
  choose: (value: string) => void
} {
  const { data } = useQuery(organizationQuery)
  const { mutate } = useCall(switchOrganization, {
    leaves: true,
    done: async (context) => {
      await switchContext(context)
      navigate(paths.home())
    },
  })
  const organizations = data?.memberships.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  const choices = [...organizations, ...(data?.offersPersonal ? [{ value: personal, label: 'Personal' }] : [])]
  const chosen = data?.organization ? String(data.organization.id) : personal
  return {
    isMember: organizations.length > 0,
    // A single context leaves nothing to switch.
    choices: choices.length > 1 ? choices : [],
    chosen,
    choose: (value) => {
      if (value !== chosen) mutate({ body: { organizationId: value === personal ? null : Number(value) } })
    },
  }
}

/**
 * The part of the account menu that switches between organizations and the personal account, and links to all of them
 * (D122).
 */
export function ContextSwitch() {
  const { isMember, choices, chosen, choose } = useContexts()
  if (!isMember) return null
  return (
    <>
      <MenuLine />
      {choices.length > 0 && <MenuChoices label="Work in" choices={choices} chosen={chosen} onChoose={choose} />}
      <MenuLink href={paths.organizations()} icon={<Building2 aria-hidden className="size-4 text-muted" />}>
        Organizations
      </MenuLink>
    </>
  )
}

/** The same choices as buttons, where the current context gives no access (D180). */
export function ContextButtons({ size }: { size?: 'dense' }) {
  const { choices, chosen, choose } = useContexts()
  return choices
    .filter(({ value }) => value !== chosen)
    .map(({ value, label }) => (
      <Button key={value} variant="secondary" {...(size && { size })} wraps onClick={() => choose(value)}>
        Work in: {label}
      </Button>
    ))
}

/** The same choices in the menu of small screens, without the current context. */
export function SmallContextSwitch({ onChoose }: { onChoose: () => void }) {
  const { isMember, choices, chosen, choose } = useContexts()
  if (!isMember) return null
  return (
    <>
      {choices
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
        ))}
      <SmallMenuLinks links={[{ href: paths.organizations(), label: 'Organizations' }]} onChoose={onChoose} />
    </>
  )
}
