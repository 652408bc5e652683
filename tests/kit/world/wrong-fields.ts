import type { Call } from '#contract/call.ts'
import { expectRefused, type Refusal } from './client.ts'

/** Checks that a call refuses each of these values with 400 and the name of the field, where all else is right. */
export function expectWrong(
  call: Call,
  who: Refusal[0],
  { body, ...input }: { body: object; params?: object },
  wrong: Record<string, readonly unknown[]>,
): Promise<void> {
  const rows = Object.entries(wrong).flatMap(([field, values]) => values.map((value) => ({ field, value })))
  const refusals = rows.map(({ field, value }): Refusal => {
    return [who, { ...input, body: { ...body, [field]: value } }, 400, { field }]
  })
  return expectRefused(call, ...refusals)
}
