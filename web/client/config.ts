import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#contract/call.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { query } from './api.ts'

export type PublicConfig = Answer<typeof publicConfig>

export const configQuery = query(publicConfig)

/** What the server tells everybody; undefined while it is not known yet. */
export function useConfig(): PublicConfig | undefined {
  return useQuery(configQuery).data
}
