import type { LogicalRequest, LogicalResponse, WireResponse } from './request.ts'

/**
 * From the wire plane back to the logical one. Text that is no JSON becomes `undefined`: whether
 * that matters, the status decides first.
 */
export function parseAnswer(response: WireResponse, request: LogicalRequest): LogicalResponse {
  const { status, header, text } = response
  return { status, header, payload: request.options.answer === 'text' ? text : parsed(text) }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
