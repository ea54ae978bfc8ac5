import type { LogicalMiddleware } from '../middleware.ts'
import type { RequestTexts } from '../texts/en.ts'
import { responseMiddleware } from './responseMiddleware.ts'

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

/** Throws on every status outside 2xx, with its text. */
export function httpErrors({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return responseMiddleware('http-errors', ({ response, envelope, refuse }) => {
    const { status } = response
    if (status >= 200 && status < 300) return response
    const id = TEXT_OF[status]
    const text = id ? texts()[id] : `${status} ${texts().systemBusy}`
    throw refuse('http', (EXPLAINED.includes(status) && envelope?.msg) || text)
  })
}
