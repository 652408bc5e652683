import { type DefaultError, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer, Call, Input } from '#contract/call.ts'
import { waitingWork } from '#contract/admin/waiting.ts'
import { adminActs } from '#contract/audit/acts.ts'
import { ApiError, isChangedMeanwhile, isSignedOut } from '#web/client/api-error.ts'
import { keyOf, send } from '#web/client/api.ts'
import { refreshMe } from '#web/client/me.ts'
import { type Failure, showWriteFailure, withdrawFailure } from '#web/client/failure.ts'
import type { FieldErrors } from '#web/kit/fields/form.tsx'
import type { ListPage, RowOf } from '#web/client/lists/pages.ts'
import { customerReadings } from './customers/changes.ts'

interface Options<C extends Call, List extends Call> {
  /** The list that the change appears in. */
  list: List
  /** Other calls whose answers it changes. */
  changes?: readonly Call[]
  failed: Failure
  /** Returns the row to show until the server answers; a failure restores the previous row (D161). */
  guess?: (row: RowOf<List>, input: Input<C>) => RowOf<List>
  done: (answer: Answer<C>, input: Input<C>) => unknown
}

/** A write in the admin panel, after which the pages of customers are read again: shown right away, reverted with a toast if it fails, and followed by a reload. */
export function useAdminCall<C extends Call, List extends Call>(
  call: C,
  { list, changes = [], failed, guess, done }: Options<C, List>,
) {
  const client = useQueryClient()
  // A retry after a lost answer reuses the key, so that the server acts only once; a refusal brings a new key.
  const [key, setKey] = useState(() => crypto.randomUUID())
  type Page = ListPage<RowOf<List>>
  const old = [list, adminActs, waitingWork, ...customerReadings, ...changes]
  const renew = () => Promise.all(old.map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })))
  const mutation = useMutation<Answer<C>, DefaultError, Input<C>, [readonly unknown[], Page | undefined][]>({
    mutationFn: (input) => send(call as Call, input as never) as Promise<Answer<C>>,
    onMutate: async (input) => {
      if (!guess) return []
      await client.cancelQueries({ queryKey: keyOf(list) })
      const before = client.getQueriesData<Page>({ queryKey: keyOf(list) })
      client.setQueriesData<Page>(
        { queryKey: keyOf(list) },
        (page) => page && { ...page, rows: page.rows.map((row) => guess(row, input)) },
      )
      return before
    },
    onSuccess: async (answer, input) => {
      withdrawFailure(failed)
      await renew()
      await done(answer, input)
    },
    onError: async (error, _input, before = []) => {
      for (const [key, page] of before) client.setQueryData(key, page)
      if (isSignedOut(error)) return
      if (!isChangedMeanwhile(error)) showWriteFailure(failed, error)
      if (error instanceof ApiError && error.status < 500) setKey(crypto.randomUUID())
      // Another admin may have acted on this row or on this person; a provider that is down may catch up later.
      if (error instanceof ApiError && error.status === 403) await refreshMe()
      if (error instanceof ApiError && [404, 409, 503].includes(error.status)) void renew()
    },
  })

  /** For forms: never rejects; returns the message of a refusal that names a field. */
  async function submit(input: Input<C>): Promise<FieldErrors | void> {
    try {
      await mutation.mutateAsync(input)
    } catch (error) {
      if (error instanceof ApiError && error.field) return { [error.field]: error.problem?.message ?? '' }
    }
  }

  return { ...mutation, submit, key }
}
