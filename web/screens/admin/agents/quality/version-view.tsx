import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AdminAgent } from '#contract/agents/admin-agents.ts'
import { bringBackVersion, readAgentVersion, type TextPart } from '#contract/agents/versions.ts'
import type { Answer } from '#contract/call.ts'
import { isChangedMeanwhile } from '#web/client/api-error.ts'
import { query, write } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { nameOf } from '../../person-name.tsx'
import { savedToast } from '../provider.tsx'

type Version = Answer<typeof readAgentVersion>

interface Props {
  agentId: string
  revision: number
  onBack: () => void
}

/** The words of one version and what it changed, with the way to have them again. */
export function VersionView({ agentId, revision, onBack }: Props) {
  const read = useQuery(query(readAgentVersion, { params: { id: agentId, revision: String(revision) } }))
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-5">
      <Button
        ref={back}
        variant="ghost"
        size="dense"
        className="-ml-2"
        icon={<ArrowLeft aria-hidden className="size-4" />}
        onClick={onBack}
      >
        All Versions
      </Button>
      <Loaded read={read} what="this version">
        {(version) => <Words agentId={agentId} version={version} onDone={onBack} />}
      </Loaded>
    </div>
  )
}

function Words({ agentId, version, onDone }: { agentId: string; version: Version; onDone: () => void }) {
  const [isWhole, setWhole] = useState(version.changes === null)
  const { changes, isCurrent, number, savedAt, savedBy, words } = version
  return (
    <div className="flex w-full flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
            Version {number} {isCurrent && <Badge tone="success">Current</Badge>}
          </h3>
          <p className="text-muted">
            {savedBy ? nameOf(savedBy) : 'Luna'}, <DateTime value={savedAt} withTime />
          </p>
        </div>
        {changes && (
          <Segmented
            label="What to show"
            options={[
              { value: 'changes', label: 'Changes' },
              { value: 'whole', label: 'Full text' },
            ]}
            value={isWhole ? 'whole' : 'changes'}
            onChange={(value) => setWhole(value === 'whole')}
          />
        )}
      </div>
      <WordsShown title="First message" text={words.firstMessage} parts={isWhole ? null : changes?.firstMessage} />
      <WordsShown title="System prompt" text={words.systemPrompt} parts={isWhole ? null : changes?.systemPrompt} />
      {!isCurrent && <BringBack agentId={agentId} version={version} onDone={onDone} />}
    </div>
  )
}

/** Gives the agent these words again, after a question, unless somebody else has changed them in the meantime (D187). */
function BringBack({ agentId, version, onDone }: { agentId: string; version: Version; onDone: () => void }) {
  const { number, present, revision } = version
  // The words that were there when this version was opened; somebody else's must be seen before they are replaced.
  const [before, setBefore] = useState(present)
  const [isChanged, setChanged] = useState(false)

  async function bringBack(words: Version['present']) {
    const params = { id: agentId, revision: String(revision) }
    const told = (agent: AdminAgent) => savedToast(`Version ${number} brought back`, agent)
    try {
      await write(bringBackVersion, { params, body: { before: { ...words } } }, { told })
      onDone()
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error
      setChanged(true)
    }
  }

  function start() {
    const words = isChanged ? present : before
    setBefore(words)
    void ask({
      title: `Bring back version ${number}?`,
      text: 'The agent gets this first message and this system prompt again, as a new version. They apply from the next conversation. Everything else about the agent stays as it is.',
      confirm: 'Bring Back',
      keep: 'Keep Current Version',
      tone: 'primary',
      act: () => bringBack(words),
    })
  }

  return (
    <>
      {isChanged && (
        <Banner tone="warning" title="Someone else changed these words in the meantime" announce>
          Version {number} wasn't brought back. Their changes are now the newest version in the list.
        </Banner>
      )}
      <div>
        <Button onClick={start}>Bring Back Version {number}</Button>
      </div>
    </>
  )
}

interface WordsProps {
  title: string
  text: string
  /** What changed in it; null shows the whole text. */
  parts: readonly TextPart[] | null | undefined
}

/** One text of a version, whole or with what changed in it marked. */
function WordsShown({ title, text, parts }: WordsProps) {
  const isSame = parts?.every(({ kind }) => kind === 'same') ?? false
  return (
    <section aria-label={title} className="w-full min-w-0">
      <h4 className="mb-1.5 font-medium">{title}</h4>
      {isSame || (!parts && text === '') ? (
        <p className="text-muted">{isSame ? 'No changes in this version.' : 'Empty'}</p>
      ) : (
        <p className="rounded-card border border-line bg-sunken p-4 wrap-anywhere whitespace-pre-wrap">
          {parts ? parts.map((part, place) => <Part key={place} part={part} place={place} of={parts.length} />) : text}
        </p>
      )}
    </section>
  )
}

function Part({ part: { kind, text }, place, of }: { part: TextPart; place: number; of: number }) {
  if (kind === 'same') return withoutMiddle(text, { isFirst: place === 0, isLast: place === of - 1 })
  const isAdded = kind === 'added'
  const Mark = isAdded ? 'ins' : 'del'
  return (
    <Mark
      className={
        isAdded
          ? 'rounded-[2px] bg-success-soft text-text decoration-success decoration-1 underline-offset-2'
          : 'rounded-[2px] bg-danger-soft text-muted decoration-danger'
      }
    >
      <span className="sr-only">{isAdded ? ' Added: ' : ' Removed: '}</span>
      {text}
      <span className="sr-only"> End. </span>
    </Mark>
  )
}

/** How many characters stay beside a change. */
const kept = 120

/** Returns what two versions share with only the words beside a change: the end of its start, the start of its end. */
export function withoutMiddle(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  const before = isLast ? '' : text.slice(-kept).replace(/^\S*\s+/, '')
  const after = isFirst ? '' : text.slice(0, kept).replace(/\s+\S*$/, '')
  if (text.length <= before.length + after.length + kept) return text
  const gap = isFirst ? '… ' : isLast ? ' …' : ' …\n… '
  return `${after}${gap}${before}`
}
