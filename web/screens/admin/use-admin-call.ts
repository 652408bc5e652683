import type { Answer, Call, Input } from '#contract/call.ts'
import { useCall } from '#web/client/api.ts'
import type { Failure } from '#web/client/failure.ts'
import { guessRows } from '#web/client/lists/guess.ts'
import type { RowOf } from '#web/client/lists/pages.ts'

interface Options<C extends Call, List extends Call> {
  /** The list that the change appears in. */
  list: List
  /** Has no effect: a write reads again everything on the screen. */
  changes?: readonly Call[]
  failed: Failure
  /** Returns the row to show until the server answers; a failure restores the previous row (D161). */
  guess?: (row: RowOf<List>, input: Input<C>) => RowOf<List>
  done: (answer: Answer<C>, input: Input<C>) => unknown
}

/** A write in the admin panel, whose rows may show it before the server answers. */
export function useAdminCall<C extends Call, List extends Call>(
  call: C,
  { list, changes: _changes, guess, failed, done }: Options<C, List>,
) {
  return useCall<C>(call, {
    failed,
    done: done as never,
    ...(guess && { guess: (input) => guessRows(list, (row) => guess(row, input as never)) }),
  })
}
