/** `success`: a token of 40 characters. `demoted`: any other text, usable with lower trust. */
export type TokenKind = 'success' | 'demoted'

export interface Classified {
  readonly kind: TokenKind
  /** Trimmed. */
  readonly token: string
}

/**
 * Classifies the device service's response (spec sections 4 and 5, D1): 40 characters are a good
 * token, other text is a demoted one, anything else is a failure.
 */
export function classifyToken(answer: unknown): Classified | undefined {
  const token = typeof answer === 'string' ? answer.trim() : ''
  return token ? { kind: token.length === 40 ? 'success' : 'demoted', token } : undefined
}
