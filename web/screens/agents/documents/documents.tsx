import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { documentLimits, listDocuments } from '#contract/agents/documents.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { useLeaveQuestion } from '#web/kit/fields/use-leave-question.ts'
import { AddDialog } from './add-dialog.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { DocumentList } from './document-list.tsx'
import { wayOf } from './document-words.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import type { ChosenDocument, DocumentsAgent, Task } from './task.ts'
import { TryQuestion } from './try-question.tsx'
import { UploadList } from './upload-list.tsx'
import { isUnderWay, useUploads } from './uploads.ts'

/** How often the list is read while something is on its way, in ms. */
const askAgainMs = 2000

/**
 * What an agent has read: the list, and a question to try. People who manage it also add, correct and remove (D183);
 * staff who only read see the same without these acts.
 */
export function Documents({ agent }: { agent: DocumentsAgent }) {
  const list = useDocuments(agent)
  const { uploads, all } = useUploads(agent.id)
  const [task, setTask] = useState<Task | null>(null)
  useLeaveQuestion(all.some(isUnderWay))
  const read = (document: ChosenDocument) => setTask({ kind: 'read', document })
  return (
    <Card
      title={`What ${agent.name} has read`}
      description={`${agent.name} answers from these documents in every conversation.`}
      aside={
        list.data &&
        agent.managesDocuments && <AddButton count={list.data.length} onAdd={() => setTask({ kind: 'add' })} />
      }
    >
      <div className="flex flex-col gap-4">
        {list.isPending && <LoadingDocuments />}
        {list.isError && !list.data && <LoadError what="the documents" failed={list} />}
        {task?.kind !== 'add' && (
          <UploadList
            uploads={all.filter(({ state }) => state !== 'sent')}
            onRetry={(id) => uploads.retry(id)}
            onRemove={(id) => uploads.remove(id)}
          />
        )}
        {list.data?.length === 0 && !all.some(isUnderWay) && (
          <Nothing agent={agent} onAdd={() => setTask({ kind: 'add' })} />
        )}
        {list.data && list.data.length > 0 && (
          <DocumentList
            documents={list.data}
            onRead={read}
            onRemove={agent.managesDocuments ? (document) => setTask({ kind: 'remove', document }) : undefined}
          />
        )}
        {list.data?.some(({ state }) => state === 'ready') && (
          <TryQuestion agent={agent} documents={list.data} onRead={read} />
        )}
      </div>
      <Dialogs agent={agent} task={task} onClose={() => setTask(null)} />
    </Card>
  )
}

function Nothing({ agent, onAdd }: { agent: DocumentsAgent; onAdd: () => void }) {
  const title = `${agent.name} has read nothing yet`
  if (!agent.managesDocuments) return <EmptyState title={title}>Its documents will appear here.</EmptyState>
  return (
    <EmptyState title={title} action={<Button onClick={onAdd}>Add a Document</Button>}>
      Add a handbook, a price list or a page of your website. {agent.name} will then know what is in it.
    </EmptyState>
  )
}

interface DialogsProps {
  agent: DocumentsAgent
  task: Task | null
  onClose: () => void
}

function Dialogs({ agent, onClose, task }: DialogsProps) {
  const removed = task?.kind === 'remove' ? task.document : null
  return (
    <>
      {task?.kind === 'add' && <AddDialog agent={agent} onClose={onClose} />}
      {task?.kind === 'read' && (
        <DocumentDialog key={task.document.id} agent={agent} id={task.document.id} onClose={onClose} />
      )}
      <RemoveDialog agent={agent} document={removed} onClose={onClose} isOverList />
    </>
  )
}

/** Reads the list, again and again while a document is on its way. */
function useDocuments({ id }: DocumentsAgent) {
  return useQuery({
    ...query(listDocuments, { params: { agentId: id }, query: {} }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(wayOf) ? askAgainMs : false),
  })
}

function AddButton({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count === 0) return null
  if (count >= documentLimits.documents) {
    return <p className="text-sm text-muted">All {documentLimits.documents} places are taken.</p>
  }
  return (
    <Button variant="secondary" icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
      Add Documents
    </Button>
  )
}

function LoadingDocuments() {
  return (
    <SkeletonGroup label="Loading the documents…" className="flex flex-col gap-3">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </SkeletonGroup>
  )
}
