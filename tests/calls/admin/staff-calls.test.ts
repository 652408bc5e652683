import { type Call, isAboutOrganization } from '#contract/call.ts'
import { logout } from '#contract/identity/current-user.ts'
import { type StaffRole, staffRoles } from '#contract/identity/people.ts'
import { calls } from '#contract/index.ts'
import { staffCalls } from '#tests/kit/staff/staff-calls.ts'
import { askWithNothing, statusesBehind } from '#tests/kit/world/behind-guards.ts'
import { expect, it, organization, sharedWorld, staffMember } from '#tests/calls.ts'

const world = await sharedWorld()
const organizationId: number = (await organization(world)).id
const hired = await Promise.all(
  staffRoles.map(async (role) => [role, (await staffMember(world, role)).client] as const),
)

/** Each call of the table, with what it asks of the caller and the roles that make it. */
const rows = Object.entries(staffCalls).flatMap(([who, [roles, list]]) =>
  list.split(/,\s+/).flatMap((entry) => {
    const [path, ...methods] = entry.split(' ').toReversed()
    const address = path?.startsWith('/') ? path : `/api/${path}`
    return methods.map((method) => ({ title: `${method} ${address}`, who, roles: roles.split(' ') }))
  }),
)
const titleOf = ({ method, path }: Call) => `${method} ${path}`

/** Returns what the guard answers to staff who may not make the call. */
function refusalOf({ who }: Call): string {
  return isAboutOrganization(who) ? '404 organization_not_found' : '403 forbidden'
}

async function outcomeOf(call: Call, client: (typeof hired)[number][1]): Promise<string> {
  const about = isAboutOrganization(call.who) ? { organizationId } : {}
  const { status, body } = await askWithNothing(client, call, about)
  const outcome = `${status} ${(body as { code?: string } | null)?.code}`
  return outcome !== refusalOf(call) && statusesBehind(call).includes(status) ? 'made' : outcome
}

// A person who signs out makes no calls afterwards.
const logoutLast = calls.map(({ call }) => call).toSorted((a, b) => Number(a === logout) - Number(b === logout))

it('the table names every call once, with what it asks of the caller (D120, D142)', () => {
  const listed = rows.map(({ title, who }) => `${title}: ${who}`)
  expect(listed.toSorted()).toEqual(calls.map(({ call }) => `${titleOf(call)}: ${call.who}`).toSorted())
})

it.each(logoutLast)('$method $path (D120, D142)', async (call) => {
  const roles = rows.find(({ title }) => title === titleOf(call))?.roles ?? []
  const outcomes = await Promise.all(
    hired.map(async ([role, client]) => [role, await outcomeOf(call, client)] as const),
  )
  const wantedOf = (role: StaffRole) => (roles.includes(role) ? 'made' : refusalOf(call))
  expect(outcomes).toEqual(staffRoles.map((role) => [role, wantedOf(role)]))
})
