import type { ChallengeLanguage } from './texts.ts'

export interface LoadedPuzzle {
  /** The words of the dialog, where it was asked for another language than English. */
  readonly language?: ChallengeLanguage
  readonly lotNumber: string
  readonly width: number
  readonly height: number
  readonly piece: { readonly width: number; readonly height: number; readonly y: number }
  readonly range: number
  readonly work: WorkChallenge
  /** To be solved along with the slide, where the page can calculate. */
  readonly toll: WorkChallenge
}

export interface WorkChallenge {
  readonly parameters: {
    readonly nonce: string
    readonly salt: string
    readonly cost: number
    readonly keyLength: number
    readonly keyPrefix: string
  }
}

export interface WorkSolution {
  readonly counter: number
  readonly derivedKey: string
}

export type Pass = Readonly<Record<string, string>>
export type Verdict = { readonly pass: Pass } | { readonly triesLeft: number }

export class ServiceError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const BASE = '/v1/captcha/reference'

/**
 * The gateway's answers to the challenge; `signal` ends every call when the challenge goes away.
 */
export function createService({
  origin,
  signal,
  timeoutMs,
}: {
  origin: string
  signal: AbortSignal
  timeoutMs: number
}) {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(`${origin}${BASE}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: limit,
    })
    const envelope = (await response.json()) as { code?: string; msg?: string; data?: T }
    if (envelope.code !== '0')
      throw new ServiceError(envelope.code ?? String(response.status), envelope.msg ?? '')
    return envelope.data as T
  }
  return {
    load: (
      captchaId: string,
      wanted: { readonly language?: string | undefined; readonly page?: string },
    ) => post<LoadedPuzzle>('/load', { captchaId, ...wanted }),
    verify: (lotNumber: string, answer: object) =>
      post<Verdict>('/verify', { lotNumber, ...answer }),
    pictureUrl: (lotNumber: string, layer: 'background' | 'piece') =>
      `${origin}${BASE}/picture?lot=${lotNumber}&layer=${layer}`,
  }
}

export type Service = ReturnType<typeof createService>
