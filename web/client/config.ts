import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#contract/call.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { query } from './api.ts'

export type PublicConfig = Answer<typeof publicConfig>

export const configQuery = query(publicConfig)

/** Returns the server's public settings; undefined while they load. */
export function useConfig(): PublicConfig | undefined {
  return useQuery(configQuery).data
}
