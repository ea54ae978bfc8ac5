import type { AxiosResponse } from 'axios'
import { blobOrText } from '../blobOrText.ts'
import { checkedOrigin } from '../checkedOrigin.ts'
import type { Transport, WireRequest, WireResponse } from '../request.ts'
import { RequestError } from '../RequestError.ts'
import { CONTENT_TYPE } from '../wire.ts'
import type { Exchange } from './createNodeExchange.ts'
import { loadAdapter } from './loadAdapter.ts'

/** Options of `createAxiosTransport`. */
export interface AxiosTransportOptions {
  /**
   * Scheme, host and port, such as `https://api.example.com`. Default: the page's origin. A path is
   * rejected, because signatures cover the path as sent.
   */
  readonly origin?: string
  /** Whether to send cookies to another origin. Default false. */
  readonly withCredentials?: boolean
}

/**
 * Creates a transport on an axios adapter: XHR in browsers, `http` in Node. Every axios feature
 * that changes a URL or a body is switched off.
 * @throws RequestError `config` for an invalid origin.
 */
export function createAxiosTransport({
  origin = '',
  withCredentials = false,
}: AxiosTransportOptions = {}): Transport {
  const baseURL = checkedOrigin(origin)
  let adapter: Promise<Exchange> | undefined

  return {
    origin: baseURL || undefined,
    async send(request) {
      const { method, origin: other, target, signal, responseType, onProgress } = request
      const content = contentOf(request)
      const exchange = await (adapter ??= loadAdapter())
      try {
        const response = await exchange({
          baseURL: other ?? baseURL,
          allowAbsoluteUrls: false,
          withCredentials: withCredentials && other === undefined,
          withXSRFToken: false,
          responseType: responseType === 'blob' ? responseType : 'text',
          // Accept every status; the middlewares decide what it means.
          validateStatus: () => true,
          method,
          url: target,
          headers: headersOf(request),
          signal,
          ...(content !== '' && { data: content }),
          ...(onProgress && {
            onUploadProgress: ({ loaded, total }) => onProgress({ loaded, total }),
          }),
        })
        return await wireResponse(response)
      } catch (error) {
        // Axios's error contains the whole request, passwords included, so only its message and
        // code are kept.
        const { message = 'Network Error', code } = error as Partial<{
          message: string
          code: string
        }>
        throw new RequestError('network', { message, code })
      }
    },
  }
}

/**
 * `false` stops axios from adding a content type to a body without one. The platform sets that of
 * forms, boundary included.
 */
function headersOf(request: WireRequest): Record<string, string | false> {
  const { content, headers } = request
  if (content instanceof FormData || givenType(request) !== undefined) return headers
  return { ...headers, [CONTENT_TYPE]: (content instanceof Blob && content.type) || false }
}

/** A Blob gets the given content type as its own, which axios prefers in Node. */
function contentOf(request: WireRequest): WireRequest['content'] {
  const { content } = request
  const type = givenType(request)
  return content instanceof Blob && type !== undefined
    ? content.slice(0, content.size, type)
    : content
}

const givenType = ({ headers }: WireRequest) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === CONTENT_TYPE)?.[1]

async function wireResponse(response: AxiosResponse<unknown>): Promise<WireResponse> {
  const { status, headers, data } = response
  const list = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) if (typeof value === 'string') list.append(name, value)
  return {
    status,
    headers: list,
    text: typeof data === 'string' ? data : '',
    ...(data instanceof Blob && (await blobOrText(status, data))),
  }
}
