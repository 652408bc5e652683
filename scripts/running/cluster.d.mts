import type { ChildProcess } from 'node:child_process'

export interface ClusterServer {
  port: number
  gatewayId: number
  isRetiring: boolean
  child: ChildProcess
}
export interface Cluster {
  port: number
  servers(): ClusterServer[]
  roll(): Promise<void>
  stop(): Promise<void>
}
export function startCluster(options: {
  count: number
  host?: string
  port: number | string
  env: Record<string, string>
  graceMs?: number
}): Promise<Cluster>
