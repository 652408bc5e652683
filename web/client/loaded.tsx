import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './api-error.ts'
import { LoadError } from './load-error.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

interface Props<Data> {
  read: UseQueryResult<Data>
  /** Names what is read, to complete "Loading …" and "We could not load …". */
  what: string
  /** Shows while it loads; by default a few lines, with null nothing. */
  skeleton?: ReactNode
  /** Replaces an empty list. */
  empty?: ReactNode
  /** Shows where there is no such thing, as a 404 says. */
  unknown?: ReactNode
  /** Replaces the text of a failure where the error catalogue has one. */
  failureText?: string
  children: (data: Data) => ReactNode
}

/** The data of one call, or its loading state, its failure with a button to try again, or its emptiness. */
export function Loaded<Data>({ read, what, skeleton, empty, unknown, failureText, children }: Props<Data>) {
  const { data } = read
  if (data !== undefined) return isEmpty(data) && empty !== undefined ? <>{empty}</> : <>{children(data)}</>
  if (unknown !== undefined && isUnknown(read.error)) return <>{unknown}</>
  if (read.isError) return <LoadError what={what} failed={read} {...(failureText && { text: failureText })} />
  return skeleton === undefined ? <LoadingRows what={what} /> : <>{skeleton}</>
}

/** Returns whether what was read does not exist. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

function isEmpty(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0
}

/** Lines in the place of rows that load; `height` is a class. */
export function LoadingRows({ what, count = 6, height = 'h-12' }: { what: string; count?: number; height?: string }) {
  return (
    <SkeletonGroup label={`Loading ${what}…`} className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={height} />
      ))}
    </SkeletonGroup>
  )
}
