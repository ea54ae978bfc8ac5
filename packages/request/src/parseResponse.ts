import type { LogicalRequest, LogicalResponse, WireResponse } from './request.ts'

/**
 * From the wire plane back to the logical one. Text that is no JSON becomes `undefined`: whether
 * that matters, the status decides first.
 */
export function parseResponse(response: WireResponse, request: LogicalRequest): LogicalResponse {
  const { status, header, text } = response
  return {
    status,
    header,
    payload: request.options.responseType === 'text' ? text : parseJson(text),
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
