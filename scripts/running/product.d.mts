export interface Surroundings {
  env: Record<string, string>
  stop(): Promise<void>
}
export function startSurroundings(options: {
  dataDirectory: string
  appUrl: string
  durable?: boolean
}): Promise<Surroundings>
export function dataDirectory(): string
export function takeDataDirectory(directory: string): () => void
