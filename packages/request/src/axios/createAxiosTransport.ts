import axios, { AxiosError, type AxiosResponse } from 'axios'
import type { Transport, WireRequest, WireResponse } from '../request.ts'
import { RequestError } from '../RequestError.ts'

export interface AxiosTransportOptions {
  /** Scheme, host and port, such as `https://api.example.com`; default: the page's own. Never a path: signatures cover the path as sent. */
  readonly origin?: string
  /** Cookies for another origin; default false. */
  readonly withCredentials?: boolean
}

/**
 * Sends through axios, XHR in browsers and `http` in Node, with everything switched off that would touch a URL or a body.
 * The instance stays private: no interceptor can come between the signature and the wire.
 */
export function createAxiosTransport({ origin = '', withCredentials = false }: AxiosTransportOptions = {}): Transport {
  const instance = axios.create({
    baseURL: checkedOrigin(origin),
    allowAbsoluteUrls: false,
    adapter: ['xhr', 'http'],
    withCredentials,
    withXSRFToken: false,
    transformRequest: [],
    transformResponse: [],
    responseType: 'text',
    // Every status is an answer; what it means is decided by the middlewares.
    validateStatus: () => true,
    // Node only: a redirect would carry the signature elsewhere.
    maxRedirects: 0,
  })

  return {
    async send(request) {
      const { method, target, content, headers, signal, onProgress } = request
      try {
        const response = await instance.request<string>({
          method,
          url: target,
          headers: headersFor(request, headers),
          signal,
          ...(content === '' ? {} : { data: content }),
          ...(onProgress ? { onUploadProgress: ({ loaded, total }) => onProgress({ loaded, total }) } : {}),
        })
        return wireResponse(response)
      } catch (error) {
        // An AxiosError holds the whole request, passwords in clear: its message and code are all that leaves here.
        const { message, code } = error instanceof AxiosError ? error : new AxiosError('Network Error')
        throw new RequestError('network', { message, code })
      }
    },
  }
}

function checkedOrigin(origin: string): string {
  if (origin === '') return ''
  const url = URL.canParse(origin) ? new URL(origin) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new RequestError('config', { message: 'the origin must be a scheme, a host and a port, without path or user' })
}

/** Axios would put its own type on a body of ours that has none: `false` keeps it off. */
function headersFor({ content }: WireRequest, headers: WireRequest['headers']): Record<string, string | false> {
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  return typed || content instanceof FormData ? { ...headers } : { ...headers, 'content-type': content instanceof Blob && content.type ? content.type : false }
}

function wireResponse({ status, headers, data }: AxiosResponse<string>): WireResponse {
  return {
    status,
    header(name) {
      const value: unknown = headers[name.toLowerCase()]
      return typeof value === 'string' ? value : undefined
    },
    text: typeof data === 'string' ? data : '',
  }
}
