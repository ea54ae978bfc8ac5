import { isPlainObject, isRecord } from '@x/kit'
import type { GatewaySign } from '../createGatewaySign.ts'
import type { SignSession } from '../requests.ts'
import { VERDICT_REACTIONS, type SignVerdictCode } from '../verdictReactions.ts'

/** What the signers of fetch and axios have in common. */
export interface SignerOptions {
  readonly gatewaySign: Pick<
    GatewaySign,
    | 'profile'
    | 'createStamp'
    | 'prepareBody'
    | 'sign'
    | 'withLoginLock'
    | 'afterLogin'
    | 'onVerdict'
  >
  /**
   * The new session in the parsed response of a log-in; `undefined` if it is none. Default:
   * `readSession` of `createGatewaySign`, else the platform's response with its cookies.
   */
  readonly readSession?: (body: unknown) => SignSession | undefined
}

/** A request as a transport is about to send it. */
export interface Message {
  readonly method: string
  /** The URL as it will be requested; only its path is signed. */
  readonly url: URL
  /** Text, a form, a blob or a stream; `undefined` without a body. */
  readonly body: unknown
  /** `content-type` of a body of text. */
  readonly contentType: string | undefined
}

/** A message that is ready: send this body with these headers added. */
export interface SignedMessage {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export interface ExchangeSteps<Answer> {
  readonly send: (message: SignedMessage) => Promise<Answer>
  readonly headerOf: (answer: Answer, name: string) => string | null | undefined
  /** The parsed body of a log-in that succeeded, else `undefined`. */
  readonly bodyOf: (answer: Answer) => Promise<unknown>
}

/**
 * Runs one request with its signature: encrypts a log-in, signs the final text, sends it, binds the
 * key of a log-in and reacts to a refusal.
 */
export function createSignedExchange({ gatewaySign, readSession }: SignerOptions) {
  const { profile } = gatewaySign
  const isLogin = (path: string) => Object.hasOwn(profile.login.endpoints, path)

  async function signed(message: Message): Promise<SignedMessage> {
    const { method, url } = message
    const path = url.pathname
    const stamp = gatewaySign.createStamp()
    const body = await prepared(message, (fields) =>
      gatewaySign.prepareBody({
        path,
        ...stamp,
        body: fields,
        query: Object.fromEntries(url.searchParams),
      }),
    )
    const text = body === undefined || body === null ? '' : typeof body === 'string' ? body : null
    const headers = await gatewaySign.sign({ method, path, ...stamp, body: text })
    return {
      body,
      headers: {
        [profile.headers.tm]: stamp.tm,
        [profile.headers.traceId]: stamp.traceId,
        ...headers,
      },
    }
  }

  async function bind(path: string, body: unknown): Promise<void> {
    if (readSession) {
      const session = readSession(body)
      if (session) await gatewaySign.afterLogin({ path, session })
      return
    }
    const data: unknown = isRecord(body) && 'data' in body ? body['data'] : body
    await gatewaySign.afterLogin({ path, data })
  }

  return async <Answer>(
    message: Message,
    { send, headerOf, bodyOf }: ExchangeSteps<Answer>,
  ): Promise<Answer> => {
    const path = message.url.pathname
    return gatewaySign.withLoginLock(path, async () => {
      const answer = await send(await signed(message))
      const code = headerOf(answer, profile.headers.verdict)
      const serverTime = Number(headerOf(answer, profile.headers.serverTime) || Number.NaN)
      if (isVerdictCode(code)) gatewaySign.onVerdict(code, { serverTime })
      else if (isLogin(path)) {
        const body = await bodyOf(answer)
        if (body !== undefined) await bind(path, body)
      }
      return answer
    })
  }
}

/**
 * Lets `prepare` see the fields of a text, and writes them back in the text's own format. A body
 * that `prepare` does not change keeps its bytes.
 */
async function prepared(
  { body, contentType = '' }: Message,
  prepare: (body: unknown) => Promise<unknown>,
): Promise<unknown> {
  if (body === undefined || body === null || body === '') return prepare(undefined)
  const given = givenTo(body, contentType)
  const changed = await prepare(given)
  if (changed === given) return body
  if (typeof body !== 'string') return changed
  return changed instanceof URLSearchParams ? changed.toString() : JSON.stringify(changed)
}

/** The fields where they can be read. A log-in in any other body is refused, as text is. */
function givenTo(body: unknown, contentType: string): unknown {
  if (typeof body === 'string') return fieldsOf(body, contentType) ?? body
  return body instanceof FormData || body instanceof URLSearchParams ? body : 'opaque'
}

function fieldsOf(text: string, contentType: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return new URLSearchParams(text)
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isVerdictCode(code: string | null | undefined): code is SignVerdictCode {
  return typeof code === 'string' && Object.hasOwn(VERDICT_REACTIONS, code)
}

/** Parses the text of a response; `undefined` for text that is no JSON. */
export function parseAnswer(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
