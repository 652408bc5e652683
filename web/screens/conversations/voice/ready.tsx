import { CircleCheck, SlidersHorizontal, Volume2 } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { minutesText } from '#contract/amounts.ts'
import { voiceNotice } from '#contract/conversations/voice.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import { balanceText } from '#web/screens/frame/header/balance-parts.tsx'
import { isShutOut, shutOutText, wayToAccess } from '#web/screens/frame/header/organization-access.ts'
import { RequestMinutes, shortageOf } from '#web/screens/frame/header/request-minutes.tsx'
import { NotThisTime, useLeftOut } from '#web/screens/results/memory/not-this-time.tsx'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { RoomStart } from './room/api.ts'
import { onSingleClick, VoiceStage } from './room/phase.tsx'
import { isAboutMinutes, wordsOf } from './room/problems.ts'
import { openCheck, openSettings } from './room/sheets.tsx'
import { usePreferences } from './settings/preferences.ts'
import { isMember, secondsToTalk } from './time.tsx'

/** The least that a start needs (D69). */
const minSecondsToStart = 60

const formId = 'voice-start'

interface Props {
  agent: TalkAgent
  user: Me
  conversation: Conversation
  snapshot: Snapshot
  /** The first words that the person chose; null or undefined to begin with the agent's greeting. */
  question: string | undefined
  /** Whether the last conversation with this agent left memory out. */
  withoutMemory: boolean
  /** Called inside the click. */
  onStart: (options?: RoomStart) => void
}

/** Before the conversation: what it needs, what it costs, and why the last start failed. */
export function VoiceReady(props: Props) {
  const { agent, user, conversation, snapshot, question, withoutMemory: before, onStart } = props

  const [agreed, setAgreed] = useState(false)
  const [isReminding, setReminding] = useState(false)
  const agreement = useRef<HTMLInputElement>(null)
  const [withoutMemory, setWithoutMemory] = useState(before)
  const { isReading, count } = useLeftOut(agent.id, agent.startTest !== undefined)
  const mustAgree = !user.voiceConsent

  function start(event: FormEvent) {
    event.preventDefault()
    if (isReading) return
    if (mustAgree && !agreed) {
      setReminding(true)
      agreement.current?.focus()
      return
    }
    onStart({ isAgreeing: mustAgree, withoutMemory, ...(question !== undefined && { question }) })
  }

  return (
    <form id={formId} onSubmit={start} noValidate className="flex w-full max-w-md flex-col gap-4">
      <ReadyWords {...{ agent, user, question }} />
      <StartNotice {...{ agent, user, snapshot }} onStart={(options) => onStart({ withoutMemory, ...options })} />
      {mustAgree ? (
        <div className="rounded-card border border-line bg-surface px-4 py-3">
          <p>{voiceNotice.text}</p>
          <Checkbox
            ref={agreement}
            name="agreed"
            label="I agree"
            checked={agreed}
            onChange={(next) => {
              setAgreed(next)
              setReminding(false)
            }}
            error={isReminding ? 'Please agree before your first session' : undefined}
          />
        </div>
      ) : (
        <p className="text-center text-sm text-muted">{voiceNotice.text}</p>
      )}
      <NotThisTime agentName={agent.name} count={count} checked={withoutMemory} onChange={setWithoutMemory} />
      <p className="text-center text-sm text-muted">
        Your browser may ask to use the microphone. Headphones work best.
      </p>
      <ReadyChoices conversation={conversation} />
    </form>
  )
}

/** What is left to talk, what it costs, and how the conversation begins. */
function ReadyWords({ agent, user, question }: Pick<Props, 'agent' | 'user' | 'question'>) {
  return (
    <>
      <VoiceStage title="Ready to connect">
        {agent.startTest ? (
          <p className="text-sm text-muted">This is a test. It's free and doesn't count toward any total.</p>
        ) : (
          <>
            <p className="tabular">
              You have <span className="font-medium">{leftToTalk(user)}</span>
            </p>
            <p className="text-sm text-muted">1 credit a minute, counted by the second</p>
          </>
        )}
      </VoiceStage>
      {question !== undefined && (
        <p className="text-center text-lg">
          You'll start with: <q className="font-medium">{question}</q>
        </p>
      )}
    </>
  )
}

/** Choices beside the start button that never get in its way. */
function ReadyChoices({ conversation }: Pick<Props, 'conversation'>) {
  const { checked } = usePreferences()
  const Icon = checked ? CircleCheck : Volume2
  return (
    <div className="flex flex-wrap justify-center gap-x-2">
      <Button
        variant="ghost"
        size="dense"
        icon={<Icon aria-hidden className={classes('size-4', checked && 'text-success')} />}
        onClick={() => openCheck(conversation)}
      >
        {checked ? 'Sound checked' : 'Check your sound'}
      </Button>
      <Button
        variant="ghost"
        size="dense"
        icon={<SlidersHorizontal aria-hidden className="size-4" />}
        aria-label="Voice settings"
        onClick={() => openSettings(conversation)}
      >
        Settings
      </Button>
    </div>
  )
}

/** The buttons of the ready screen. */
export function VoiceReadyActions({ agent, user }: { agent: TalkAgent; user: Me }) {
  const { isReading } = useLeftOut(agent.id, agent.startTest !== undefined)
  const canStart = agent.startTest !== undefined || hasEnough(user)
  if (agent.startTest === undefined && isShutOut(user)) return <WayToAccess user={user} />
  return (
    <div className="flex w-full max-w-md flex-wrap gap-3 *:flex-1">
      {!agent.startTest && isMember(user) && <RequestMinutes size="touch" about={shortageOf(user)} />}
      {!agent.startTest && !isMember(user) && (
        <LinkButton href={paths.checkout()} variant={canStart ? 'secondary' : 'primary'} size="touch">
          Buy Credits
        </LinkButton>
      )}
      <Button
        type="submit"
        form={formId}
        variant={canStart ? 'primary' : 'secondary'}
        size="touch"
        pending={isReading}
        onClick={onSingleClick()}
      >
        Start
      </Button>
    </div>
  )
}

/** In an organization without access, minutes would not help (D129, D130). */
function WayToAccess({ user }: { user: Me }) {
  const way = wayToAccess(user)
  return (
    way && (
      <LinkButton href={way.href} size="touch">
        {way.label}
      </LinkButton>
    )
  )
}

/** What blocks the start; stays after its toast is gone. */
function StartNotice({
  agent,
  user,
  snapshot: { problem },
  onStart,
}: Pick<Props, 'agent' | 'user' | 'snapshot' | 'onStart'>) {
  if (problem?.kind === 'session_active' && problem.sessionId) {
    const endOther = problem.sessionId
    return (
      <Banner
        tone="warning"
        title="You are already talking to an agent"
        actions={
          <Button variant="secondary" onClick={() => onStart({ endOther })}>
            End the other session and start here
          </Button>
        }
      >
        It may be open in another tab or on another device.
      </Banner>
    )
  }
  if (!agent.startTest && isShutOut(user)) {
    return (
      <Banner tone="warning" title={shutOutText(user)}>
        {wayToAccess(user) ? 'Its minutes, people and history are safe.' : 'Its admins can restore it.'}
      </Banner>
    )
  }
  const words = problem && wordsOf(problem)
  if (words) {
    return (
      <Banner tone={isAboutMinutes(problem) ? 'warning' : 'danger'} title={words.title}>
        <p>{words.text}</p>
        {words.advice && <p className="mt-1">{words.advice}</p>}
      </Banner>
    )
  }
  if (agent.startTest || hasEnough(user)) return null
  return (
    <Banner tone="warning" title="Not Enough Credits">
      You need at least 1 minute to start a conversation.
    </Banner>
  )
}

/**
 * Returns whether there are enough minutes; the server decides at the start, since the figure here may be seconds old.
 */
function hasEnough(user: Me): boolean {
  const isPool = user.hasOrganizationAccess && user.monthLeftSeconds === null
  return isPool || secondsToTalk(user) >= minSecondsToStart
}

/** Returns what is left to talk; a limited member sees what is left of the limit, never the pool (D190). */
function leftToTalk(user: Me): string {
  if (user.monthLeftSeconds === null) return balanceText(user)
  return `${minutesText(user.monthLeftSeconds / 60)} left this month`
}
