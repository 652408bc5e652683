export interface StartedPostgres {
  url: string
  pid: number | undefined
  stop(): Promise<void>
}
export function startPostgres(options: { directory: string; durable?: boolean }): Promise<StartedPostgres>
