export type TokenKind = 'success' | 'demoted'

export interface Classified {
  readonly kind: TokenKind
  /** Trimmed. */
  readonly token: string
}

/**
 * What the device service answered (spec sections 4 and 5, D1): 40 characters are good, any other
 * text is a demoted token; nothing, or something that is no text, is a failure.
 */
export function classifyToken(answer: unknown): Classified | undefined {
  const token = typeof answer === 'string' ? answer.trim() : ''
  return token ? { kind: token.length === 40 ? 'success' : 'demoted', token } : undefined
}
