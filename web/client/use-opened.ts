import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Call } from '#contract/call.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { failureOf } from './api.ts'
import { showFailure, withdrawFailure, type Failure } from './failure.ts'

interface Told {
  /** Toast of a failure, or the call that has its words. */
  failed: Failure | Call
  /** Codes of refusals that the screen itself explains. */
  explained?: readonly string[]
}

const nothing: readonly string[] = []

/**
 * Opens something at the provider when a screen mounts, and drops it when the screen unmounts, since it may be replaced
 * or paid elsewhere meanwhile. `refetch` repeats the call.
 */
export function useOpened<Opened>(
  options: UseQueryOptions<Opened, Error, Opened>,
  { failed: words, explained = nothing }: Told,
) {
  const failed = useMemo(() => ('isCall' in words ? failureOf(words) : words), [words])
  const opened = useQuery({ ...options, gcTime: 0 })
  const { error, isSuccess } = opened
  useEffect(() => {
    if (failed && error && !isExplained(error, explained)) showFailure(failed, error)
  }, [error, explained, failed])
  useEffect(() => {
    if (failed && isSuccess) withdrawFailure(failed)
  }, [isSuccess, failed])
  return opened
}

/** An ended session has its own toast. */
function isExplained(error: Error, codes: readonly string[]): boolean {
  return isSignedOut(error) || (error instanceof ApiError && codes.includes(error.code ?? ''))
}
