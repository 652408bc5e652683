import { join } from 'node:path'
import * as z from 'zod/mini'
import {
  servicePatch,
  usualService,
  VOICE_API_FAULTS,
  type ServiceSwitches,
  type VoiceApiFault,
} from '@luna/fake-elevenlabs/service-switches.ts'
import { VOICE_FAULTS, type VoiceFault } from '@luna/fake-elevenlabs/voice-fault.ts'
import { openStore } from '@luna/standin-kit/journal.ts'
import {
  CARD_OUTCOMES,
  DISPUTE_ACTIONS,
  DISPUTE_REASONS,
  REFUND_ACTIONS,
  STRIPE_FAULTS,
  WEBHOOK_MODES,
  type CardOutcome,
  type DashboardAction,
  type StripeApiFault,
  type WebhookMode,
} from '@luna/fake-stripe/switches.ts'

const payment = z.string().check(z.regex(/^(latest|pi_\w+)$/))
/** What happens to a payment once. It is not a switch and stands alone in its patch. */
const actions = {
  dispute: z.optional(
    z.strictObject({ payment, action: z.enum(DISPUTE_ACTIONS), reason: z.optional(z.enum(DISPUTE_REASONS)) }),
  ),
  refund: z.optional(
    z.strictObject({
      payment,
      action: z.optional(z.enum(REFUND_ACTIONS)),
      amount: z.optional(z.int().check(z.positive())),
    }),
  ),
  replayEvent: z.optional(z.string().check(z.regex(/^(latest|evt_\w+)$/))),
}

const voiceApiFault = z.optional(z.nullable(z.enum(VOICE_API_FAULTS)))
const stripeFault = z.optional(z.nullable(z.enum(STRIPE_FAULTS)))

const patchSchema = z.strictObject({
  nextCardOutcome: z.optional(z.nullable(z.enum(CARD_OUTCOMES))),
  webhooks: z.optional(z.enum(WEBHOOK_MODES)),
  voiceFaults: z.optional(z.record(z.string().check(z.minLength(1)), z.nullable(z.enum(VOICE_FAULTS)))),
  voiceService: z.optional(servicePatch),
  apiFault: z.optional(z.strictObject({ stripe: stripeFault, elevenlabs: voiceApiFault })),
  advance: z.optional(z.string()),
  ...actions,
})
type ControlPatch = z.output<typeof patchSchema>

export type ControlSwitches = {
  /** Forced on the next confirmation of a payment, then null again. */
  nextCardOutcome: CardOutcome | null
  webhooks: WebhookMode
  /** By agent id or agent name. */
  voiceFaults: Record<string, VoiceFault>
  apiFault: { elevenlabs: VoiceApiFault | null; stripe: StripeApiFault | null }
  voiceService: ServiceSwitches
  /** How far the stand-ins' clock is ahead of real time. */
  clockOffsetMs: number
}

/** The values that each key of a patch accepts, for the answer to a wrong one. */
export const allowedSwitches = {
  nextCardOutcome: [null, ...CARD_OUTCOMES],
  webhooks: WEBHOOK_MODES,
  voiceFaults: { '<agent id or name>': [null, ...VOICE_FAULTS] },
  apiFault: { stripe: [null, ...STRIPE_FAULTS], elevenlabs: [null, ...VOICE_API_FAULTS] },
  voiceService: z.toJSONSchema(servicePatch).properties,
  advance: 'ISO 8601 duration, e.g. P31D, P1M, PT12H',
  dispute: { payment: "'latest' or 'pi_...'", action: DISPUTE_ACTIONS, reason: DISPUTE_REASONS },
  refund: { payment: "'latest' or 'pi_...'", action: REFUND_ACTIONS, amount: 'cents; absent for all that is left' },
  replayEvent: "'latest' or 'evt_...'",
}

export class ControlFault extends Error {}

export type Control = {
  switches(): ControlSwitches
  /**
   * Changes the given switches or does the one given action. Throws `ControlFault`, with nothing changed, when one is
   * wrong.
   */
  change(patch: unknown): ControlSwitches
  takeCardOutcome(): CardOutcome | null
  /** Returns the fault set for an agent, by its id or its name. */
  voiceFault(agentId: string, agentName: string): VoiceFault | null
  /** Returns the stand-ins' time, in milliseconds since 1970. */
  nowMs(): number
  /** Calls the listener after each move of the clock, before the move is answered. */
  onAdvance(listener: () => void): void
  /** Sets what performs the actions; an error that it throws becomes the answer to the request. */
  onAction(performer: (action: DashboardAction) => void): void
  close(): void
}

const initial: ControlSwitches = {
  nextCardOutcome: null,
  webhooks: 'deliver',
  voiceFaults: {},
  apiFault: { stripe: null, elevenlabs: null },
  voiceService: usualService,
  clockOffsetMs: 0,
}

/** Opens the switches of the stand-ins, kept in a file of `directory`. */
export function openControl(directory: string): Control {
  const store = openStore(join(directory, 'control.jsonl'))
  const kept = store.get<ControlSwitches>('control', 'switches')
  let switches: ControlSwitches = {
    ...initial,
    ...kept,
    voiceService: { ...initial.voiceService, ...kept?.voiceService },
  }
  const nowMs = () => Date.now() + switches.clockOffsetMs
  const listeners: (() => void)[] = []
  let perform: (action: DashboardAction) => void = () => undefined

  function save(changed: ControlSwitches): void {
    switches = changed
    store.put('control', 'switches', changed)
    store.flush()
  }

  return {
    switches: () => switches,
    change(patch) {
      const read = readPatch(patch)
      if (isAction(read)) {
        perform(read)
        return switches
      }
      save(merge(switches, read, nowMs()))
      if (read.advance !== undefined) for (const listener of listeners) listener()
      return switches
    },
    takeCardOutcome() {
      const { nextCardOutcome } = switches
      if (nextCardOutcome !== null) save({ ...switches, nextCardOutcome: null })
      return nextCardOutcome
    },
    voiceFault: (agentId, agentName) => switches.voiceFaults[agentId] ?? switches.voiceFaults[agentName] ?? null,
    nowMs,
    onAdvance: (listener) => void listeners.push(listener),
    onAction(performer) {
      perform = performer
    },
    close: () => store.close(),
  }
}

function readPatch(patch: unknown): ControlPatch {
  const parsed = patchSchema.safeParse(patch)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue!.path.join('.')
  if (issue?.code === 'unrecognized_keys')
    throw new ControlFault(`Unknown key: ${[where, ...issue.keys].filter(Boolean).join('.')}`)
  throw new ControlFault(where === '' ? 'The body must be a JSON object' : `Wrong value for ${where}`)
}

/** Returns whether the patch is an action, which may hold nothing else, so that it happens as a whole or not at all. */
function isAction(patch: ControlPatch): boolean {
  const given = Object.entries(patch).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  const action = given.find((key) => key in actions)
  if (action === undefined) return false
  if (given.length > 1) throw new ControlFault(`${action} must be the only key`)
  if (patch.dispute?.reason !== undefined && patch.dispute.action !== 'open') {
    throw new ControlFault('dispute.reason goes with the action open only')
  }
  if (patch.refund?.amount !== undefined && patch.refund.action === 'settle') {
    throw new ControlFault('refund.amount goes with the action make only')
  }
  return true
}

function merge(old: ControlSwitches, patch: ControlPatch, nowMs: number): ControlSwitches {
  const { advance, apiFault: faults, nextCardOutcome, voiceFaults, voiceService, webhooks } = patch
  const faultsByAgent = Object.entries({ ...old.voiceFaults, ...voiceFaults })
  return {
    nextCardOutcome: nextCardOutcome === undefined ? old.nextCardOutcome : nextCardOutcome,
    webhooks: webhooks ?? old.webhooks,
    voiceFaults: Object.fromEntries(
      faultsByAgent.flatMap(([agent, fault]) => (fault === null ? [] : [[agent, fault]])),
    ),
    apiFault: { ...old.apiFault, ...faults },
    voiceService: { ...old.voiceService, ...voiceService },
    clockOffsetMs: old.clockOffsetMs + (advance === undefined ? 0 : forwardMs(nowMs, advance)),
  }
}

const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Returns how long an ISO 8601 duration from now is. Years and months follow the UTC calendar. */
function forwardMs(nowMs: number, duration: string): number {
  const parts = DURATION.exec(duration)
  const of = (place: number) => Number(parts?.[place] ?? 0)
  const at = new Date(nowMs)
  at.setUTCMonth(at.getUTCMonth() + of(1) * 12 + of(2), at.getUTCDate() + of(3) * 7 + of(4))
  const laterMs = at.getTime() + ((of(5) * 60 + of(6)) * 60 + of(7)) * 1000
  if (parts === null || !Number.isSafeInteger(laterMs)) {
    throw new ControlFault(`Wrong value for advance: '${duration}' is no ISO 8601 duration`)
  }
  return laterMs - nowMs
}
