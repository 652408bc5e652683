import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, isSignedOut } from './api-error.ts'
import { showFailure, withdrawFailure, type Failure } from './failure.ts'

interface Told {
  /** Toast of a failure. */
  failed: Failure
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
  { failed, explained = nothing }: Told,
) {
  const opened = useQuery({ ...options, gcTime: 0 })
  const { error, isSuccess } = opened
  useEffect(() => {
    if (!error || isExplained(error, explained)) return
    showFailure(failed, error)
  }, [error, explained, failed])
  useEffect(() => {
    if (isSuccess) withdrawFailure(failed)
  }, [isSuccess, failed])
  return opened
}

/** An ended session has its own toast. */
function isExplained(error: Error, codes: readonly string[]): boolean {
  return isSignedOut(error) || (error instanceof ApiError && codes.includes(error.code ?? ''))
}
