import { logical, type LogicalMiddleware } from '../middleware.ts'
import { failure } from '../RequestError.ts'
import type { RequestTexts } from '../texts/en.ts'
import { readEnvelope } from '../wire.ts'

/** HTTP status -> text (spec section 8; 401 by section 6). */
const TEXT_OF: Readonly<Record<number, keyof RequestTexts>> = { 401: 'loginvalid', 403: 'forbidden', 404: 'notfound', 500: 'unknow', 504: 'notfound' }

/** Refusals of the body itself; they come with an envelope whose `msg` says what is wrong (wire protocol 10). */
const EXPLAINED: ReadonlySet<number> = new Set([400, 413])

/** Throws on every status outside 2xx, with the text for it. */
export function httpTexts({ texts }: { readonly texts: () => RequestTexts }): LogicalMiddleware {
  return logical('http-texts', async (request, next) => {
    const response = await next(request)
    const { status } = response
    if (status >= 200 && status < 300) return response
    const read = readEnvelope(response.payload)
    const explanation = EXPLAINED.has(status) ? read?.msg : undefined
    throw failure(request, 'http', { message: explanation || textFor(status, texts()), code: read?.code, status, data: read?.data })
  })
}

function textFor(status: number, texts: RequestTexts): string {
  const id = TEXT_OF[status]
  return id ? texts[id] : `${status} ${texts.unknow}`
}
