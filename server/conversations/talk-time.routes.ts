import type { FastifyInstance } from 'fastify'
import { msToMinutes, msToSeconds } from '#contract/amounts.ts'
import * as talkTime from '#contract/conversations/talk-time.ts'
import { readTalkTime, type Talked } from './talk-time.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from './services.ts'

export function talkTimeRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, talkTime, {
    talkTime: async ({ person, query: { days, timeZone }, at }) => {
      const period = { dayCount: Number(days), timeZone, at }
      const found = await readTalkTime(services.database.readLong, person.id, period)
      return { days: found.days.map(toAnswer), agents: found.agents.map(toAnswer) }
    },
  })
}

function toAnswer<Row extends Talked>(row: Row): Row & { minutes: number; seconds: number } {
  return { ...row, minutes: msToMinutes(row.talkedMs), seconds: msToSeconds(row.talkedMs) }
}
