import { expect } from 'vitest'
import type { GatewaySignErrorCode } from '../GatewaySignError.ts'

/**
 * Matches a GatewaySignError with this code, at least these details, and a full sentence as
 * message.
 */
export function errorMatching(
  code: GatewaySignErrorCode,
  detail: Readonly<Record<string, unknown>> = {},
): Error {
  return expect.objectContaining({
    code,
    message: expect.stringMatching(/^[A-Z][\s\S]{15,}\.$/) as string,
    detail: expect.objectContaining(detail) as object,
  }) as Error
}
