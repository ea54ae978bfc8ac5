import type { AxiosResponse } from 'axios'
import type { Transport, WireRequest, WireResponse } from '../request.ts'
import { RequestError } from '../RequestError.ts'
import { CONTENT_TYPE } from '../wire.ts'
import { loadAdapter, type Exchange } from './loadAdapter.ts'

export interface AxiosTransportOptions {
  /**
   * Scheme, host and port, such as `https://api.example.com`; default: the page's own. Never a
   * path: signatures cover the path as sent.
   */
  readonly origin?: string
  /** Cookies for another origin; default false. */
  readonly withCredentials?: boolean
}

/**
 * Sends through an axios adapter, XHR in browsers and `http` in Node, with everything switched off
 * that would touch a URL or a body.
 */
export function createAxiosTransport({
  origin = '',
  withCredentials = false,
}: AxiosTransportOptions = {}): Transport {
  const baseURL = checkedOrigin(origin)
  let adapter: Promise<Exchange> | undefined

  return {
    async send(request) {
      const { method, target, content, signal, onProgress } = request
      const exchange = await (adapter ??= loadAdapter())
      try {
        const response = await exchange({
          baseURL,
          allowAbsoluteUrls: false,
          withCredentials,
          withXSRFToken: false,
          responseType: 'text',
          // Every status is an answer; what it means is decided by the middlewares.
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
        return wireResponse(response)
      } catch (error) {
        // Axios's error holds the whole request, passwords in clear: its message and code are all
        // that leaves here.
        const { message = 'Network Error', code } = error as Partial<{
          message: string
          code: string
        }>
        throw new RequestError('network', { message, code })
      }
    },
  }
}

function checkedOrigin(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (
    origin === '' ||
    (url?.origin === origin.replace(/\/$/, '') && /^https?:$/.test(url.protocol))
  )
    return url?.origin ?? ''
  throw new RequestError('config', { message: 'the origin must be scheme, host and port alone' })
}

/**
 * Axios would give a body without a type one of its own: `false` keeps that off. Forms get theirs,
 * boundary included, from the platform.
 */
function headersOf({ content, headers }: WireRequest): Record<string, string | false> {
  if (
    content instanceof FormData ||
    Object.keys(headers).some((name) => name.toLowerCase() === CONTENT_TYPE)
  )
    return headers
  return { ...headers, [CONTENT_TYPE]: (content instanceof Blob && content.type) || false }
}

function wireResponse({ status, headers, data }: AxiosResponse<unknown>): WireResponse {
  return {
    status,
    header(name) {
      const value: unknown = headers[name.toLowerCase()]
      return typeof value === 'string' ? value : undefined
    },
    text: typeof data === 'string' ? data : '',
  }
}
