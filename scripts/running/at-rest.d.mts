export function untilAtRest(databaseUrl: string): Promise<void>
