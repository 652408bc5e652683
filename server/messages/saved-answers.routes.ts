import type { FastifyInstance } from 'fastify'
import * as savedAnswers from '#contract/messages/saved-answers.ts'
import { recordAct } from '../audit/acts.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { changeSavedAnswer, createSavedAnswer, deleteSavedAnswer, listSavedAnswers } from './saved-answers.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'

export function savedAnswerRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, savedAnswers, {
    savedAnswers: async () => listSavedAnswers(services.database.read),

    createSavedAnswer: async (context) => {
      const { person, body, at, write, fail } = context
      return write(async (tx) => {
        const row = await createSavedAnswer(tx, person.id, body, at)
        if (row === 'title_taken') throw fail(row, { field: 'title' })
        if (row === 'too_many_answers') throw fail(row)
        const target = { kind: 'saved_answer', id: row.id } as const
        await recordAct(tx, actingIn(context), { action: 'saved_answer.create', target, after: { title: row.title } })
        return row
      })
    },

    changeSavedAnswer: async (context) => {
      const { person, params, body, at, write, fail } = context
      return write(async (tx) => {
        const { before: began, ...words } = body
        const changed = await changeSavedAnswer(tx, person.id, { ...words, id: params.id, began }, at)
        if (changed === 'answer_not_found') throw fail(changed)
        if (changed === 'title_taken') throw fail(changed, { field: 'title' })
        const { before, row } = changed
        const target = { kind: 'saved_answer', id: row.id } as const
        const after = { title: row.title, isTextChanged: before.message !== row.message }
        await recordAct(tx, actingIn(context), {
          action: 'saved_answer.change',
          target,
          before: { title: before.title },
          after,
        })
        return row
      })
    },

    deleteSavedAnswer: async (context) => {
      const { params, write, fail } = context
      await write(async (tx) => {
        const title = await deleteSavedAnswer(tx, params.id)
        if (title === null) throw fail('answer_not_found')
        const target = { kind: 'saved_answer', id: params.id } as const
        await recordAct(tx, actingIn(context), { action: 'saved_answer.delete', target, before: { title } })
      })
      return { success: true as const }
    },
  })
}
