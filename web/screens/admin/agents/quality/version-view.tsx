import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { adminAgents } from '#contract/agents/admin-agents.ts'
import { bringBackVersion, readAgentVersion } from '#contract/agents/versions.ts'
import type { Answer } from '#contract/call.ts'
import { isChangedMeanwhile } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { nameOf } from '../../person-name.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { changedReadings } from '../changed-readings.ts'
import { agentFailures, versionBroughtBack } from '../toasts.ts'
import { WordsShown } from './words-shown.tsx'

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
      {read.isError && <LoadError what="this version" failed={read} />}
      {read.isPending && <LoadingRows what="version" />}
      {read.data && <Words agentId={agentId} version={read.data} onDone={onBack} />}
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

/** Gives the agent these words again, after a question, unless somebody else has changed them meanwhile (D187). */
function BringBack({ agentId, version, onDone }: { agentId: string; version: Version; onDone: () => void }) {
  const { number, present, revision } = version
  // The words that were there when this version was opened; somebody else's must be seen before they are replaced.
  const [before, setBefore] = useState(present)
  const [isAsking, setAsking] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const call = useAdminCall(bringBackVersion, {
    list: adminAgents,
    changes: changedReadings,
    failed: agentFailures.bringBack,
    done: (agent) => showToast(versionBroughtBack(number, agent)),
  })
  async function bringBack() {
    try {
      await call.mutateAsync({ params: { id: agentId, revision: String(revision) }, body: { before: { ...before } } })
      onDone()
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error
      setChanged(true)
    }
  }
  return (
    <>
      {isChanged && (
        <Banner tone="warning" title="Someone else changed these words in the meantime" announce>
          Version {number} wasn't brought back. Their changes are now the newest version in the list.
        </Banner>
      )}
      <div>
        <Button
          onClick={() => {
            if (isChanged) setBefore(present)
            setAsking(true)
          }}
        >
          Bring Back Version {number}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Bring back version ${number}?`}
        confirmLabel="Bring Back"
        keepLabel="Keep Current Version"
        tone="primary"
        onConfirm={bringBack}
      >
        The agent gets this first message and this system prompt again, as a new version. They apply from the next
        conversation. Everything else about the agent stays as it is.
      </ConfirmDialog>
    </>
  )
}
