import { expect } from 'vitest'
import type { GatewaySignErrorCode } from '../GatewaySignError.ts'

/**
 * An error with this code, these details at least, and a message that is a sentence: one that says
 * nothing helps nobody.
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
