import { type Call, isAboutOrganization } from '#contract/call.ts'
import { type StaffRole, staffRoles } from '#contract/identity/people.ts'
import { logout } from '#contract/identity/current-user.ts'
import { calls } from '#contract/index.ts'
import { describe, expect, it, organization, ownWorld, staffMember, type TestPerson } from '#tests/calls.ts'
import { otherCalls, type StaffCalls } from '../../kit/staff/other-calls.ts'
import { panelCalls } from '../../kit/staff/panel-calls.ts'
import { askWithNothing, statusesBehind } from '../../kit/world/behind-guards.ts'

const world = await ownWorld()
const organizationId: number = (await organization(world)).id
const hired = await Promise.all(staffRoles.map(async (role) => [role, await staffMember(world, role)] as const))
const staff: Record<StaffRole, TestPerson> = Object.fromEntries(hired) as Record<StaffRole, TestPerson>

const words = (text: string, by: RegExp) => text.trim().split(by)
const table: StaffCalls = { ...panelCalls, ...otherCalls }
const rows = Object.entries(table).flatMap(([who, row]) =>
  words(row.calls, /\s*\n\s*/).map((title) => ({ title, who, roles: words(row.roles, / /) })),
)
const rolesOf = new Map(rows.map(({ title, roles }) => [title, roles]))
const titleOf = ({ method, path }: Call) => `${method} ${path}`

async function outcomeOf(call: Call, role: StaffRole): Promise<string> {
  const about = isAboutOrganization(call.who) ? { organizationId } : {}
  const { status, body } = await askWithNothing(staff[role].client, call, about)
  const outcome = `${status} ${(body as { code?: string } | null)?.code}`
  return outcome !== refusalOf(call) && statusesBehind(call).includes(status) ? 'made' : outcome
}

/** Returns what the guard answers to staff who may not make the call. */
function refusalOf({ who }: Call): string {
  return isAboutOrganization(who) ? '404 organization_not_found' : '403 forbidden'
}

function wantedOf(call: Call, role: StaffRole): string {
  return rolesOf.get(titleOf(call))?.includes(role) ? 'made' : refusalOf(call)
}

// A person who signs out makes no calls afterwards.
const logoutLast = calls.map(({ call }) => call).toSorted((a, b) => Number(a === logout) - Number(b === logout))

describe('every call, made by every staff role (D120, D142)', () => {
  it('the table names every call once, with what it asks of the caller', () => {
    const listed = rows.map(({ title, who }) => `${title}: ${who}`)
    expect(listed.toSorted()).toEqual(calls.map(({ call }) => `${titleOf(call)}: ${call.who}`).toSorted())
  })

  it.each(logoutLast.map((call) => [titleOf(call), call] as const))('%s', async (_title, call) => {
    const replies = await Promise.all(staffRoles.map(async (role) => [role, await outcomeOf(call, role)] as const))
    expect(Object.fromEntries(replies)).toEqual(
      Object.fromEntries(staffRoles.map((role) => [role, wantedOf(call, role)])),
    )
  })
})
