import type { ChildProcess } from 'node:child_process'

export interface StartedProcess {
  port: number
  child: ChildProcess
  stop(): Promise<void>
}
export function startProcess(
  script: string,
  options?: { env?: Record<string, string>; args?: string[]; execArgv?: string[]; directory?: string },
): Promise<StartedProcess>

export function startServerProcess(options?: {
  env?: Record<string, string>
  execArgv?: string[]
}): Promise<StartedProcess>
