import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { responseMiddleware, type ResponseOptions } from './responseMiddleware.ts'

/** HTTP status to text (spec section 8; 401 by section 6). */
const TEXT_OF: Readonly<Record<number, keyof RequestTexts>> = {
  401: 'loginRequired',
  403: 'forbidden',
  404: 'notFound',
  500: 'systemBusy',
  504: 'notFound',
}

/** Statuses that refuse the body. Their envelope's `msg` explains the fault (wire protocol 10). */
const EXPLAINED: readonly number[] = [400, 413]

/** Options of `httpErrors`. */
export interface HttpErrorsOptions extends ResponseOptions {
  readonly texts: () => RequestTexts
  /** Whether the server's own text is shown for a status. Default: 400 and 413. */
  readonly showsServerText?: (status: number) => boolean
}

/** Throws on every status outside 2xx, with its text. */
export function httpErrors({
  texts,
  readEnvelope,
  showsServerText = (status) => EXPLAINED.includes(status),
}: HttpErrorsOptions): LogicalMiddleware {
  return responseMiddleware('http-errors', {
    readEnvelope,
    read({ response, envelope, refuse }) {
      const { status } = response
      if (status >= 200 && status < 300) return response
      const id = TEXT_OF[status]
      const text = id ? texts()[id] : `${status} ${texts().systemBusy}`
      throw refuse('http', { message: (showsServerText(status) && envelope?.msg) || text })
    },
  })
}
