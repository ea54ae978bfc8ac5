import type { LogicalRequest, LogicalResponse, WireResponse } from './request.ts'

/**
 * Converts a wire response to a logical one. Text that is not JSON becomes `undefined`; the
 * middlewares decide by the status whether that is an error.
 */
export function parseResponse(response: WireResponse, request: LogicalRequest): LogicalResponse {
  const { text, blob } = response
  return {
    ...response,
    payload: blob ?? (request.options.responseType === 'text' ? text : parseJson(text)),
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
